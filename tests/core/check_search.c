/* SPDX-License-Identifier: MIT */
/* check_search.c, of src/core/search.c: who wins by the search, against the plain game tree and
 * the theorem. */
#include <nimsum/chalkboard.h>

#include "oracle.h"
#include "run_tests.h"
#include "seed.h"
#include "search_fixture.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct seed start;

/* The number of sub-boards of numbers, both ends included; at most cap is told. */
static uint64_t count_sub_boards(const uint64_t *numbers, size_t count, uint64_t cap)
{
    uint64_t boards = 1;
    for (size_t i = 0; i < count && boards < cap; i++) {
        uint64_t before = 0;
        uint64_t all = 0;
        for (size_t j = 0; j < count; j++) {
            before += j < i && numbers[j] == numbers[i];
            all += numbers[j] == numbers[i];
        }
        boards *= before == 0 ? all + 1 : 1;
    }
    return boards < cap ? boards : cap;
}

static void compare(const uint64_t *numbers, size_t count, bool wins)
{
    const uint64_t cap = 1000000;
    struct nimsum_search_limits limits = {.max_positions = cap};
    struct nimsum_search_result result = {!wins, 0};
    enum nimsum_search_status status = search(numbers, count, &limits, &result);
    if (status != NIMSUM_SEARCH_OK || result.alice_wins != wins) {
        ck_abort_msg("%zu numbers: status %d, expected winner %d", count, (int)status, wins);
    }
    uint64_t most = count_sub_boards(numbers, count, cap);
    if (result.positions < 1 || result.positions > most) {
        ck_abort_msg("%" PRIu64 " positions of at most %" PRIu64, result.positions, most);
    }
}

/* Every list of 0..3 up to 6 numbers, and every sorted one of 0..7, against the tree. */
START_TEST(test_every_small_board)
{
    uint64_t base = _i == 0 ? 4 : 8;
    for (size_t count = 0; count <= 6; count++) {
        uint64_t boards = 1;
        for (size_t i = 0; i < count; i++) {
            boards *= base;
        }
        for (uint64_t board = 0; board < boards; board++) {
            uint64_t numbers[6] = {0};
            bool sorted = true;
            uint64_t digits = board;
            for (size_t i = 0; i < count; i++) {
                numbers[i] = digits % base;
                digits /= base;
                sorted = sorted && (i == 0 || numbers[i - 1] <= numbers[i]);
            }
            if (sorted || base == 4) {
                compare(numbers, count, oracle_chalkboard_wins(numbers, count));
            }
        }
    }
}
END_TEST

/* Large boards of few kinds: too large for the tree, so the theorem answers. */
static void compare_random_board(struct seed *seed)
{
    size_t kinds = 1 + (size_t)seed_below(seed, 6);
    size_t count = 1 + (size_t)seed_below(seed, kinds < 4 ? 64 : 24);
    uint64_t values[6];
    uint64_t numbers[64];
    for (size_t i = 0; i < kinds; i++) {
        values[i] = seed_number(seed, UINT64_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        numbers[i] = values[seed_below(seed, kinds)];
    }
    compare(numbers, count, nimsum_board_decide(nimsum_xor_u64(numbers, count), count).alice_wins);
}

START_TEST(test_random_against_theorem)
{
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    for (int i = 0; i < 20; i++) {
        compare_random_board(&seed);
    }
}
END_TEST

START_TEST(test_order_does_not_matter)
{
    struct seed seed = seed_stream(&start, 5000 + (uint64_t)_i);
    uint64_t numbers[15];
    for (size_t i = 0; i < 15; i++) {
        numbers[i] = seed_below(&seed, 8);
    }
    struct nimsum_search_limits limits = {.max_positions = 1000000};
    struct nimsum_search_result first, second;
    ck_assert_int_eq(search(numbers, 15, &limits, &first), NIMSUM_SEARCH_OK);
    for (size_t i = 14; i > 0; i--) {
        size_t j = (size_t)seed_below(&seed, i + 1);
        uint64_t kept = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = kept;
    }
    ck_assert_int_eq(search(numbers, 15, &limits, &second), NIMSUM_SEARCH_OK);
    ck_assert(first.alice_wins == second.alice_wins);
    ck_assert_uint_eq(first.positions, second.positions);
}
END_TEST

START_TEST(test_sixty_four_numbers)
{
    uint64_t numbers[64];
    for (size_t i = 0; i < 64; i++) {
        numbers[i] = 9 + i % 2; /* 32 nines, 32 tens: XOR 0 */
    }
    compare(numbers, 64, true);
    for (size_t i = 0; i < 64; i++) {
        numbers[i] = i < 63 ? 9 : 10; /* 63 nines and a ten: even, XOR 3 */
    }
    compare(numbers, 64, true);
    compare(numbers, 63, false);
}
END_TEST

/* A published board on which a search without memory takes for ever. */
START_TEST(test_known_slow_board)
{
    const uint64_t numbers[20] = {0, 0, 1, 1, 2, 1, 2, 1, 2, 2, 2, 1, 1, 1, 2, 0, 2, 1, 1, 0};
    compare(numbers, 20, true);
    compare(numbers, 19, nimsum_board_decide(nimsum_xor_u64(numbers, 19), 19).alice_wins);
}
END_TEST

int main(void)
{
    start = seed_start("check_search");
    TCase *tcase = tcase_create("search");
    tcase_add_loop_test(tcase, test_every_small_board, 0, 2);
    tcase_add_loop_test(tcase, test_random_against_theorem, 0, 10);
    tcase_add_loop_test(tcase, test_order_does_not_matter, 0, 20);
    tcase_add_test(tcase, test_sixty_four_numbers);
    tcase_add_test(tcase, test_known_slow_board);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
