/* SPDX-License-Identifier: MIT */
/* check_ranges.c, of src/core/ranges.c: verdicts on ranges against Nim played out (small heaps)
 * and plain loops (large ones), in both widths. */
#include <nimsum/ranges.h>

#include "oracle.h"
#include "ranges_fixture.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEAPS = 4 };

static struct seed start;

/* Every list of 1..4 heaps of 0..4, every range, both conventions, both bases: 625 positions played
 * out, 7080 ranges each time. */
START_TEST(test_every_small_game)
{
    bool misere = _i % 2 == 1;
    unsigned base = (unsigned)_i / 2;
    static struct oracle_nim oracle;
    oracle_nim_init(&oracle, misere);
    size_t ranges = 0;
    for (size_t n = 1, lists = 5; n <= MOST_HEAPS; n++, lists *= 5) {
        for (size_t list = 0; list < lists; list++) {
            uint64_t heaps[MOST_HEAPS] = {list % 5, list / 5 % 5, list / 25 % 5, list / 125};
            struct fixture f;
            fixture_init(&f, heaps, n, misere, base);
            fixture_queries(&f, n * (n + 1) / 2);
            size_t m = 0;
            for (size_t begin = 0; begin < n; begin++) {
                for (size_t last = begin; last < n; last++) {
                    set_query(&f, m++, begin + base, last + base);
                }
            }
            uint64_t word = UINT64_MAX;
            ck_assert_uint_eq(answer(&f, 0, m, &word), m);
            for (size_t i = 0; i < m; i++) {
                size_t begin = (size_t)f.queries_64[2 * i] - base;
                size_t last = (size_t)f.queries_64[2 * i + 1] - base;
                bool wins = oracle_nim_wins(&oracle, heaps + begin, last - begin + 1);
                if (oracle_verdict(&word, i) != wins) {
                    ck_abort_msg("list %zu of %zu heaps, %zu..%zu, misere %d: played out: %d", list,
                                 n, begin, last, misere, wins);
                }
            }
            ck_assert_uint_eq(word << (m - 1) << 1, 0);
            ranges += m;
            fixture_free(&f);
        }
    }
    ck_assert_uint_eq(ranges, 5 * 1 + 25 * 3 + 125 * 6 + 625 * 10);
}
END_TEST

/* Sizes around the borders of words; largest heaps of 1 bit, 2, 32 and 63 bits. */
static const size_t sizes[] = {1, 2, 29, 30, 31, 32, 33, 63, 64, 65, 127, 128, 129, 192, 1000};
static const uint64_t largest[] = {1, 3, UINT32_MAX, INT64_MAX};

enum { SIZES = COUNT_OF(sizes), KINDS = 4 * 4 };

static void random_fixture(struct fixture *f, struct seed *seed, size_t n, size_t m, int kind)
{
    uint64_t *heaps = allocate(n, sizeof *heaps);
    for (size_t i = 0; i < n; i++) {
        heaps[i] = seed_number(seed, largest[kind / 4]);
        if (seed_below(seed, 3) == 0) {
            heaps[i] = i > 0 ? heaps[i - 1] : 0; /* so that nim-sums of 0 are common */
        }
    }
    fixture_init(f, heaps, n, kind % 2 == 1, (unsigned)kind / 2 % 2);
    fixture_queries(f, m);
    for (size_t i = 0; i < m; i++) {
        uint64_t begin = seed_below(seed, n);
        uint64_t most = seed_below(seed, 2) == 0 ? 4 : n; /* short ranges often have nim-sum 0 */
        uint64_t last = begin + seed_below(seed, most < n - begin ? most : n - begin);
        set_query(f, i, begin + f->base, last + f->base);
    }
    free(heaps);
}

/* All at once, then resumed in random pieces: the same words. */
static void compare_random_game(struct seed *seed, size_t m, int kind)
{
    size_t n = 1 + (size_t)seed_below(seed, 300);
    struct fixture f;
    random_fixture(&f, seed, n, m, kind);
    size_t size = (m + 63) / 64;
    uint64_t *whole = allocate(size, sizeof *whole);
    uint64_t *pieces = allocate(size, sizeof *pieces);
    memset(whole, 0xA5, size * sizeof *whole);
    memset(pieces, 0x5A, size * sizeof *pieces);
    ck_assert_uint_eq(answer(&f, 0, m, whole), m);
    compare_with_loops(&f, whole, m);
    for (size_t done = 0; done < m;) {
        size_t until = done + 1 + (size_t)seed_below(seed, m - done < 70 ? m - done : 70);
        ck_assert_uint_eq(answer(&f, done, until, pieces), until);
        compare_with_loops(&f, pieces, until);
        ck_assert_uint_eq(answer(&f, until, until, pieces), until); /* nothing to do */
        done = until;
    }
    ck_assert_mem_eq(whole, pieces, size * sizeof *whole);
    for (size_t i = 0; i < m; i++) {
        size_t l = (size_t)f.queries_64[2 * i], r = (size_t)f.queries_64[2 * i + 1];
        uint64_t nim_sum = oracle_range_xor(f.heaps, l - f.base, r - f.base);
        ck_assert_uint_eq(nimsum_range_xor_u64(&f.game_64, l, r), nim_sum);
        if (f.fits_32) {
            ck_assert_uint_eq(nimsum_range_xor_u32(&f.game_32, l, r), nim_sum);
        }
    }
    free(whole);
    free(pieces);
    fixture_free(&f);
}

START_TEST(test_random_against_loops)
{
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    for (size_t i = 0; i < SIZES; i++) {
        compare_random_game(&seed, sizes[i], _i);
    }
}
END_TEST

/* One bad query at every place of 130: the verdicts before it stand, the rest comes once it is
 * mended. */
START_TEST(test_bad_query_anywhere)
{
    struct seed seed = seed_stream(&start, 9000);
    enum { M = 130 };
    struct fixture f;
    random_fixture(&f, &seed, 50, M, 8 + _i);
    for (size_t bad = 0; bad < M; bad++) {
        uint64_t words[3];
        memset(words, 0xA5, sizeof words);
        uint64_t l = f.queries_64[2 * bad], r = f.queries_64[2 * bad + 1];
        set_query(&f, bad, f.base + 50, f.base + 50);
        ck_assert_uint_eq(answer(&f, 0, M, words), bad);
        compare_with_loops(&f, words, bad);
        for (size_t i = bad / 64 + 1; i < 3; i++) {
            ck_assert_uint_eq(words[i], UINT64_C(0xA5A5A5A5A5A5A5A5));
        }
        set_query(&f, bad, l, r);
        ck_assert_uint_eq(answer(&f, bad, M, words), M);
        compare_with_loops(&f, words, M);
    }
    fixture_free(&f);
}
END_TEST

/* l and r less the base: each must lie in 0..2 for three heaps, l not beyond r. */
static const struct {
    int64_t l, r;
    bool good;
} ends[] = {
    {0, 0, true},  {0, 2, true},    {2, 2, true},    {0, 3, false},  {3, 3, false},
    {2, 1, false}, {-1, 0, false},  {-1, -1, false}, {0, -1, false}, {-1, 2, false},
    {3, 2, false}, {-2, -1, false}, {-1, 3, false},
};

START_TEST(test_ends)
{
    const uint64_t heaps[3] = {2, 4, 8}; /* every good range is won in both conventions */
    unsigned base = (unsigned)_i / 2;
    struct fixture f;
    fixture_init(&f, heaps, 3, _i % 2 == 1, base);
    fixture_queries(&f, 1);
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        /* Below 0 the ends wrap in both widths: with base 0 they are the largest numbers. */
        set_query(&f, 0, (uint64_t)ends[i].l + base, (uint64_t)ends[i].r + base);
        uint64_t word = UINT64_MAX;
        ck_assert_msg(answer(&f, 0, 1, &word) == ends[i].good, "ends %zu, base %u", i, base);
        ck_assert_uint_eq(word, ends[i].good ? UINT64_C(1) << 63 : 0);
    }
    fixture_free(&f);
}
END_TEST

START_TEST(test_no_heaps_no_good_query)
{
    struct fixture f;
    fixture_init(&f, NULL, 0, false, (unsigned)_i);
    fixture_queries(&f, 1);
    for (uint64_t l = 0; l < 2; l++) {
        uint64_t word = 0;
        set_query(&f, 0, l, l);
        ck_assert_uint_eq(answer(&f, 0, 1, &word), 0);
    }
    fixture_free(&f);
}
END_TEST

/* In place over the heaps, and piece by piece as heaps arrive: the same prefixes. */
static void compare_prefixes(struct seed *seed, size_t n)
{
    uint64_t *wide = allocate(n + 1, sizeof *wide);
    uint32_t *narrow = allocate(n + 1, sizeof *narrow);
    uint64_t *heaps = allocate(n, sizeof *heaps);
    uint32_t *large = allocate(n + 1, sizeof *large);
    uint32_t *large_32 = allocate(n + 1, sizeof *large_32);
    for (size_t i = 0; i < n; i++) {
        heaps[i] = seed_number(seed, UINT32_MAX);
        wide[i + 1] = heaps[i];
        narrow[i + 1] = (uint32_t)heaps[i];
    }
    nimsum_count_large_u64(heaps, n, large);
    nimsum_count_large_u32(narrow + 1, n, large_32);
    ck_assert_mem_eq(large, large_32, (n + 1) * sizeof *large);
    nimsum_prefix_xor_u64(wide + 1, n, wide);
    uint64_t previous = 0;
    uint32_t previous_32 = 0;
    for (size_t done = 0; done < n;) {
        size_t piece = 1 + (size_t)seed_below(seed, n - done);
        previous = nimsum_prefix_xor_step_u64(heaps + done, piece, previous, heaps + done);
        previous_32 = nimsum_prefix_xor_step_u32(narrow + 1 + done, piece, previous_32,
                                                 narrow + 1 + done);
        done += piece;
        ck_assert_uint_eq(previous, wide[done]);
        ck_assert_uint_eq(previous_32, wide[done]);
    }
    ck_assert_uint_eq(nimsum_prefix_xor_step_u64(NULL, 0, 5, NULL), 5);
    ck_assert_uint_eq(wide[0], 0);
    ck_assert_uint_eq(large[0], 0);
    uint32_t larger = 0;
    for (size_t i = 0; i < n; i++) {
        ck_assert_uint_eq(heaps[i], wide[i + 1]);
        ck_assert_uint_eq(narrow[i + 1], wide[i + 1]);
        larger += (wide[i] ^ wide[i + 1]) > 1; /* two neighbours give the heap back */
        ck_assert_uint_eq(large[i + 1], larger);
    }
    free(wide);
    free(narrow);
    free(heaps);
    free(large);
    free(large_32);
}

START_TEST(test_prefix_in_place_and_in_pieces)
{
    struct seed seed = seed_stream(&start, 7000);
    for (size_t n = 0; n < 70; n++) {
        compare_prefixes(&seed, n);
    }
}
END_TEST

/* More heaps than a narrow number counts, of which only the first are asked about: the rest of the
 * array is never read, so it need not be there. */
START_TEST(test_more_heaps_than_the_width)
{
    struct seed seed = seed_stream(&start, 2000);
    struct fixture f;
    random_fixture(&f, &seed, 300, 200, _i);
    uint64_t words[4] = {0}, narrow[4] = {0};
    ck_assert_uint_eq(answer(&f, 0, f.m, words), f.m);
    for (uint64_t heaps = UINT32_MAX; heaps <= (uint64_t)UINT32_MAX + 301; heaps += 100) {
        f.game_32.heap_count = (size_t)heaps;
        ck_assert_uint_eq(nimsum_range_verdicts_u32(&f.game_32, f.queries_32, 0, f.m, narrow), f.m);
        ck_assert_mem_eq(narrow, words, sizeof words);
    }
    fixture_free(&f);
}
END_TEST

int main(void)
{
    start = seed_start("check_ranges");
    TCase *tcase = tcase_create("ranges");
    tcase_add_loop_test(tcase, test_every_small_game, 0, 4);
    tcase_add_loop_test(tcase, test_random_against_loops, 0, KINDS);
    tcase_add_loop_test(tcase, test_bad_query_anywhere, 0, 4);
    tcase_add_loop_test(tcase, test_ends, 0, 4);
    tcase_add_loop_test(tcase, test_no_heaps_no_good_query, 0, 2);
    tcase_add_loop_test(tcase, test_more_heaps_than_the_width, 0, 4);
    tcase_add_test(tcase, test_prefix_in_place_and_in_pieces);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
