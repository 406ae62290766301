/* SPDX-License-Identifier: MIT */
/* check_moves.c, of src/core/moves.c: winning moves on ranges against Nim played out (small
 * heaps) and plain scans (large ones), in both widths. */
#include <nimsum/moves.h>

#include "moves_fixture.h"
#include "oracle.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEAPS = 4, SIZES = ORACLE_NIM_LARGEST + 1, MOST_RANGES = 10 };

static struct seed start;

/* Queries for all ranges of f's heaps, its convention and base being what they are. */
static void every_range(struct fixture *f)
{
    fixture_queries(f, f->n * (f->n + 1) / 2);
    size_t m = 0;
    for (size_t begin = 0; begin < f->n; begin++) {
        for (size_t last = begin; last < f->n; last++) {
            set_query(f, m++, begin + f->base, last + f->base);
        }
    }
}

/* Play every legal move of the range: how many win, and whether the one told does. */
static void compare_with_tree(struct oracle_nim *oracle, const uint64_t *heaps, size_t n,
                              struct nimsum_move move, size_t count)
{
    size_t winning = 0;
    bool found = false;
    for (size_t heap = 0; heap < n; heap++) {
        for (uint64_t take = 1; take <= heaps[heap]; take++) {
            if (oracle_nim_move_wins(oracle, heaps, n, heap, take)) {
                winning++;
                found = found || (move.heap == heap && move.take == take);
            }
        }
    }
    if (winning != count || found != (winning > 0) || (move.take > 0) != found) {
        ck_abort_msg("%zu heaps: take %" PRIu64 " from %zu of %zu moves; the tree has %zu", n,
                     move.take, move.heap, count, winning);
    }
}

/* Every list of 1..4 heaps of 0..7, every range of it. */
START_TEST(test_every_small_game)
{
    static struct oracle_nim oracle;
    bool misere = _i == 1;
    oracle_nim_init(&oracle, misere);
    size_t ranges = 0;
    for (size_t n = 1, lists = SIZES; n <= MOST_HEAPS; n++, lists *= SIZES) {
        for (size_t list = 0; list < lists; list++) {
            uint64_t heaps[MOST_HEAPS] = {list % 8, list / 8 % 8, list / 64 % 8, list / 512};
            unsigned base = list % 2;
            struct fixture f;
            struct planes planes;
            fixture_init(&f, heaps, n, misere, base);
            every_range(&f);
            planes_init(&planes, &f, true);
            struct nimsum_move moves[MOST_RANGES];
            uint32_t counts[MOST_RANGES];
            if (ask(&planes, 0, f.m, moves, counts) != f.m) {
                ck_abort_msg("list %zu of %zu heaps: a good query was refused", list, n);
            }
            for (size_t i = 0; i < f.m; i++) {
                size_t begin = (size_t)f.queries_64[2 * i] - base;
                size_t last = (size_t)f.queries_64[2 * i + 1] - base;
                moves[i].heap -= moves[i].take > 0 ? begin + base : 0;
                compare_with_tree(&oracle, heaps + begin, last - begin + 1, moves[i], counts[i]);
            }
            ranges += f.m;
            planes_free(&planes);
            fixture_free(&f);
        }
    }
    ck_assert_uint_eq(ranges, 8 * 1 + 64 * 3 + 512 * 6 + 4096 * 10);
}
END_TEST

/* kind: the convention, the base, and how many heaps are empty or of one stone. */
static void random_heaps(struct fixture *f, struct seed *seed, size_t n, int kind)
{
    static const uint64_t largest[] = {1, 3, UINT32_MAX, INT64_MAX, UINT64_MAX};
    static const uint64_t sparseness[] = {1, 2, 20, 200};
    uint64_t *heaps = allocate(n, sizeof *heaps);
    uint64_t most = largest[seed_below(seed, 5)], sparse = sparseness[seed_below(seed, 4)];
    for (size_t i = 0; i < n; i++) {
        uint64_t heap = seed_number(seed, most);
        heaps[i] = seed_below(seed, sparse) == 0 ? heap : seed_below(seed, 40) == 0;
    }
    fixture_init(f, heaps, n, kind % 2 == 1, (unsigned)kind / 2 % 2);
    free(heaps);
}

/* Every range of lists of all lengths around the borders of words. */
START_TEST(test_every_range_of_a_list)
{
    static const size_t lengths[] = {1, 2, 31, 32, 33, 63, 64, 65, 95, 96, 97};
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    for (size_t k = 0; k < COUNT_OF(lengths); k++) {
        struct fixture f;
        struct planes planes;
        random_heaps(&f, &seed, lengths[k], _i);
        every_range(&f);
        planes_init(&planes, &f, true);
        struct nimsum_move *moves = allocate(f.m, sizeof *moves);
        uint32_t *counts = allocate(f.m, sizeof *counts);
        ck_assert_uint_eq(ask(&planes, 0, f.m, moves, counts), f.m);
        for (size_t i = 0; i < f.m; i++) {
            compare_query(&f, i, moves[i], counts[i]);
        }
        free(moves);
        free(counts);
        planes_free(&planes);
        fixture_free(&f);
    }
}
END_TEST

/* Larger lists, random ranges, asked in random pieces, with counts and without. */
START_TEST(test_random_in_pieces)
{
    struct seed seed = seed_stream(&start, 1000 + (uint64_t)_i);
    struct fixture f;
    struct planes planes;
    size_t n = 1 + (size_t)seed_below(&seed, 6000), m = 200;
    bool with_counts = _i % 8 < 4;
    random_heaps(&f, &seed, n, _i);
    fixture_queries(&f, m);
    for (size_t i = 0; i < m; i++) {
        uint64_t a = seed_below(&seed, n), b = seed_below(&seed, n);
        set_query(&f, i, (a < b ? a : b) + f.base, (a < b ? b : a) + f.base);
    }
    planes_init(&planes, &f, with_counts);
    for (size_t done = 0, until; done < m; done = until) {
        until = done + 1 + (size_t)seed_below(&seed, m - done < 70 ? m - done : 70);
        struct nimsum_move *moves = allocate(until - done, sizeof *moves);
        uint32_t *counts = with_counts ? allocate(until - done, sizeof *counts) : NULL;
        ck_assert_uint_eq(ask(&planes, done, until, moves, counts), until);
        for (size_t i = done; i < until; i++) {
            size_t l = (size_t)f.queries_64[2 * i] - f.base;
            size_t r = (size_t)f.queries_64[2 * i + 1] - f.base;
            struct nimsum_position_verdict verdict = nimsum_position_decide_u64(
                f.heaps + l, r - l + 1, f.misere ? NIMSUM_MISERE : NIMSUM_NORMAL);
            uint32_t count = (uint32_t)verdict.winning_move_count;
            ck_assert(!with_counts || counts[i - done] == count);
            compare_query(&f, i, moves[i - done], count);
        }
        free(moves);
        free(counts);
    }
    planes_free(&planes);
    fixture_free(&f);
}
END_TEST

/* Lists whose levels end just before, at and after a border, empty but for the last heap and
 * perhaps the first: a search from anywhere climbs all levels, and ends at the sentinel if the
 * range ends before. The last heap has 63 bits, or 1. */
START_TEST(test_only_the_last_heap)
{
    static const size_t lengths[] = {63, 64, 65, 4094, 4095, 4096, 4097, 262143, 262144, 270001};
    size_t n = lengths[_i / 4];
    bool misere = _i % 2 == 1;
    uint64_t last_heap = _i / 2 % 2 == 0 ? INT64_MAX : 1;
    uint64_t *heaps = allocate(n, sizeof *heaps);
    memset(heaps, 0, n * sizeof *heaps);
    heaps[0] = heaps[n - 1] = last_heap;
    struct fixture f;
    struct planes planes;
    fixture_init(&f, heaps, n, misere, 0);
    const size_t begins[] = {0, 1, 2, n > 64 ? n / 64 * 64 - 1 : 0, n / 2, n - 2, n - 1};
    enum { BEGINS = COUNT_OF(begins) };
    fixture_queries(&f, 2 * BEGINS);
    for (size_t i = 0; i < BEGINS; i++) {
        set_query(&f, 2 * i, begins[i], n - 1);
        set_query(&f, 2 * i + 1, begins[i], begins[i] == n - 1 ? n - 1 : n - 2);
    }
    planes_init(&planes, &f, true);
    struct nimsum_move moves[2 * BEGINS];
    uint32_t counts[2 * BEGINS];
    ck_assert_uint_eq(ask(&planes, 0, f.m, moves, counts), f.m);
    for (size_t i = 0; i < f.m; i++) {
        compare_query(&f, i, moves[i], counts[i]);
    }
    planes_free(&planes);
    fixture_free(&f);
    free(heaps);
}
END_TEST

/* A bad query anywhere ends it; what was asked before stands, what comes after is left alone. */
START_TEST(test_bad_query)
{
    enum { M = 9 };
    const uint64_t heaps[3] = {2, 4, 8};
    static const int64_t bad[][2] = {{0, 3}, {3, 3}, {2, 1}, {-1, 0}, {-1, -1}, {0, -1}, {3, 2}};
    unsigned base = (unsigned)_i / 2;
    struct fixture f;
    struct planes planes;
    fixture_init(&f, heaps, 3, _i % 2 == 1, base);
    fixture_queries(&f, M);
    planes_init(&planes, &f, true);
    for (size_t at = 0; at < M; at++) {
        for (size_t k = 0; k < COUNT_OF(bad); k++) {
            for (size_t i = 0; i < M; i++) {
                set_query(&f, i, base, base + 2);
            }
            set_query(&f, at, (uint64_t)bad[k][0] + base, (uint64_t)bad[k][1] + base);
            struct nimsum_move moves[M];
            uint32_t counts[M];
            memset(moves, 0xA5, sizeof moves);
            memset(counts, 0xA5, sizeof counts);
            ck_assert_uint_eq(ask(&planes, 0, M, moves, counts), at);
            for (size_t i = 0; i < M; i++) {
                ck_assert_uint_eq(counts[i], i < at ? 1 : 0xA5A5A5A5);
                ck_assert_uint_eq(moves[i].take, i < at ? 2 : UINT64_C(0xA5A5A5A5A5A5A5A5));
            }
        }
    }
    planes_free(&planes);
    fixture_free(&f);
}
END_TEST

/* What the header promises, for 10^6 heaps. */
START_TEST(test_memory)
{
    const size_t n = 1000000;
    uint64_t *prefix = allocate(n + 1, sizeof *prefix);
    memset(prefix, 0, (n + 1) * sizeof *prefix);
    struct nimsum_ranges_u64 game = {.prefix = prefix, .heap_count = n, .index_base = 1};
    static const struct {
        uint64_t heap;
        size_t bytes, with_counts;
    } rows[] = {
        {0, 127100, 189700},
        {1000000000, 3820000, 5700000},
        {INT64_MAX, 8010000, 11950000},
        {UINT64_MAX, 8140000, 12140000},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        prefix[n] = rows[i].heap;
        ck_assert_uint_le(nimsum_moves_plan_u64(&game, false).workspace_bytes, rows[i].bytes);
        ck_assert_uint_le(nimsum_moves_plan_u64(&game, true).workspace_bytes, rows[i].with_counts);
    }
    free(prefix);
}
END_TEST

int main(void)
{
    start = seed_start("check_moves");
    TCase *tcase = tcase_create("moves");
    tcase_add_loop_test(tcase, test_every_small_game, 0, 2);
    tcase_add_loop_test(tcase, test_every_range_of_a_list, 0, 12);
    tcase_add_loop_test(tcase, test_random_in_pieces, 0, 40);
    tcase_add_loop_test(tcase, test_only_the_last_heap, 0, 40);
    tcase_add_loop_test(tcase, test_bad_query, 0, 4);
    tcase_add_test(tcase, test_memory);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
