/* SPDX-License-Identifier: MIT */
/* check_fast_path.c: every fast path that this processor has takes the same elements and stores the
 * same numbers. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/fast_path.h"
#include "json/fast_path_sse.h"
#include "seed.h"

enum { TEXT_BYTES = 2048, ROUNDS = 20000 };

typedef const char *fast_function(struct json_number_lists *lists, const char *p, const char *end);

/* An exact-size copy, so that a sanitizer sees a read past its end. */
struct piece {
    char *text;
    size_t size;
};

static struct piece piece_of(const char *text, size_t size)
{
    struct piece piece = {malloc(size == 0 ? 1 : size), size};
    ck_assert_ptr_nonnull(piece.text);
    memcpy(piece.text, text, size);
    return piece;
}

/* A number of at most bits bits, or now and then one at an edge. */
static size_t put_number(struct seed *seed, unsigned bits, char *out)
{
    static const uint64_t edges[] = {0,
                                     9,
                                     10,
                                     9999999,
                                     10000000,
                                     4294967295,
                                     4294967296,
                                     999999999999999999,
                                     9223372036854775807};
    uint64_t value = seed_below(seed, bits == 64 ? 8 : 100) == 0
                         ? edges[seed_below(seed, sizeof edges / sizeof edges[0])]
                         : seed_next(seed) >> (64 - bits + seed_below(seed, bits));
    return (size_t)sprintf(out, "%s%llu", seed_below(seed, 200) == 0 ? "0" : "",
                           (unsigned long long)value);
}

/* Elements as a fast path likes them, with a fault now and then. */
static size_t make_text(struct seed *seed, bool pairs, char *out)
{
    size_t size = 0, wanted = seed_below(seed, TEXT_BYTES - 128);
    bool spaces = seed_below(seed, 2) == 0;
    unsigned bits = seed_below(seed, 2) == 0 ? 64 : 1 + (unsigned)seed_below(seed, 24);
    while (size < wanted) {
        if (pairs) {
            out[size++] = '[';
        }
        size += put_number(seed, bits, out + size);
        if (pairs) {
            size += (size_t)sprintf(out + size, spaces ? ", " : ",");
            size += put_number(seed, bits, out + size);
            out[size++] = ']';
        }
        size += (size_t)sprintf(out + size, spaces ? ", " : ",");
        if (size > 20 && seed_below(seed, 60) == 0) {
            out[size - 1 - seed_below(seed, 20)] = " \n]x-.,["[seed_below(seed, 8)];
        }
    }
    return size;
}

struct result {
    size_t taken;
    struct json_number_lists lists;
    struct account account;
};

static void run(fast_function *fast, const struct piece *piece, bool wide, enum json_shape shape,
                struct result *result)
{
    result->account = (struct account){.budget = NULL};
    json_lists_init(&result->lists, &result->account, 1 << 20);
    result->lists.wide = wide;
    ck_assert(json_lists_begin(&result->lists, shape));
    ck_assert(json_lists_reserve(&result->lists, piece->size / 2 + 1));
    const char *end = piece->text + piece->size;
    result->taken = (size_t)(fast(&result->lists, piece->text, end) - piece->text);
}

static bool same_numbers(const struct result *a, const struct result *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (json_lists_number(&a->lists, i) != json_lists_number(&b->lists, i)) {
            return false;
        }
    }
    return true;
}

/* portable takes all that a fast path may take; other may stop earlier, but what it took must be
 * the same. */
static void compare(struct seed *seed, bool pairs, fast_function *portable, fast_function *other,
                    bool must_be_equal)
{
    char text[TEXT_BYTES];
    size_t size = make_text(seed, pairs, text);
    struct piece piece = piece_of(text, size);
    bool wide = seed_below(seed, 2) == 0;
    enum json_shape shape = pairs ? JSON_TABLE : JSON_VECTOR;
    struct result a, b;
    run(portable, &piece, wide, shape, &a);
    run(other, &piece, wide, shape, &b);
    if (b.taken > a.taken || (must_be_equal && b.taken != a.taken)) {
        ck_abort_msg("taken %zu and %zu bytes of: %.*s", a.taken, b.taken, (int)size, text);
    }
    if (!same_numbers(&a, &b, json_lists_number_count(&b.lists)) ||
        (a.taken == b.taken &&
         (a.lists.open.count != b.lists.open.count || a.lists.open.rows != b.lists.open.rows))) {
        ck_abort_msg("other numbers of: %.*s", (int)size, text);
    }
    json_lists_free(&a.lists);
    json_lists_free(&b.lists);
    free(piece.text);
}

START_TEST(test_lanes_are_equal)
{
    struct seed seed = seed_start("check_fast_path");
    if (!json_fast_sse_is_supported()) {
        printf("check_fast_path: THIS PROCESSOR HAS NO SSE4.1: only the portable fast path is "
               "tested\n");
    }
    for (int i = 0; i < ROUNDS; i++) {
        compare(&seed, false, json_fast_portable_numbers, json_fast_numbers, true);
        compare(&seed, true, json_fast_portable_pairs, json_fast_pairs, true);
        if (json_fast_sse_is_supported()) {
            compare(&seed, false, json_fast_portable_numbers, json_fast_sse_numbers, false);
            compare(&seed, true, json_fast_portable_pairs, json_fast_sse_pairs, false);
        }
    }
}
END_TEST

/* Long plain pieces must really go through the fast path, or nobody would notice that it is never
 * used. */
START_TEST(test_fast_path_is_used)
{
    char text[TEXT_BYTES];
    size_t size = 0;
    while (size < TEXT_BYTES - 16) {
        size += (size_t)sprintf(text + size, "[12,345],");
    }
    struct piece piece = piece_of(text, size);
    struct result result;
    if (json_fast_sse_is_supported()) {
        run(json_fast_sse_pairs, &piece, false, JSON_TABLE, &result);
        ck_assert_uint_gt(result.taken, size - 160);
        json_lists_free(&result.lists);
    }
    run(json_fast_portable_pairs, &piece, false, JSON_TABLE, &result);
    ck_assert_uint_eq(result.taken, size);
    json_lists_free(&result.lists);
    free(piece.text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fast path");
    TCase *tcase = tcase_create("fast path");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, test_lanes_are_equal);
    tcase_add_test(tcase, test_fast_path_is_used);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
