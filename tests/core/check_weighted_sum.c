/* SPDX-License-Identifier: MIT */
/* check_weighted_sum.c, of src/core/weighted_sum.c: Horner by words against the definition, bit
 * by bit. */
#include <nimsum/weighted_sum.h>

#include "oracle.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 200 };

static struct seed start;

static size_t words_of(size_t m)
{
    return (m + 63) / 64;
}

/* m random verdicts in an exact heap block, unused bits 0. kind: 0 few wins, 1 coins, 2 all wins.
 */
static uint64_t *random_verdicts(struct seed *seed, size_t m, int kind)
{
    uint64_t *words = malloc(words_of(m) * sizeof *words + 1);
    ck_assert_ptr_nonnull(words);
    for (size_t i = 0; i < words_of(m); i++) {
        uint64_t coins = seed_next(seed);
        words[i] = kind == 0 ? coins & seed_next(seed) & seed_next(seed) : coins;
        if (kind == 2) {
            words[i] = UINT64_MAX;
        }
    }
    if (m % 64 != 0) {
        words[m / 64] &= ~(UINT64_MAX >> m % 64);
    }
    return words;
}

static size_t count_slowly(const uint64_t *words, size_t m)
{
    size_t wins = 0;
    for (size_t i = 0; i < m; i++) {
        wins += oracle_verdict(words, i);
    }
    return wins;
}

/* Every m from 0 to 260, then large ones. */
START_TEST(test_against_definition)
{
    struct seed seed = seed_stream(&start, 0);
    for (size_t round = 0; round < 300; round++) {
        size_t m = round <= 260 ? round : (size_t)seed_below(&seed, 64 * MOST_WORDS);
        for (int kind = 0; kind < 3; kind++) {
            uint64_t *words = random_verdicts(&seed, m, kind);
            ck_assert_uint_eq(nimsum_weighted_sum(words, m), oracle_weighted_sum(words, m));
            ck_assert_uint_eq(nimsum_count_wins(words, m), count_slowly(words, m));
            free(words);
        }
    }
}
END_TEST

/* Verdicts cut in pieces of any size give the same sum. */
static void compare_steps(struct seed *seed, size_t m, int kind)
{
    uint64_t *words = random_verdicts(seed, m, kind);
    uint64_t sum = 0;
    size_t done = 0;
    while (done < m) {
        unsigned bits = 1 + (unsigned)seed_below(seed, 64);
        uint64_t piece = seed_next(seed); /* what follows the piece must not matter */
        if (bits > m - done) {
            bits = (unsigned)(m - done);
        }
        for (unsigned i = 0; i < bits; i++) {
            uint64_t bit = UINT64_C(1) << (63 - i);
            piece = oracle_verdict(words, done + i) ? piece | bit : piece & ~bit;
        }
        sum = nimsum_weighted_sum_step(sum, piece, bits);
        done += bits;
    }
    ck_assert_uint_eq(sum, oracle_weighted_sum(words, m));
    free(words);
}

START_TEST(test_steps_of_any_size)
{
    struct seed seed = seed_stream(&start, 1000);
    for (int i = 0; i < 200; i++) {
        compare_steps(&seed, 1 + (size_t)seed_below(&seed, 1000), i % 3);
    }
}
END_TEST

static const struct {
    size_t m;
    uint64_t words[2];
    uint64_t sum, wins;
} examples[] = {
    {0, {0, 0}, 0, 0},
    {1, {UINT64_C(1) << 63, 0}, 1, 1},
    {2, {UINT64_C(1) << 63, 0}, 2, 1},                    /* the contest's third case: 1, 0 */
    {29, {UINT64_MAX << 35, 0}, 536870911, 29},           /* 2^29 - 1 */
    {30, {UINT64_MAX << 34, 0}, 73741816, 30},            /* 2^30 - 1 passes the modulus */
    {32, {UINT64_MAX << 32, 0}, 294967267, 32},           /* 2^32 - 1 */
    {64, {UINT64_C(1) << 63, 0}, 291172004, 1},           /* 2^63 */
    {64, {UINT64_MAX, 0}, 582344007, 64},                 /* 2^64 - 1 */
    {65, {UINT64_C(1) << 63, 0}, 582344008, 1},           /* 2^64 */
    {65, {UINT64_MAX, UINT64_C(1) << 63}, 164688008, 65}, /* 2^65 - 1 */
};

START_TEST(test_examples)
{
    ck_assert_uint_eq(nimsum_weighted_sum(examples[_i].words, examples[_i].m), examples[_i].sum);
    ck_assert_uint_eq(nimsum_count_wins(examples[_i].words, examples[_i].m), examples[_i].wins);
}
END_TEST

START_TEST(test_no_verdicts_may_be_null)
{
    ck_assert_uint_eq(nimsum_weighted_sum(NULL, 0), 0);
    ck_assert_uint_eq(nimsum_count_wins(NULL, 0), 0);
}
END_TEST

/* The largest sum and word together: nothing may overflow. */
START_TEST(test_largest_step)
{
    uint64_t sum = NIMSUM_MODULUS - 1; /* that is -1 */
    ck_assert_uint_eq(nimsum_weighted_sum_step(sum, UINT64_MAX, 64), NIMSUM_MODULUS - 1);
    ck_assert_uint_eq(nimsum_weighted_sum_step(sum, 0, 64), NIMSUM_MODULUS - 582344008);
    ck_assert_uint_eq(nimsum_weighted_sum_step(sum, UINT64_MAX, 1), NIMSUM_MODULUS - 1);
}
END_TEST

int main(void)
{
    start = seed_start("check_weighted_sum");
    TCase *tcase = tcase_create("horner");
    tcase_add_test(tcase, test_against_definition);
    tcase_add_test(tcase, test_steps_of_any_size);
    tcase_add_loop_test(tcase, test_examples, 0, (int)COUNT_OF(examples));
    tcase_add_test(tcase, test_no_verdicts_may_be_null);
    tcase_add_test(tcase, test_largest_step);
    return run_tests(tcase);
}
