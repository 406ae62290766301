/* SPDX-License-Identifier: MIT */
/* check_verdict_text.c, of src/api/games/verdict_text.c: packed verdicts as text, against
 * printing them one at a time. */
#include "api/games/verdict_text.h"

#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5000 };

static const size_t counts[] = {1,   2,   7,   8,   9,   15,   16,   17,   31,   32,  33,  62,
                                63,  64,  65,  66,  71,  72,   73,   126,  127,  128, 129, 191,
                                192, 193, 255, 256, 257, 1000, 1023, 1024, 1025, MOST};

static unsigned verdict_of(const uint64_t *words, size_t i)
{
    uint64_t word = words[i / 64];
    for (size_t shift = 63 - i % 64; shift > 0; shift--) {
        word /= 2;
    }
    return (unsigned)(word % 2);
}

/* Both texts of m verdicts, printed the plain way; returns how many are true. */
static size_t print_plainly(const uint64_t *words, size_t m, char *booleans, char *bits)
{
    size_t wins = 0;
    booleans += sprintf(booleans, "[");
    bits += sprintf(bits, "\"");
    for (size_t i = 0; i < m; i++) {
        unsigned verdict = verdict_of(words, i);
        wins += verdict;
        booleans += sprintf(booleans, "%s%s", i == 0 ? "" : ",", verdict ? "true" : "false");
        bits += sprintf(bits, "%u", verdict);
    }
    sprintf(booleans, "]");
    sprintf(bits, "\"");
    return wins;
}

/* What follows the verdicts must not be disturbed, nor what stands before. */
static void compare(const uint64_t *words, size_t m)
{
    static char booleans[MOST * 6 + 3], bits[MOST + 3];
    size_t wins = print_plainly(words, m, booleans, bits);
    struct account account = {.budget = NULL};
    struct buffer out;
    buffer_init(&out, &account, 1 << 20);
    struct json_writer writer = {.out = &out};
    json_put(&writer, "<");
    put_verdict_booleans(&writer, words, m, wins);
    json_put(&writer, "|");
    put_verdict_bits(&writer, words, m);
    json_put(&writer, ">");
    ck_assert(!writer.failed && buffer_append(&out, "", 1));
    char *wanted = malloc(strlen(booleans) + strlen(bits) + 4);
    ck_assert(wanted != NULL);
    sprintf(wanted, "<%s|%s>", booleans, bits);
    ck_assert_msg(strcmp(out.data, wanted) == 0, "%zu verdicts: %s, not %s", m, out.data, wanted);
    free(wanted);
    buffer_free(&out);
    ck_assert_uint_eq(account.held_bytes, 0);
}

/* m verdicts in an exact heap block: as libnimsum leaves them, the last word's other bits are 0. */
static void compare_filled(size_t m, uint64_t (*fill)(struct seed *, size_t), struct seed *seed)
{
    size_t count = (m + 63) / 64;
    uint64_t *words = malloc(count * sizeof *words);
    ck_assert(words != NULL);
    for (size_t i = 0; i < count; i++) {
        words[i] = fill(seed, i);
    }
    if (m % 64 != 0) {
        words[count - 1] &= ~(UINT64_MAX >> m % 64);
    }
    compare(words, m);
    free(words);
}

static uint64_t all_lost(struct seed *seed, size_t i)
{
    (void)seed;
    (void)i;
    return 0;
}

static uint64_t all_won(struct seed *seed, size_t i)
{
    (void)seed;
    (void)i;
    return UINT64_MAX;
}

static uint64_t at_random(struct seed *seed, size_t i)
{
    (void)i;
    uint64_t word = seed_next(seed);
    switch (seed_below(seed, 4)) {
    case 0: return word & seed_next(seed) & seed_next(seed); /* few true ones */
    case 1: return word | seed_next(seed) | seed_next(seed);
    default: return word;
    }
}

START_TEST(test_counts)
{
    struct seed seed = seed_start("verdict_text");
    size_t m = counts[_i];
    compare_filled(m, all_lost, NULL);
    compare_filled(m, all_won, NULL);
    for (int round = 0; round < 20; round++) {
        compare_filled(m, at_random, &seed);
    }
}
END_TEST

START_TEST(test_random_counts)
{
    struct seed seed = seed_start("verdict_text, counts");
    for (int round = 0; round < 500; round++) {
        compare_filled(1 + (size_t)seed_below(&seed, 400), at_random, &seed);
    }
}
END_TEST

/* Each single verdict stands at its own place. */
START_TEST(test_one_win)
{
    for (size_t m = 1; m <= 130; m++) {
        for (size_t i = 0; i < m; i++) {
            uint64_t words[3] = {0, 0, 0};
            words[i / 64] = UINT64_C(1) << (63 - i % 64);
            compare(words, m);
        }
    }
}
END_TEST

/* Without room nothing is written and the writer knows it. */
START_TEST(test_no_room)
{
    const uint64_t words[2] = {UINT64_MAX, UINT64_MAX << 63};
    struct account account = {.budget = NULL};
    struct buffer out;
    buffer_init(&out, &account, 60);
    struct json_writer writer = {.out = &out};
    put_verdict_bits(&writer, words, 65);
    ck_assert(writer.failed && out.over_maximum && out.size == 0);
    struct json_writer other = {.out = &out};
    put_verdict_booleans(&other, words, 65, 65);
    ck_assert(other.failed && out.size == 0);
    buffer_free(&out);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("texts");
    tcase_add_loop_test(tcase, test_counts, 0, (int)COUNT_OF(counts));
    tcase_add_test(tcase, test_random_counts);
    tcase_add_test(tcase, test_one_win);
    tcase_add_test(tcase, test_no_room);
    return run_tests(tcase);
}
