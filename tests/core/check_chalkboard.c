/* SPDX-License-Identifier: MIT */
/* check_chalkboard.c, of src/core/chalkboard.c: the theorem against the whole game tree on every
 * small board. */
#include <nimsum/chalkboard.h>

#include "oracle.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

enum { LARGEST = 7, MOST_SORTED = 6, MOST_ORDERED = 4, MOST_ERASED = 300 };

static struct seed start;

static void compare_with_tree(const uint64_t *numbers, size_t count)
{
    uint64_t xor_sum = nimsum_xor_u64(numbers, count);
    struct nimsum_board_verdict verdict = nimsum_board_decide(xor_sum, count);
    bool wins = oracle_chalkboard_wins(numbers, count);
    if (verdict.alice_wins != wins || verdict.xor_sum != xor_sum) {
        ck_abort_msg("board of %zu numbers, XOR %" PRIu64 ": the tree says %d", count, xor_sum,
                     wins);
    }
    for (size_t i = 0; i < count; i++) {
        /* A board with XOR 0 is over: there is nothing to win by erasing. */
        bool erasure_wins = xor_sum != 0 && oracle_chalkboard_erasure_wins(numbers, count, i);
        if (nimsum_board_move_wins(xor_sum, count, numbers[i]) != erasure_wins) {
            ck_abort_msg("%zu numbers, XOR %" PRIu64 ", erase %" PRIu64 ": the tree says %d", count,
                         xor_sum, numbers[i], erasure_wins);
        }
    }
}

/* The next list of numbers 0..LARGEST in lexicographic order, only non-decreasing ones if sorted.
 */
static bool next_board(uint64_t *numbers, size_t count, bool sorted)
{
    size_t i = count;
    while (i > 0 && numbers[i - 1] == LARGEST) {
        i--;
    }
    if (i == 0) {
        return false;
    }
    numbers[i - 1]++;
    for (size_t j = i; j < count; j++) {
        numbers[j] = sorted ? numbers[i - 1] : 0;
    }
    return true;
}

static size_t compare_all(size_t most, bool sorted)
{
    size_t boards = 0;
    for (size_t count = 0; count <= most; count++) {
        uint64_t numbers[MOST_SORTED] = {0};
        do {
            compare_with_tree(numbers, count);
            boards++;
        } while (next_board(numbers, count, sorted));
    }
    return boards;
}

START_TEST(test_every_small_multiset)
{
    ck_assert_uint_eq(compare_all(MOST_SORTED, true), 3003); /* 14 over 6 */
}
END_TEST

START_TEST(test_every_small_order)
{
    ck_assert_uint_eq(compare_all(MOST_ORDERED, false), 1 + 8 + 64 + 512 + 4096);
}
END_TEST

static const struct {
    const char *name;
    size_t count;
    uint64_t numbers[6];
    uint64_t xor_sum;
    enum nimsum_board_reason reason;
} boards[] = {
    {"empty", 0, {0}, 0, NIMSUM_XOR_ZERO},
    {"one zero", 1, {0}, 0, NIMSUM_XOR_ZERO},
    {"one number", 1, {5}, 5, NIMSUM_ODD_COUNT},
    {"LeetCode 1", 3, {1, 1, 2}, 2, NIMSUM_ODD_COUNT},
    {"LeetCode 2", 2, {0, 1}, 1, NIMSUM_EVEN_COUNT},
    {"LeetCode 3", 3, {1, 2, 3}, 0, NIMSUM_XOR_ZERO},
    {"zero before even", 2, {7, 7}, 0, NIMSUM_XOR_ZERO},
    {"the worked example", 4, {7, 7, 1, 2}, 3, NIMSUM_EVEN_COUNT},
    {"one erasure loses", 4, {1, 4, 2, 3}, 4, NIMSUM_EVEN_COUNT},
    {"63 bits", 2, {INT64_MAX, 1}, INT64_MAX - 1, NIMSUM_EVEN_COUNT},
    {"top bit alone", 3, {UINT64_C(1) << 62, 0, 0}, UINT64_C(1) << 62, NIMSUM_ODD_COUNT},
};

START_TEST(test_reason)
{
    const uint64_t *numbers = boards[_i].numbers;
    size_t count = boards[_i].count;
    struct nimsum_board_verdict verdict = nimsum_board_decide(nimsum_xor_u64(numbers, count),
                                                              count);
    ck_assert_msg(verdict.xor_sum == boards[_i].xor_sum, "%s: XOR %" PRIu64, boards[_i].name,
                  verdict.xor_sum);
    ck_assert_msg(verdict.reason == boards[_i].reason, "%s: reason %d", boards[_i].name,
                  (int)verdict.reason);
    ck_assert_msg(verdict.alice_wins == (boards[_i].reason != NIMSUM_ODD_COUNT), "%s: winner",
                  boards[_i].name);
}
END_TEST

START_TEST(test_empty_list_may_be_null)
{
    ck_assert_uint_eq(nimsum_xor_u32(NULL, 0), 0);
    ck_assert_uint_eq(nimsum_xor_u64(NULL, 0), 0);
}
END_TEST

/* Lists of every length around the sizes of vector registers, in exact heap blocks. */
static void compare_xor(struct seed *seed, size_t count)
{
    uint64_t *wide = malloc(count * sizeof *wide);
    uint32_t *narrow = malloc(count * sizeof *narrow);
    ck_assert(wide != NULL && narrow != NULL);
    for (size_t i = 0; i < count; i++) {
        narrow[i] = (uint32_t)seed_number(seed, UINT32_MAX);
        wide[i] = narrow[i];
    }
    ck_assert_uint_eq(nimsum_xor_u32(narrow, count), oracle_range_xor(wide, 0, count - 1));
    for (size_t i = 0; i < count; i++) {
        wide[i] = seed_number(seed, UINT64_MAX);
    }
    ck_assert_uint_eq(nimsum_xor_u64(wide, count), oracle_range_xor(wide, 0, count - 1));
    free(narrow);
    free(wide);
}

START_TEST(test_random_xor)
{
    struct seed seed = seed_stream(&start, 0);
    for (size_t count = 1; count <= 140; count++) {
        compare_xor(&seed, count);
        compare_xor(&seed, 1 + (size_t)seed_below(&seed, 5000));
    }
}
END_TEST

/* A winning erasure is one that leaves a lost board, on boards too large to play out. */
static void compare_erasures(struct seed *seed, size_t count, uint64_t largest)
{
    uint64_t numbers[MOST_ERASED] = {0};
    for (size_t i = 0; i < count; i++) {
        numbers[i] = seed_number(seed, largest);
    }
    uint64_t xor_sum = nimsum_xor_u64(numbers, count);
    struct nimsum_board_verdict verdict = nimsum_board_decide(xor_sum, count);
    size_t winning = 0;
    for (size_t i = 0; i < count; i++) {
        bool wins = nimsum_board_move_wins(xor_sum, count, numbers[i]);
        winning += wins;
        struct nimsum_board_verdict after = nimsum_board_decide(xor_sum ^ numbers[i], count - 1);
        if (xor_sum != 0 && wins == after.alice_wins) {
            ck_abort_msg("erasing %" PRIu64 " and the board after it disagree", numbers[i]);
        }
    }
    ck_assert(verdict.reason == NIMSUM_EVEN_COUNT ? winning > 0 : winning == 0);
}

START_TEST(test_random_erasures)
{
    struct seed seed = seed_stream(&start, 1000);
    for (int i = 0; i < 200; i++) {
        size_t count = 1 + (size_t)seed_below(&seed, MOST_ERASED);
        compare_erasures(&seed, count, i % 2 == 0 ? INT64_MAX : 3);
    }
}
END_TEST

int main(void)
{
    start = seed_start("check_chalkboard");
    TCase *tcase = tcase_create("theorem");
    tcase_add_test(tcase, test_every_small_multiset);
    tcase_add_test(tcase, test_every_small_order);
    tcase_add_loop_test(tcase, test_reason, 0, (int)COUNT_OF(boards));
    tcase_add_test(tcase, test_empty_list_may_be_null);
    tcase_add_test(tcase, test_random_xor);
    tcase_add_test(tcase, test_random_erasures);
    return run_tests(tcase);
}
