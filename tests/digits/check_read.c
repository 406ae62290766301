/* SPDX-License-Identifier: MIT */
/* check_read.c, of src/digits/read.c, src/digits/vector.c: the readers, portable and vector,
 * take the same numbers out of the same text, in both forms, both widths, and rows; and take
 * them where they should. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits/read.h"
#include "digits/vector.h"
#include "run_tests.h"
#include "seed.h"

enum { TEXT_BYTES = 2048, NUMBERS = TEXT_BYTES, ROUNDS = 20000 };

/* Numbers of all sizes, and those where a width, a register or a digit count ends. */
static size_t put_number(struct seed *seed, unsigned bits, char *out)
{
    static const uint64_t edges[] = {0,
                                     9,
                                     4294967295,
                                     4294967296,
                                     9999999999999999,
                                     10000000000000000,
                                     999999999999999999,
                                     9223372036854775807,
                                     UINT64_MAX};
    uint64_t value = seed_below(seed, bits == 64 ? 8 : 100) == 0
                         ? edges[seed_below(seed, COUNT_OF(edges))]
                         : seed_next(seed) >> (64 - bits + seed_below(seed, bits));
    return (size_t)sprintf(out, "%s%llu", seed_below(seed, 200) == 0 ? "0" : "",
                           (unsigned long long)value);
}

/* What stands between two elements of a text; now and then something unusual. */
static const char *gap(struct seed *seed, enum digits_form form, const char *usual)
{
    static const char *const text_gaps[] = {" ", "\n", "\r\n", "  ", "\t", " \n", "\n\n", "\n "};
    static const char *const json_gaps[] = {",", ", ", ",  ", " ,", ",\n", ",,"};
    if (seed_below(seed, 40) != 0) {
        return usual;
    }
    return form == DIGITS_TEXT ? text_gaps[seed_below(seed, 8)] : json_gaps[seed_below(seed, 6)];
}

/* Elements as the readers like them, with a fault now and then. */
static size_t make_text(struct seed *seed, enum digits_form form, bool pairs, char *out)
{
    static const char *const json_usual[] = {",", ", "}, *const text_usual[] = {"\n", "\r\n"};
    const char *between = form == DIGITS_JSON ? json_usual[seed_below(seed, 2)] : " ";
    const char *after = form == DIGITS_JSON ? between : text_usual[seed_below(seed, 2)];
    size_t size = 0, wanted = seed_below(seed, TEXT_BYTES - 128);
    unsigned bits = seed_below(seed, 2) == 0 ? 64 : 1 + (unsigned)seed_below(seed, 24);
    bool brackets = pairs && form == DIGITS_JSON;
    while (size < wanted) {
        size += (size_t)sprintf(out + size, "%s", brackets ? "[" : "");
        size += put_number(seed, bits, out + size);
        if (pairs) {
            size += (size_t)sprintf(out + size, "%s", gap(seed, form, between));
            size += put_number(seed, bits, out + size);
        }
        size += (size_t)sprintf(out + size, "%s%s", brackets ? "]" : "", gap(seed, form, after));
        if (size > 20 && seed_below(seed, 60) == 0) {
            out[size - 1 - seed_below(seed, 20)] = " \n]x-.,["[seed_below(seed, 8)];
        }
    }
    return size;
}

struct request {
    enum digits_form form;
    bool pairs, wide;
    size_t most;
    char *text; /* as large as it is, so that a sanitizer sees every byte read beside it */
    size_t size;
};

struct result {
    size_t count, taken; /* elements and bytes */
    uint64_t numbers[2 * NUMBERS];
};

static void run(const struct request *request, const struct digits_vector *vector,
                struct result *result)
{
    static uint64_t out[2 * NUMBERS];
    const char *p = request->text, *end = request->text + request->size;
    memset(out, 0xEE, sizeof out);
    size_t each = request->pairs ? 2 : 1;
    if (request->pairs) {
        result->count =
            vector == NULL
                ? digits_read_pairs_portable(request->form, &p, end, (uint32_t *)out, request->most)
                : vector->read_pairs(request->form, &p, end, (uint32_t *)out, request->most);
    } else {
        result->count = vector == NULL ? digits_read_numbers_portable(request->form, request->wide,
                                                                      &p, end, out, request->most)
                                       : vector->read_numbers(request->form, request->wide, &p, end,
                                                              out, request->most);
    }
    ck_assert_uint_le(result->count, request->most);
    bool wide = request->wide && !request->pairs;
    for (size_t i = 0; i < each * result->count; i++) {
        result->numbers[i] = wide ? out[i] : ((const uint32_t *)(const void *)out)[i];
    }
    result->taken = (size_t)(p - request->text);
}

/* Slow and obvious: the element at p by strtoull, or NULL where no reader may take it. */
static const char *plain_number(const struct request *request, const char *p, uint64_t *number)
{
    const char *end = request->text + request->size;
    char digits[32];
    size_t size = 0;
    while (p < end && strchr(request->form == DIGITS_JSON ? " " : " \t\n\r", *p) != NULL && *p) {
        p++;
    }
    while (p < end && *p >= '0' && *p <= '9') {
        if (size == sizeof digits - 1) {
            return NULL;
        }
        digits[size++] = *p++;
    }
    digits[size] = '\0';
    uint64_t largest = request->wide && !request->pairs ? INT64_MAX : UINT32_MAX;
    *number = strtoull(digits, NULL, 10);
    return p == end || size == 0 || size > 19 || (size > 1 && digits[0] == '0') || *number > largest
               ? NULL
               : p;
}

/* What was taken is what stands there, and so many bytes of it. */
static void check_values(const struct request *request, const struct result *result)
{
    const char *p = request->text;
    bool json = request->form == DIGITS_JSON;
    for (size_t i = 0; i < result->count * (request->pairs ? 2 : 1); i++) {
        uint64_t number = 0;
        bool is_right = request->pairs && i % 2 == 1;
        if (json && request->pairs && !is_right) {
            while (*p == ' ') {
                p++;
            }
            p++; /* the bracket */
        }
        p = plain_number(request, p, &number);
        ck_assert_msg(p != NULL && number == result->numbers[i], "number %zu of: %.*s", i,
                      (int)request->size, request->text);
        p += json && is_right ? 2 : 1;
    }
    for (; p < request->text + result->taken; p++) { /* what a vector reader passes behind a row */
        ck_assert(digits_is_gap(request->form, *p));
    }
    ck_assert_uint_eq((size_t)(p - request->text), result->taken);
}

static void compare(struct seed *seed)
{
    static char text[TEXT_BYTES + 256];
    static struct result portable, other;
    struct request request = {.form = (enum digits_form)seed_below(seed, 2),
                              .pairs = seed_below(seed, 2) == 0,
                              .wide = seed_below(seed, 2) == 0,
                              .most = seed_below(seed, 3) == 0 ? seed_below(seed, 100) : NUMBERS};
    request.size = make_text(seed, request.form, request.pairs, text);
    request.text = malloc(request.size + (request.size == 0));
    ck_assert_ptr_nonnull(request.text);
    memcpy(request.text, text, request.size);
    run(&request, NULL, &portable);
    check_values(&request, &portable);
    if (digits_vector() != NULL) {
        run(&request, digits_vector(), &other);
        check_values(&request, &other);
        ck_assert_msg(other.count <= portable.count, "the vector reader takes more of: %.*s",
                      (int)request.size, request.text);
    }
    free(request.text);
}

START_TEST(test_readers_agree)
{
    struct seed seed = seed_start("check_read");
    if (digits_vector() == NULL) {
        printf(
            "check_read: THIS PROCESSOR HAS NO vector reader: only the portable one is tested\n");
    }
    for (int i = 0; i < ROUNDS; i++) {
        compare(&seed);
    }
}
END_TEST

/* Long plain texts must really go through the vector readers, or nobody would notice that they are
 * never used. */
START_TEST(test_plain_texts_are_read_whole)
{
    static const char *const elements[2][2] = {{"123,", "[12,345],"}, {"123 ", "12 345\n"}};
    static char text[TEXT_BYTES];
    static struct result result;
    for (int form = DIGITS_JSON; form <= DIGITS_TEXT; form++) {
        for (int pairs = 0; pairs < 2; pairs++) {
            struct request request = {
                .form = (enum digits_form)form, .pairs = pairs == 1, .most = NUMBERS, .text = text};
            while (request.size < TEXT_BYTES - 16) {
                request.size += (size_t)sprintf(text + request.size, "%s", elements[form][pairs]);
            }
            run(&request, NULL, &result);
            ck_assert_uint_eq(result.taken, request.size);
            if (digits_vector() != NULL) {
                run(&request, digits_vector(), &result);
                ck_assert_uint_gt(result.taken, request.size - 160);
            }
        }
    }
}
END_TEST

/* The two together leave nothing that one of them takes. */
START_TEST(test_both_go_on_from_each_other)
{
    static char text[] = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                         "28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50]";
    uint32_t numbers[64];
    const char *p = text;
    ck_assert_uint_eq(
        digits_read_numbers(DIGITS_JSON, false, &p, text + sizeof text - 1, numbers, 64), 49);
    for (uint32_t i = 0; i < 49; i++) {
        ck_assert_uint_eq(numbers[i], i + 1);
    }
    ck_assert_str_eq(p, "50]");
    uint32_t pairs[4];
    p = "[1,2],[3, 4],[5,6]]";
    ck_assert_uint_eq(digits_read_pairs(DIGITS_JSON, &p, p + 19, pairs, 2), 2);
    ck_assert_uint_eq(pairs[3], 4);
    ck_assert_str_eq(p, "[5,6]]");
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("read");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, test_readers_agree);
    tcase_add_test(tcase, test_plain_texts_are_read_whole);
    tcase_add_test(tcase, test_both_go_on_from_each_other);
    return run_tests(tcase);
}
