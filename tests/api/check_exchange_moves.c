/* SPDX-License-Identifier: MIT */
/* check_exchange_moves.c, of src/api/games/nim_position.c, src/api/games/options.c: winning
 * moves, explanations, whole positions, integers as strings. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define XOR      "/xor-game"
#define RANGES   "/nim/ranges"
#define POSITION "/nim/position"
#define BOB      "{\"winner\":\"bob\",\"alice_wins\":false,"
#define ALICE    "{\"winner\":\"alice\",\"alice_wins\":true,"
#define FIRST    "{\"winner\":\"first\",\"first_player_wins\":true,"
#define SECOND   "{\"winner\":\"second\",\"first_player_wins\":false,"
#define NORMAL   "\"convention\":\"normal\",\"index_base\":1}"
#define MISERE   "\"convention\":\"misere\",\"index_base\":0}"
#define MODULUS  "\"modulus\":1000000007,"
#define MOVES    "\"include\":[\"winning_moves\"]"
#define STRINGS  "\"integers\":\"strings\""
#define LARGEST  "9223372036854775807"

static const struct {
    const char *target, *body, *reply;
} answers[] = {
    {XOR, "{\"nums\":[7,1,2,5]," MOVES "}",
     ALICE "\"xor\":1,\"count\":4,\"reason\":\"even-count\",\"winning_moves\":[{\"index\":0,"
           "\"erase\":7},{\"index\":2,\"erase\":2},{\"index\":3,\"erase\":5}]}"},
    {XOR, "{\"nums\":[6,0],\"include\":[\"winning_moves\",\"winning_moves\"]}",
     ALICE "\"xor\":6,\"count\":2,\"reason\":\"even-count\",\"winning_moves\":[{\"index\":1,"
           "\"erase\":0}]}"},
    {XOR, "{\"nums\":[2]," MOVES ",\"method\":\"search\"}",
     BOB "\"xor\":2,\"count\":1,\"reason\":\"odd-count\",\"positions_searched\":1,"
         "\"winning_moves\":[]}"},
    {XOR, "{\"nums\":[5,5]," MOVES "}",
     ALICE "\"xor\":0,\"count\":2,\"reason\":\"xor-zero\",\"winning_moves\":[]}"},
    {XOR, "{\"boards\":[[" LARGEST ",1],[2]],\"include\":[]," STRINGS "}",
     "{\"results\":[" ALICE "\"xor\":\"9223372036854775806\",\"count\":2,\"reason\":\"even-count\"}"
     "," BOB "\"xor\":\"2\",\"count\":1,\"reason\":\"odd-count\"}]}"},
    {XOR, "{\"boards\":[[" LARGEST ",1]]," MOVES "," STRINGS "}",
     "{\"results\":[" ALICE "\"xor\":\"9223372036854775806\",\"count\":2,\"reason\":\"even-count\","
     "\"winning_moves\":[{\"index\":0,\"erase\":\"" LARGEST
     "\"},{\"index\":1,\"erase\":\"1\"}]}]}"},
    {XOR, "{\"nums\":[3],\"include\":[\"explanation\"]}",
     BOB "\"xor\":3,\"count\":1,\"reason\":\"odd-count\",\"explanation\":\"The XOR of the 1 number "
         "is 3 (binary 11), not 0, and their count is odd, so Bob wins. Whatever Alice erases "
         "leaves either XOR 0 or an even count.\"}"},
    {RANGES,
     "{\"heaps\":[3,4,5,1,1],\"queries\":[[1,3],[2,3],[4,5],[5,5]],\"verdicts\":\"bits\","
     "\"include\":[\"move_counts\",\"winning_moves\",\"nim_sums\"]}",
     "{\"verdicts\":\"1101\",\"nim_sums\":[2,1,0,1],\"winning_moves\":[{\"heap\":1,\"take\":2},{"
     "\"heap\":3,\"take\":1},null,{\"heap\":5,\"take\":1}],\"move_counts\":[1,1,0,1],\"wins\":3,"
     "\"weighted_sum\":13," MODULUS NORMAL},
    {RANGES,
     "{\"heaps\":[0,2,1,1," LARGEST "],\"queries\":[[0,0],[0,1],[1,2],[2,3],[2,2],[4,4]],"
     "\"convention\":\"misere\",\"index_base\":0,\"verdicts\":\"none\"," STRINGS
     ",\"include\":[\"winning_moves\"]}",
     "{\"winning_moves\":[null,{\"heap\":1,\"take\":\"1\"},{\"heap\":1,\"take\":\"2\"},{\"heap\":2,"
     "\"take\":\"1\"},null,{\"heap\":4,\"take\":\"9223372036854775806\"}],\"wins\":5,"
     "\"weighted_sum\":61," MODULUS MISERE},
    {RANGES,
     "{\"heaps\":[4294967296,1],\"queries\":[[1,1],[1,2]]," STRINGS
     ",\"include\":[\"nim_sums\"],\"verdicts\":\"none\"}",
     "{\"nim_sums\":[\"4294967296\",\"4294967297\"],\"wins\":2,\"weighted_sum\":3," MODULUS NORMAL},
    {POSITION, "{\"heaps\":[3,4,5]," MOVES "}",
     FIRST "\"nim_sum\":2,\"winning_moves\":[{\"heap\":1,\"take\":2}],\"remoteness\":11," NORMAL},
    {POSITION, "{\"heaps\":[3,4,5]}",
     FIRST "\"nim_sum\":2,\"winning_moves\":[{\"heap\":1,\"take\":2}],\"remoteness\":11,"
           "\"explanation\":\"The nim-sum of the 3 heaps is 2 (binary 10), so the player to move "
           "wins. Taking 2 from heap 1 leaves nim-sum 0.\"," NORMAL},
    {POSITION, "{\"heaps\":[1,1,2],\"convention\":\"misere\",\"index_base\":0," MOVES "}",
     FIRST "\"nim_sum\":2,\"winning_moves\":[{\"heap\":2,\"take\":1}],\"remoteness\":4," MISERE},
    {POSITION, "{\"heaps\":[1,2,3],\"include\":[]}",
     SECOND "\"nim_sum\":0,\"remoteness\":6," NORMAL},
    {POSITION, "{\"heaps\":[0],\"convention\":\"misere\",\"index_base\":0," MOVES "}",
     FIRST "\"nim_sum\":0,\"winning_moves\":[],\"remoteness\":0," MISERE},
    {POSITION, "{\"heaps\":[" LARGEST "," LARGEST "]," MOVES "," STRINGS "}",
     SECOND "\"nim_sum\":\"0\",\"winning_moves\":[],\"remoteness\":null," NORMAL},
    {POSITION, "{\"heaps\":[" LARGEST "]," MOVES "," STRINGS "}",
     FIRST "\"nim_sum\":\"" LARGEST "\",\"winning_moves\":[{\"heap\":1,\"take\":\"" LARGEST
           "\"}],\"remoteness\":\"1\"," NORMAL},
};

START_TEST(test_answer)
{
    struct api api;
    fixture_api(&api);
    expect_reply(&api, answers[_i].target, answers[_i].body, answers[_i].reply);
}
END_TEST

/* Winning moves are written as they are found, some at once: all of them, none twice. */
START_TEST(test_many_moves)
{
    struct api api;
    fixture_api(&api);
    for (int count = 1; count < 400; count += 2) {
        char body[2000] = "{\"heaps\":[", wanted[16000] = "\"winning_moves\":[";
        char *b = body + strlen(body), *w = wanted + strlen(wanted);
        for (int i = 1; i <= count; i++) {
            b += sprintf(b, "%s1", i == 1 ? "" : ",");
            w += sprintf(w, "%s{\"heap\":%d,\"take\":1}", i == 1 ? "" : ",", i);
        }
        (void)sprintf(b, "]," MOVES "}");
        (void)sprintf(w, "],");
        struct outcome outcome = post(&api, POSITION, body);
        ck_assert_msg(strstr(outcome.body, wanted) != NULL, "%d heaps: %s", count, outcome.body);
        outcome_free(&outcome);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("moves");
    tcase_add_loop_test(tcase, test_answer, 0, (int)COUNT_OF(answers));
    tcase_add_test(tcase, test_many_moves);
    return run_tests(tcase);
}
