/* SPDX-License-Identifier: MIT */
/* check_explain.c, of src/api/games/explain.c: the sentences, for every outcome of both games
 * and at their longest. */
#include "api/games/explain.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* The text that was written, without its quotes. free() it. */
static char *text_of(struct buffer *out)
{
    ck_assert_uint_gt(out->size, 2);
    ck_assert(out->data[0] == '"' && out->data[out->size - 1] == '"');
    size_t size = out->size - 2;
    char *text = malloc(size + 1);
    ck_assert(text != NULL);
    memcpy(text, out->data + 1, size);
    text[size] = '\0';
    buffer_free(out);
    ck_assert_msg(text[strlen(text) - 1] == '.', "cut short: %s", text);
    return text;
}

static char *board_text(uint64_t xor_sum, size_t count, const struct explain_erasure *erasure)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    buffer_init(&out, &account, 4096);
    struct json_writer writer = {.out = &out};
    struct nimsum_board_verdict verdict = nimsum_board_decide(xor_sum, count);
    explain_board(&writer, &verdict, count, erasure);
    ck_assert(!writer.failed);
    return text_of(&out);
}

static const struct {
    uint64_t xor_sum;
    size_t count;
    struct explain_erasure erasure;
    const char *parts[3];
} boards[] = {
    {0, 1, {.exists = false}, {"The XOR of the 1 number is 0", "Alice has won"}},
    {0, 4, {.exists = false}, {"The XOR of the 4 numbers is 0", "Alice has won"}},
    {2, 3, {.exists = false}, {"3 numbers is 2 (binary 10)", "odd, so Bob wins"}},
    {7, 1, {.exists = false}, {"1 number is 7 (binary 111)", "odd, so Bob wins"}},
    {1, 2, {true, 0, 7}, {"2 numbers is 1 (binary 1)", "even, so Alice wins", "nums[0] = 7"}},
    {2,
     4,
     {.exists = false},
     {"4 numbers is 2 (binary 10), not 0, and their count is even, so Alice"}},
    {65535, 2, {true, 1, 0}, {"is 65535 (binary 1111111111111111),", "nums[1] = 0"}},
    {65536, 2, {true, 1, 0}, {"is 65536, not 0", "other than 65536,"}},
    {UINT64_MAX,
     SIZE_MAX - 1,
     {true, SIZE_MAX, UINT64_MAX},
     {"18446744073709551614 numbers is 18446744073709551615",
      "nums[18446744073709551615] = 18446744073709551615", "not 0."}},
};

START_TEST(test_board)
{
    char *text = board_text(boards[_i].xor_sum, boards[_i].count, &boards[_i].erasure);
    for (size_t i = 0; i < COUNT_OF(boards[_i].parts) && boards[_i].parts[i] != NULL; i++) {
        ck_assert_msg(strstr(text, boards[_i].parts[i]) != NULL, "%s: no %s", text,
                      boards[_i].parts[i]);
    }
    ck_assert_int_eq(strstr(text, "nums[") != NULL, boards[_i].erasure.exists);
    free(text);
}
END_TEST

static const struct {
    enum nimsum_convention convention;
    uint64_t heaps[4];
    size_t count;
    const char *parts[2];
} positions[] = {
    {NIMSUM_NORMAL, {7}, 1, {"1 heap is 7 (binary 111), so the player to move wins.", "Taking 7"}},
    {NIMSUM_NORMAL, {3, 4, 5}, 3, {"3 heaps is 2 (binary 10)", "Taking 2 from heap 0 leaves nim-"}},
    {NIMSUM_NORMAL, {1, 2, 3}, 3, {"is 0 (binary 0), so the player to move loses."}},
    {NIMSUM_NORMAL, {0}, 1, {"so the player to move loses."}},
    {NIMSUM_NORMAL, {65536}, 1, {"is 65536, so"}},
    {NIMSUM_MISERE, {0}, 1, {"No heap is larger than 1", "it is even."}},
    {NIMSUM_MISERE, {1}, 1, {"No heap is larger than 1", "it is odd."}},
    {NIMSUM_MISERE, {0, 1, 1}, 3, {"it is even.", "Taking 1 from heap 1 leaves an odd number"}},
    {NIMSUM_MISERE, {1, 1, 2}, 3, {"Some heap is larger than 1", "Taking 1 from heap 2 leaves an"}},
    {NIMSUM_MISERE, {2, 3}, 2, {"is 1 (binary 1)", "Taking 1 from heap 1 leaves nim-sum 0"}},
    {NIMSUM_MISERE, {2, 2}, 2, {"Some heap is larger than 1", "so the player to move loses."}},
    {NIMSUM_MISERE,
     {UINT64_MAX, 2, 2},
     3,
     {"is 18446744073709551615, so", "Taking 18446744073709551615 from heap 0 leaves nim-sum 0."}},
};

START_TEST(test_position)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    buffer_init(&out, &account, 4096);
    struct json_writer writer = {.out = &out};
    struct nimsum_position_verdict verdict = nimsum_position_decide_u64(
        positions[_i].heaps, positions[_i].count, positions[_i].convention);
    struct nimsum_move move = {.take = 0};
    size_t next = 0;
    size_t found = nimsum_position_moves_u64(&verdict, positions[_i].heaps, positions[_i].count,
                                             &next, &move, 1);
    explain_position(&writer, &verdict, positions[_i].count, &move);
    ck_assert(!writer.failed);
    char *text = text_of(&out);
    for (size_t i = 0; i < COUNT_OF(positions[_i].parts) && positions[_i].parts[i] != NULL; i++) {
        ck_assert_msg(strstr(text, positions[_i].parts[i]) != NULL, "%s: no %s", text,
                      positions[_i].parts[i]);
    }
    ck_assert_int_eq(strstr(text, "Taking") != NULL, found == 1);
    free(text);
}
END_TEST

/* Whatever the numbers, the sentences fit where they are put together. */
START_TEST(test_longest)
{
    struct account account = {.budget = NULL};
    for (int convention = NIMSUM_NORMAL; convention <= NIMSUM_MISERE; convention++) {
        for (size_t large = 0; large <= 2; large++) {
            struct buffer out;
            buffer_init(&out, &account, 4096);
            struct json_writer writer = {.out = &out};
            const struct nimsum_position_verdict verdict = {
                .convention = (enum nimsum_convention)convention,
                .nim_sum = UINT64_MAX,
                .large_heaps = large,
                .first_player_wins = true};
            const struct nimsum_move move = {SIZE_MAX, UINT64_MAX};
            explain_position(&writer, &verdict, SIZE_MAX, &move);
            free(text_of(&out));
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("sentences");
    tcase_add_loop_test(tcase, test_board, 0, (int)COUNT_OF(boards));
    tcase_add_loop_test(tcase, test_position, 0, (int)COUNT_OF(positions));
    tcase_add_test(tcase, test_longest);
    return run_tests(tcase);
}
