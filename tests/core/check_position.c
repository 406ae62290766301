/* SPDX-License-Identifier: MIT */
/* check_position.c, of src/core/position.c: whole positions against Nim played out (small
 * heaps), and against the verdicts of the positions that the moves lead to (large ones), in both
 * widths. */
#include <nimsum/position.h>

#include "oracle.h"
#include "ranges_fixture.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEAPS = ORACLE_NIM_HEAPS, SIZES = ORACLE_NIM_LARGEST + 1 };

static struct seed start;

/* Plain comparisons in the inner loops: an assertion of Check's costs a message each time. */
static bool same_verdict(const struct nimsum_position_verdict *a,
                         const struct nimsum_position_verdict *b)
{
    return a->convention == b->convention && a->first_player_wins == b->first_player_wins &&
           a->nim_sum == b->nim_sum && a->large_heaps == b->large_heaps &&
           a->winning_move_count == b->winning_move_count &&
           a->remoteness_known == b->remoteness_known && a->remoteness == b->remoteness;
}

/* The moves in both widths, three at a time. */
static bool same_moves(const struct nimsum_position_verdict *verdict, const uint64_t *heaps,
                       const uint32_t *narrow, size_t count)
{
    struct nimsum_move moves[3], twins[3];
    size_t next = 0, next_twin = 0;
    bool same = true;
    while (same && next < count) {
        size_t written = nimsum_position_moves_u64(verdict, heaps, count, &next, moves, 3);
        size_t twin = nimsum_position_moves_u32(verdict, narrow, count, &next_twin, twins, 3);
        same = written == twin && next == next_twin;
        for (size_t i = 0; same && i < written; i++) {
            same = moves[i].heap == twins[i].heap && moves[i].take == twins[i].take;
        }
    }
    return same;
}

/* Decide in the widths that fit, which must agree. */
static struct nimsum_position_verdict decide(const uint64_t *heaps, size_t count, bool misere)
{
    enum nimsum_convention convention = misere ? NIMSUM_MISERE : NIMSUM_NORMAL;
    struct nimsum_position_verdict verdict = nimsum_position_decide_u64(heaps, count, convention);
    uint32_t *narrow = allocate(count, sizeof *narrow);
    bool fits = true;
    for (size_t i = 0; i < count; i++) {
        narrow[i] = (uint32_t)heaps[i];
        fits = fits && heaps[i] <= UINT32_MAX;
    }
    if (fits) {
        struct nimsum_position_verdict twin = nimsum_position_decide_u32(narrow, count, convention);
        if (!same_verdict(&verdict, &twin) || !same_moves(&verdict, heaps, narrow, count)) {
            ck_abort_msg("%zu heaps, misere %d: the widths differ", count, misere);
        }
    }
    free(narrow);
    return verdict;
}

/* All winning moves of a position, in an exact heap block. */
static struct nimsum_move *all_moves(const struct nimsum_position_verdict *verdict,
                                     const uint64_t *heaps, size_t count)
{
    struct nimsum_move *moves = allocate(verdict->winning_move_count, sizeof *moves);
    size_t next = 0;
    ck_assert_uint_eq(
        nimsum_position_moves_u64(verdict, heaps, count, &next, moves, verdict->winning_move_count),
        verdict->winning_move_count);
    ck_assert_uint_eq(nimsum_position_moves_u64(verdict, heaps, count, &next, moves, 0), 0);
    ck_assert_uint_eq(next, count);
    return moves;
}

/* Every legal move is played: those that win are the ones told, in order. */
static void compare_with_tree(struct oracle_nim *oracle, const uint64_t *heaps, size_t count)
{
    struct nimsum_position_verdict verdict = decide(heaps, count, oracle->misere);
    struct oracle_outcome outcome = oracle_nim_outcome(oracle, heaps, count);
    uint64_t nim_sum = count > 0 ? oracle_range_xor(heaps, 0, count - 1) : 0;
    if (verdict.first_player_wins != outcome.wins || verdict.nim_sum != nim_sum ||
        !verdict.remoteness_known || verdict.remoteness != outcome.remoteness) {
        ck_abort_msg("%zu heaps, nim-sum %" PRIu64 ": the tree says wins %d, in %u moves", count,
                     nim_sum, outcome.wins, outcome.remoteness);
    }
    struct nimsum_move *moves = all_moves(&verdict, heaps, count);
    size_t found = 0;
    for (size_t heap = 0; heap < count; heap++) {
        for (uint64_t take = 1; take <= heaps[heap]; take++) {
            if (!oracle_nim_move_wins(oracle, heaps, count, heap, take)) {
                continue;
            }
            if (found >= verdict.winning_move_count || moves[found].heap != heap ||
                moves[found].take != take) {
                ck_abort_msg("%" PRIu64 " stones from heap %zu of %zu win and are not told", take,
                             heap, count);
            }
            found++;
        }
    }
    if (found != verdict.winning_move_count) {
        ck_abort_msg("%zu moves are told, %zu win", verdict.winning_move_count, found);
    }
    free(moves);
}

START_TEST(test_every_small_position)
{
    static struct oracle_nim oracle;
    oracle_nim_init(&oracle, _i == 1);
    size_t positions = 0;
    for (size_t count = 0, lists = 1; count <= MOST_HEAPS; count++, lists *= SIZES) {
        for (size_t list = 0; list < lists; list++, positions++) {
            uint64_t heaps[MOST_HEAPS] = {0};
            size_t digits = list;
            for (size_t i = 0; i < count; i++, digits /= SIZES) {
                heaps[i] = digits % SIZES;
            }
            compare_with_tree(&oracle, heaps, count);
        }
    }
    ck_assert_uint_eq(positions, 1 + 8 + 64 + 512 + 4096 + 32768);
}
END_TEST

/* Each move leaves a lost position, and the soonest end of those is one move nearer. */
static void compare_moves(uint64_t *heaps, size_t count, bool misere)
{
    struct nimsum_position_verdict verdict = decide(heaps, count, misere);
    ck_assert(verdict.first_player_wins == oracle_range_first_wins(heaps, 0, count - 1, misere));
    struct nimsum_move *moves = all_moves(&verdict, heaps, count);
    uint64_t soonest = UINT64_MAX;
    for (size_t i = 0; i < verdict.winning_move_count; i++) {
        size_t heap = moves[i].heap;
        ck_assert(i == 0 || moves[i - 1].heap < heap);
        ck_assert(heap < count && moves[i].take >= 1 && moves[i].take <= heaps[heap]);
        heaps[heap] -= moves[i].take;
        struct nimsum_position_verdict after = decide(heaps, count, misere);
        heaps[heap] += moves[i].take;
        ck_assert(!after.first_player_wins && after.winning_move_count == 0);
        if (after.remoteness_known && after.remoteness < soonest) {
            soonest = after.remoteness;
        }
    }
    if (verdict.winning_move_count > 0) {
        bool known = soonest < INT64_MAX;
        ck_assert(verdict.remoteness_known == known);
        ck_assert_uint_eq(verdict.remoteness, known ? soonest + 1 : 0);
    }
    free(moves);
}

static const uint64_t largest[] = {1, 2, 3, 1000000000, UINT32_MAX, INT64_MAX, UINT64_MAX};

START_TEST(test_random_positions)
{
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    for (int round = 0; round < 200; round++) {
        size_t count = 1 + (size_t)seed_below(&seed, round % 2 == 0 ? 6 : 60);
        uint64_t sum = 0, *heaps = allocate(count, sizeof *heaps);
        for (size_t i = 0; i < count; i++) {
            heaps[i] = seed_number(&seed, largest[_i / 2]);
            if (seed_below(&seed, 4) == 0) {
                heaps[i] = seed_below(&seed, 3);
            }
            sum ^= heaps[i];
        }
        if (round % 4 == 0) {
            heaps[count - 1] ^= sum; /* a lost position, as a rule */
        }
        compare_moves(heaps, count, _i % 2 == 1);
        free(heaps);
    }
}
END_TEST

#define TWO_TO(n) (UINT64_C(1) << (n))

static const struct {
    const char *name;
    bool misere;
    size_t count;
    uint64_t heaps[4];
    bool known;
    uint64_t remoteness;
} ends[] = {
    {"no heap", false, 0, {0}, true, 0},
    {"no heap, misere", true, 0, {0}, true, 0},
    {"no stone, misere", true, 2, {0, 0}, true, 0},
    {"the worked example", false, 3, {3, 4, 5}, true, 11},
    {"one heap, taken whole", false, 1, {INT64_MAX}, true, 1},
    {"one heap, misere: all but one", true, 1, {INT64_MAX}, true, 2},
    {"64 bits, taken whole", false, 1, {UINT64_MAX}, true, 1},
    {"the sum passes 2^64, the remoteness does not", false, 2, {UINT64_MAX, 1}, true, 3},
    {"2^63 - 2", false, 2, {TWO_TO(62) - 1, TWO_TO(62) - 1}, true, TWO_TO(63) - 2},
    {"2^63 - 1: one more", false, 3, {TWO_TO(62) - 1, TWO_TO(62) - 1, 1}, true, TWO_TO(63) - 1},
    {"2^63", false, 2, {TWO_TO(62), TWO_TO(62)}, false, 0},
    {"2^63 - 1, misere", true, 2, {TWO_TO(62), TWO_TO(62)}, true, INT64_MAX},
    {"2^63, misere", true, 3, {TWO_TO(62), TWO_TO(62), 1}, false, 0},
    {"2^63 + 1, misere", true, 4, {TWO_TO(62), TWO_TO(62), 1, 1}, false, 0},
    {"the sum is 2^64: 0 in 64 bits", false, 2, {TWO_TO(63), TWO_TO(63)}, false, 0},
    {"the same, won", false, 3, {TWO_TO(63), TWO_TO(63), TWO_TO(63)}, false, 0},
    {"the same, misere", true, 2, {TWO_TO(63), TWO_TO(63)}, false, 0},
};

START_TEST(test_remoteness)
{
    struct nimsum_position_verdict verdict = decide(ends[_i].heaps, ends[_i].count,
                                                    ends[_i].misere);
    ck_assert_msg(verdict.remoteness_known == ends[_i].known &&
                      verdict.remoteness == ends[_i].remoteness,
                  "%s: %d, %" PRIu64, ends[_i].name, verdict.remoteness_known, verdict.remoteness);
}
END_TEST

/* A long list of the largest heaps: the sum needs 83 bits. */
START_TEST(test_a_million_large_heaps)
{
    const size_t count = 1000000;
    uint64_t *heaps = allocate(count, sizeof *heaps);
    for (size_t i = 0; i < count; i++) {
        heaps[i] = INT64_MAX;
    }
    struct nimsum_position_verdict verdict = decide(heaps, count, _i == 1);
    ck_assert(!verdict.first_player_wins && !verdict.remoteness_known);
    heaps[0] = 0;
    verdict = decide(heaps, count, _i == 1);
    ck_assert(verdict.first_player_wins && !verdict.remoteness_known);
    ck_assert_uint_eq(verdict.winning_move_count, count - 1);
    free(heaps);
}
END_TEST

/* Whatever the caller's array holds, the pieces make the whole. */
START_TEST(test_moves_in_pieces)
{
    enum { COUNT = 41 };
    uint64_t heaps[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        heaps[i] = i % 3 == 0 ? 1 : 0; /* 14 heaps of 1: won under misere play */
    }
    struct nimsum_position_verdict verdict = decide(heaps, COUNT, true);
    ck_assert_uint_eq(verdict.winning_move_count, 14);
    struct nimsum_move *whole = all_moves(&verdict, heaps, COUNT);
    for (size_t capacity = 1; capacity <= 15; capacity++) {
        struct nimsum_move *piece = allocate(capacity, sizeof *piece);
        size_t next = 0, seen = 0;
        while (next < COUNT) {
            size_t written = nimsum_position_moves_u64(&verdict, heaps, COUNT, &next, piece,
                                                       capacity);
            ck_assert(written == capacity || next == COUNT);
            for (size_t i = 0; i < written; i++, seen++) {
                ck_assert_uint_eq(piece[i].heap, whole[seen].heap);
                ck_assert_uint_eq(piece[i].take, whole[seen].take);
            }
        }
        ck_assert_uint_eq(seen, 14);
        free(piece);
    }
    free(whole);
}
END_TEST

int main(void)
{
    start = seed_start("check_position");
    TCase *tcase = tcase_create("position");
    tcase_add_loop_test(tcase, test_every_small_position, 0, 2);
    tcase_add_loop_test(tcase, test_random_positions, 0, 2 * (int)COUNT_OF(largest));
    tcase_add_loop_test(tcase, test_remoteness, 0, (int)COUNT_OF(ends));
    tcase_add_loop_test(tcase, test_a_million_large_heaps, 0, 2);
    tcase_add_test(tcase, test_moves_in_pieces);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
