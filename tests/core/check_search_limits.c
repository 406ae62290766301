/* SPDX-License-Identifier: MIT */
/* check_search_limits.c, of src/core/search.c: how much a search may cost: positions, numbers,
 * workspace, cancelling. */
#include <nimsum/chalkboard.h>

#include "search_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(test_positions_are_counted_exactly)
{
    uint64_t numbers[64];
    size_t count = 15;
    powers(numbers, count);
    struct nimsum_search_limits limits = {.max_positions = 32768};
    struct nimsum_search_result result = {true, 0};
    ck_assert_int_eq(search(numbers, count, &limits, &result), NIMSUM_SEARCH_OK);
    ck_assert(!result.alice_wins);
    uint64_t positions = result.positions;
    ck_assert_uint_gt(positions, 1024); /* so that the index grew several times */

    limits.max_positions = positions;
    ck_assert_int_eq(search(numbers, count, &limits, &result), NIMSUM_SEARCH_OK);
    ck_assert_uint_eq(result.positions, positions);

    limits.max_positions = positions - 1;
    result = (struct nimsum_search_result){true, 77};
    ck_assert_int_eq(search(numbers, count, &limits, &result), NIMSUM_SEARCH_TOO_LARGE);
    ck_assert(result.alice_wins && result.positions == 77);
}
END_TEST

START_TEST(test_too_many_numbers)
{
    uint64_t numbers[65];
    powers(numbers, 64); /* 2^64 sub-boards: names use all 64 bits */
    struct nimsum_search_limits limits = {.max_positions = 3000};
    struct nimsum_search_result result = {false, 77};
    ck_assert_int_eq(search(numbers, 64, &limits, &result), NIMSUM_SEARCH_TOO_LARGE);
    ck_assert_uint_eq(result.positions, 77);
    ck_assert_uint_eq(nimsum_search_workspace_bytes(numbers, 65, 10), 0);
    uint64_t workspace[100];
    ck_assert_int_eq(
        nimsum_search_board(numbers, 65, &limits, workspace, sizeof workspace, &result),
        NIMSUM_SEARCH_BAD_ARGUMENT);
    ck_assert_uint_eq(result.positions, 77);
}
END_TEST

START_TEST(test_decided_at_once)
{
    struct nimsum_search_limits limits = {.max_positions = 1};
    struct nimsum_search_result result = {false, 0};
    const uint64_t equal[2] = {6, 6};
    ck_assert_int_eq(search(NULL, 0, &limits, &result), NIMSUM_SEARCH_OK);
    ck_assert(result.alice_wins && result.positions == 1);
    result = (struct nimsum_search_result){false, 0};
    ck_assert_int_eq(search(equal, 2, &limits, &result), NIMSUM_SEARCH_OK);
    ck_assert(result.alice_wins && result.positions == 1);
    ck_assert_int_eq(search(equal, 1, &limits, &result), NIMSUM_SEARCH_OK);
    ck_assert(!result.alice_wins && result.positions == 1);
    limits.max_positions = 0;
    ck_assert_int_eq(search(equal, 2, &limits, &result), NIMSUM_SEARCH_TOO_LARGE);
    ck_assert_int_eq(search(equal, 1, &limits, &result), NIMSUM_SEARCH_TOO_LARGE);
}
END_TEST

START_TEST(test_workspace)
{
    uint64_t numbers[64];
    powers(numbers, 64);
    struct nimsum_search_limits limits = {.max_positions = 1000000};
    struct nimsum_search_result result = {false, 77};
    size_t bytes = nimsum_search_workspace_bytes(numbers, 64, limits.max_positions);
    ck_assert_uint_le(bytes, 25 * 1000000);
    ck_assert_uint_eq(nimsum_search_workspace_bytes(numbers, 64, UINT64_MAX),
                      nimsum_search_workspace_bytes(numbers, 64, NIMSUM_SEARCH_MAX_POSITIONS));
    unsigned char *workspace = malloc(bytes + 8);
    ck_assert_ptr_nonnull(workspace);
    ck_assert_int_eq(nimsum_search_board(numbers, 64, &limits, workspace, bytes - 1, &result),
                     NIMSUM_SEARCH_BAD_ARGUMENT);
    ck_assert_int_eq(nimsum_search_board(numbers, 64, &limits, NULL, bytes, &result),
                     NIMSUM_SEARCH_BAD_ARGUMENT);
    ck_assert_int_eq(nimsum_search_board(numbers, 64, &limits, workspace + 4, bytes, &result),
                     NIMSUM_SEARCH_BAD_ARGUMENT);
    ck_assert_uint_eq(result.positions, 77);

    free(workspace);
}
END_TEST

/* Bytes of a large workspace that a search writes to. */
static size_t count_touched(const uint64_t *numbers, size_t count,
                            struct nimsum_search_result *result)
{
    struct nimsum_search_limits limits = {.max_positions = 1000000};
    size_t bytes = nimsum_search_workspace_bytes(numbers, count, limits.max_positions);
    unsigned char *workspace = malloc(bytes);
    ck_assert_ptr_nonnull(workspace);
    memset(workspace, 0xA5, bytes);
    ck_assert_int_eq(nimsum_search_board(numbers, count, &limits, workspace, bytes, result),
                     NIMSUM_SEARCH_OK);
    size_t touched = 0;
    for (size_t i = 0; i < bytes; i++) {
        touched += workspace[i] != 0xA5;
    }
    free(workspace);
    return touched;
}

START_TEST(test_cheap_search_touches_little)
{
    uint64_t numbers[64];
    powers(numbers, 64);
    numbers[63] = nimsum_xor_u64(numbers, 63); /* XOR 0, over at once, 2^64 sub-boards */
    struct nimsum_search_result result = {false, 0};
    ck_assert_uint_le(count_touched(numbers, 64, &result), 256);
    ck_assert_uint_eq(result.positions, 1);
    powers(numbers, 16);
    ck_assert_uint_le(count_touched(numbers, 15, &result), 25 * result.positions);
}
END_TEST

static bool count_down(void *cls)
{
    int *calls_left = cls;
    return --*calls_left == 0;
}

START_TEST(test_cancel)
{
    uint64_t numbers[64];
    powers(numbers, 64);
    int calls_left = 3;
    struct nimsum_search_limits limits = {1000000, count_down, &calls_left};
    struct nimsum_search_result result = {false, 77};
    ck_assert_int_eq(search(numbers, 64, &limits, &result), NIMSUM_SEARCH_CANCELLED);
    ck_assert_int_eq(calls_left, 0);
    ck_assert_uint_eq(result.positions, 77);

    calls_left = 1000; /* asked once every 1024 positions, and going on when told to */
    limits.max_positions = 10240;
    ck_assert_int_eq(search(numbers, 64, &limits, &result), NIMSUM_SEARCH_TOO_LARGE);
    ck_assert_int_eq(calls_left, 990);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("limits");
    tcase_add_test(tcase, test_positions_are_counted_exactly);
    tcase_add_test(tcase, test_too_many_numbers);
    tcase_add_test(tcase, test_decided_at_once);
    tcase_add_test(tcase, test_workspace);
    tcase_add_test(tcase, test_cheap_search_touches_little);
    tcase_add_test(tcase, test_cancel);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
