/* SPDX-License-Identifier: MIT */
/* check_contest_random.c, of src/contest/contest.c, src/contest/contest_fast.c: random bodies,
 * good ones and mutated ones, against the oracle, whole and cut. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest_run.h"
#include "run_tests.h"
#include "seed.h"

enum { BODY_BYTES = 1 << 20, MUTATIONS = 8000 };

static struct seed start;

struct text {
    char *bytes;
    size_t size;
};

static void put(struct text *text, const char *bytes, size_t size)
{
    if (text->size + size > BODY_BYTES) {
        ck_abort_msg("BODY_BYTES is too small");
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

/* style: 0 as a contest would write it, 1 with CRLF, 2 any white space and leading zeros. */
static void put_number(struct text *text, struct seed *seed, int style, uint64_t value,
                       bool ends_line)
{
    static const char *const white[] = {" ", "\n", "\t", "\r", "\r\n", "  ", " \n", "\n\n \t"};
    static const char zeros[] = "000000000000000000000000000";
    char digits[32];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    if (style == 2 && seed_below(seed, 8) == 0) {
        put(text, zeros, (size_t)seed_below(seed, sizeof zeros));
    }
    put(text, digits, size);
    const char *after = style == 2   ? white[seed_below(seed, 8)]
                        : !ends_line ? " "
                        : style == 1 ? "\r\n"
                                     : "\n";
    put(text, after, strlen(after));
}

static void put_case(struct text *text, struct seed *seed, int style, uint64_t n, uint64_t m)
{
    static const uint64_t largest[] = {1, 10, 1000000000, UINT32_MAX, INT64_MAX};
    uint64_t most = largest[seed_below(seed, 5)];
    put_number(text, seed, style, n, false);
    put_number(text, seed, style, m, true);
    for (uint64_t i = 0; i < n; i++) {
        put_number(text, seed, style, seed_number(seed, most), i + 1 == n);
    }
    for (uint64_t i = 0; i < m; i++) {
        uint64_t a = 1 + seed_below(seed, n), b = 1 + seed_below(seed, n);
        put_number(text, seed, style, a < b ? a : b, false);
        put_number(text, seed, style, a < b ? b : a, true);
    }
}

/* A good body of a few cases, most of them small. */
static void put_body(struct text *text, struct seed *seed)
{
    int style = (int)seed_below(seed, 3);
    uint64_t cases = 1 + seed_below(seed, 5);
    text->size = 0;
    put_number(text, seed, style, cases, true);
    for (uint64_t i = 0; i < cases; i++) {
        bool large = seed_below(seed, 6) == 0;
        put_case(text, seed, style, 1 + seed_below(seed, large ? 80 : 6),
                 1 + seed_below(seed, large ? 200 : 6));
    }
}

static void compare(const struct text *text, const struct text_result *answer,
                    const struct contest_limits *limits, size_t first, size_t rest)
{
    struct outcome outcome = contest_run(text->bytes, text->size, limits, NULL, first, rest);
    outcome_compare(&outcome, answer);
    outcome_free(&outcome);
}

START_TEST(test_good_bodies)
{
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    struct text text = {.bytes = malloc(BODY_BYTES)};
    ck_assert_ptr_nonnull(text.bytes);
    for (int round = 0; round < 20; round++) {
        put_body(&text, &seed);
        struct text_result answer = text_oracle(text.bytes, text.size, &roomy_limits);
        ck_assert_int_eq(answer.code, PROBLEM_NONE);
        contest_compare_all_cuts(text.bytes, text.size, &roomy_limits, &answer);
        text_result_free(&answer);
    }
    free(text.bytes);
}
END_TEST

/* Longer than several slices of the reader, in pieces around its slice. */
START_TEST(test_large_body)
{
    static const size_t pieces[] = {1, 1000, 32768, 65535, 65536, 65537, 70000, BODY_BYTES};
    struct seed seed = seed_stream(&start, 100 + (uint64_t)_i);
    struct text text = {.bytes = malloc(BODY_BYTES)};
    ck_assert_ptr_nonnull(text.bytes);
    put_number(&text, &seed, _i, 2, true);
    put_case(&text, &seed, _i, 15000, 2000);
    put_case(&text, &seed, _i, 500, 8000);
    struct text_result answer = text_oracle(text.bytes, text.size, &roomy_limits);
    ck_assert_int_eq(answer.code, PROBLEM_NONE);
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        compare(&text, &answer, &roomy_limits, pieces[i], pieces[i]);
    }
    text_result_free(&answer);
    free(text.bytes);
}
END_TEST

/* The one wide heap stands at every place of the row in turn, and the next case is narrow again. */
START_TEST(test_widening)
{
    struct seed seed = seed_stream(&start, 200);
    struct text text = {.bytes = malloc(BODY_BYTES)};
    ck_assert_ptr_nonnull(text.bytes);
    for (uint64_t wide = 0; wide < 40; wide++) {
        text.size = 0;
        put_number(&text, &seed, 0, 2, true);
        put_number(&text, &seed, 0, 40, false);
        put_number(&text, &seed, 0, 70, true);
        for (uint64_t i = 0; i < 40; i++) {
            uint64_t heap = seed_below(&seed, UINT32_MAX);
            put_number(&text, &seed, 0, i == wide ? heap << 30 | UINT64_C(1) << 62 : heap, false);
        }
        for (uint64_t i = 0; i < 70; i++) {
            uint64_t l = 1 + seed_below(&seed, 40);
            put_number(&text, &seed, 0, l, false);
            put_number(&text, &seed, 0, l + seed_below(&seed, 41 - l), true);
        }
        put_case(&text, &seed, 0, 30, 10);
        struct text_result answer = text_oracle(text.bytes, text.size, &roomy_limits);
        ck_assert_int_eq(answer.code, PROBLEM_NONE);
        contest_compare_all_cuts(text.bytes, text.size, &roomy_limits, &answer);
        text_result_free(&answer);
    }
    free(text.bytes);
}
END_TEST

static void mutate(struct text *text, struct seed *seed)
{
    static const char bytes[] = "00123456789999   \n\n\t\r-+.,{[ax\0\v\x7F\x80\xFF";
    size_t at = (size_t)seed_below(seed, text->size);
    char byte = bytes[seed_below(seed, sizeof bytes - 1)];
    switch (seed_below(seed, 5)) {
    case 0: /* another byte */ text->bytes[at] = byte; break;
    case 1: /* one more */
        memmove(text->bytes + at + 1, text->bytes + at, text->size - at);
        text->bytes[at] = byte;
        text->size++;
        break;
    case 2: /* one less */
        text->size--;
        memmove(text->bytes + at, text->bytes + at + 1, text->size - at);
        break;
    case 3: /* another digit: the text stays well formed */
        if (text->bytes[at] >= '0' && text->bytes[at] <= '9') {
            text->bytes[at] = (char)('0' + seed_below(seed, 10));
        }
        break;
    default: /* cut short, rarely */ text->size -= seed_below(seed, 8) == 0 ? at : 0; break;
    }
}

/* How many bodies of each kind a run saw: a fuzzer that only makes malformed text proves little. */
static void fuzz(struct seed *seed, struct text *text, size_t *seen)
{
    struct contest_limits limits = roomy_limits;
    put_body(text, seed);
    for (uint64_t i = seed_below(seed, 4); i > 0 && text->size > 1; i--) {
        mutate(text, seed);
    }
    if (seed_below(seed, 4) == 0) {
        limits.cases = 1 + (size_t)seed_below(seed, 4);
        limits.reply_bytes = 1 + (size_t)seed_below(seed, 30);
    }
    struct text_result answer = text_oracle(text->bytes, text->size, &limits);
    seen[answer.code]++;
    compare(text, &answer, &limits, text->size, text->size);
    compare(text, &answer, &limits, 1, 1);
    for (int i = 0; i < 4; i++) {
        compare(text, &answer, &limits, 1 + (size_t)seed_below(seed, text->size), text->size);
        size_t piece = 1 + (size_t)seed_below(seed, 100);
        compare(text, &answer, &limits, piece, piece);
    }
    text_result_free(&answer);
}

START_TEST(test_mutations)
{
    struct seed seed = seed_stream(&start, 300 + (uint64_t)_i);
    struct text text = {.bytes = malloc(BODY_BYTES)};
    ck_assert_ptr_nonnull(text.bytes);
    size_t seen[PROBLEM_COUNT] = {0};
    for (int round = 0; round < MUTATIONS; round++) {
        fuzz(&seed, &text, seen);
    }
    ck_assert_uint_gt(seen[PROBLEM_NONE], MUTATIONS / 10);
    ck_assert_uint_gt(seen[PROBLEM_MALFORMED_TEXT], MUTATIONS / 10);
    ck_assert_uint_gt(seen[PROBLEM_OUT_OF_RANGE], MUTATIONS / 100);
    ck_assert_uint_gt(seen[PROBLEM_TOO_MANY], MUTATIONS / 100);
    free(text.bytes);
}
END_TEST

int main(void)
{
    start = seed_start("check_contest_random");
    TCase *tcase = tcase_create("against the oracle");
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, test_good_bodies, 0, 3);
    tcase_add_loop_test(tcase, test_large_body, 0, 3);
    tcase_add_test(tcase, test_widening);
    tcase_add_loop_test(tcase, test_mutations, 0, 2);
    return run_tests(tcase);
}
