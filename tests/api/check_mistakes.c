/* SPDX-License-Identifier: MIT */
/* check_mistakes.c, of src/api/exchange.c, src/api/games/options.c, src/problem_names.c: the
 * mistakes that people and their tools make, and the words that mend each. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define XOR      "/xor-game"
#define RANGES   "/nim/ranges"
#define POSITION "/nim/position"
#define FORM     "this looks like form data: send JSON, like {\\\"nums\\\": [1, 1, 2]}"

/* JSON bodies: of bytes that hold a NUL see tests/json/check_syntax.c. */
static const struct {
    const char *target, *body;
    enum problem_code code;
    const char *words; /* as the reply has them: escaped */
} posts[] = {
    /* no JSON */
    {XOR, "{'nums': [1, 1, 2]}", PROBLEM_MALFORMED_JSON, "double quotes, not single ones"},
    {XOR, "{nums: [1, 1, 2]}", PROBLEM_MALFORMED_JSON, "a key stands in double quotes"},
    {XOR, "{\"nums\": [1, 1, 2,]}", PROBLEM_MALFORMED_JSON, "no comma stands after the last"},
    {XOR, "{\"nums\": [1, 1, 2],}", PROBLEM_MALFORMED_JSON, "no comma stands after the last"},
    {XOR, "{\"nums\": [1, 1, 2] // mine\n}", PROBLEM_MALFORMED_JSON, "JSON has no comments"},
    {XOR, "/* mine */ {}", PROBLEM_MALFORMED_JSON, "JSON has no comments"},
    {XOR, "# mine\n{}", PROBLEM_MALFORMED_JSON, "JSON has no comments"},
    {XOR, "{\"nums\": [01]}", PROBLEM_MALFORMED_JSON, "no leading zeros"},
    {XOR, "{\"nums\": [+1]}", PROBLEM_MALFORMED_JSON, "no plus sign"},
    {XOR, "{\"nums\": [.5]}", PROBLEM_MALFORMED_JSON, "like 0.5"},
    {XOR, "{\"nums\": [NaN]}", PROBLEM_MALFORMED_JSON, "no such number"},
    {XOR, "{\"nums\": [Infinity]}", PROBLEM_MALFORMED_JSON, "no such number"},
    {XOR, "{\"nums\": None}", PROBLEM_MALFORMED_JSON, "JSON has null for it"},
    {XOR, "{\"nums\": True}", PROBLEM_MALFORMED_JSON, "small letters"},
    {XOR, "{\"nums\": undefined}", PROBLEM_MALFORMED_JSON, "JSON has null for it"},
    {XOR, "{\"nums\":[1]}{\"nums\":[2]}", PROBLEM_MALFORMED_JSON, "one JSON value"},
    {XOR, "{\"nums\":[1]}\n{\"nums\":[2]}\n", PROBLEM_MALFORMED_JSON,
     "several requests, or a batch"},
    {XOR, "{\"nums\":[1]};", PROBLEM_MALFORMED_JSON, "nothing more"},
    {XOR, "\xEF\xBB\xBF{\"nums\":[1]}", PROBLEM_MALFORMED_JSON, "a byte-order mark"},
    {XOR, "\xFF\xFE{", PROBLEM_MALFORMED_JSON, "UTF-16"},
    {XOR, "\x1F\x8B\x08", PROBLEM_MALFORMED_JSON, "gzip"},
    {XOR, "nums=1,1,2", PROBLEM_MALFORMED_JSON, FORM},
    {RANGES, "heaps=1&queries=1-1", PROBLEM_MALFORMED_JSON, FORM},
    {XOR, "nums = [1, 1, 2]", PROBLEM_MALFORMED_JSON, FORM},
    {XOR, "\"nums\": [1, 1, 2]", PROBLEM_MALFORMED_JSON, "stand in an object"},
    {XOR, "nums: [1, 1, 2]", PROBLEM_MALFORMED_JSON, "an object stands in braces"},
    {XOR, "--X\r\nContent-Disposition: form-data", PROBLEM_MALFORMED_JSON, "multipart"},
    {RANGES, "1\n2 1\n1 1\n1 2\n", PROBLEM_MALFORMED_JSON, "/nim/ranges as text/plain"},
    {XOR, "", PROBLEM_MALFORMED_JSON, "the body is empty"},
    {XOR, " \n", PROBLEM_MALFORMED_JSON, "white space alone"},
    {XOR, "{\"nums\": [1, 1", PROBLEM_MALFORMED_JSON, "still open is an array in an object"},
    {XOR, "{\"nums\": [1, 1, 2]", PROBLEM_MALFORMED_JSON, "still open is an object"},
    {XOR, "{\"nums\": [1 1 2]}", PROBLEM_MALFORMED_JSON, "a comma is missing"},
    {XOR, "{\"nums\": (1, 2)}", PROBLEM_MALFORMED_JSON, "brackets, like [1, 1, 2]"},
    {XOR, "{\"nums\": [0x10]}", PROBLEM_MALFORMED_JSON, "numbers are decimal"},
    {XOR, "{\\\"nums\\\": [1]}", PROBLEM_MALFORMED_JSON, "no backslash stands before"},
    {XOR, "[object Object]", PROBLEM_MALFORMED_JSON, "JSON.stringify"},
    {XOR, "@board.json", PROBLEM_MALFORMED_JSON, "--data-binary"},
    {XOR, "%7B%22nums%22%3A", PROBLEM_MALFORMED_JSON, "percent-encoded"},
    {XOR, "{\xE2\x80\x9Cnums\xE2\x80\x9D: [1]}", PROBLEM_MALFORMED_JSON, "typographic"},
    {XOR, "<nums/>", PROBLEM_MALFORMED_JSON, "XML or HTML"},
    /* names */
    {XOR, "{\"num\": [1]}", PROBLEM_UNKNOWN_KEY,
     "\\\"num\\\" is not a key of the body; did you mean \\\"nums\\\"? Known: nums, "},
    {XOR, "{\"numbers\": [1]}", PROBLEM_UNKNOWN_KEY, "did you mean \\\"nums\\\"?"},
    {XOR, "{\"Nums\": [1]}", PROBLEM_UNKNOWN_KEY, "did you mean \\\"nums\\\"?"},
    {XOR, "{\"board\": [1]}", PROBLEM_UNKNOWN_KEY, "did you mean \\\"boards\\\"?"},
    {XOR, "{\"heaps\": [1]}", PROBLEM_UNKNOWN_KEY,
     ". Known: nums, boards, method, include, integers"},
    {RANGES, "{\"heap\": [1]}", PROBLEM_UNKNOWN_KEY, "did you mean \\\"heaps\\\"?"},
    {RANGES, "{\"heaps\": [1], \"query\": [[1, 1]]}", PROBLEM_UNKNOWN_KEY,
     "did you mean \\\"queries\\\"?"},
    {RANGES, "{\"heaps\": [1], \"queries\": [[0, 0]], \"indexBase\": 0}", PROBLEM_UNKNOWN_KEY,
     "did you mean \\\"index_base\\\"?"},
    {RANGES, "{\"cases\": [{\"heaps\": [1], \"queries\": [[1, 1]], \"convention\": \"misere\"}]}",
     PROBLEM_UNKNOWN_KEY, "is not a key of cases[0]. Known: heaps, queries"},
    {POSITION, "{\"heaps\": [1], \"convention\": \"mis\"}", PROBLEM_OUT_OF_RANGE,
     "convention is \\\"mis\\\", which is not known; did you mean \\\"misere\\\"? Known: misere, "
     "normal"},
    {XOR, "{\"nums\": [1], \"include\": [\"moves\"]}", PROBLEM_OUT_OF_RANGE,
     "include[0] is \\\"moves\\\", which is not known; did you mean \\\"winning_moves\\\"?"},
    {XOR, "{\"nums\": [1], \"method\": \"Search\"}", PROBLEM_OUT_OF_RANGE,
     "did you mean \\\"search\\\"?"},
    {XOR "?nums=1", "{}", PROBLEM_UNKNOWN_KEY, "POST takes no query parameters"},
    /* shapes */
    {RANGES, "{\"heaps\": [1, 2], \"queries\": [1, 2]}", PROBLEM_WRONG_TYPE,
     "queries[0] must be a pair [l, r], not a number"},
    {RANGES, "{\"heaps\": [1, 2], \"queries\": [{\"l\": 1, \"r\": 2}]}", PROBLEM_WRONG_TYPE,
     "queries[0] must be a pair [l, r], not an object"},
    {RANGES, "{\"heaps\": [1, 2], \"queries\": [\"1-2\"]}", PROBLEM_WRONG_TYPE,
     "queries[0] must be a pair [l, r], not a string"},
    {RANGES, "{\"heaps\": [1, 2], \"queries\": \"1-2\"}", PROBLEM_WRONG_TYPE,
     "queries must be a list of pairs [l, r], not a string"},
    {RANGES, "{\"heaps\": [1, 2], \"queries\": [[1, 2, 2]]}", PROBLEM_WRONG_TYPE,
     "queries[0] (the 1st) must be a pair [l, r], not a list of 3"},
    {XOR, "{\"nums\": [\"1\", \"2\"]}", PROBLEM_WRONG_TYPE,
     "nums[0] must be an integer, not a string: numbers stand without quotes"},
    {XOR, "{\"nums\": [1, \"2\"]}", PROBLEM_WRONG_TYPE,
     "nums[1] must be an integer, not a string: numbers stand without quotes"},
    {XOR, "{\"nums\": [1, null]}", PROBLEM_WRONG_TYPE, "nums[1] must be an integer, not null"},
    {XOR, "{\"nums\": \"1,1,2\"}", PROBLEM_WRONG_TYPE,
     "nums must be a list of integers, not a string"},
    {XOR, "{\"nums\": [[1, 1, 2]]}", PROBLEM_WRONG_TYPE,
     "nums[0] must be an integer, not an array"},
    {XOR, "{\"boards\": [1, 2]}", PROBLEM_WRONG_TYPE,
     "boards[0] must be a list of integers, not a number"},
    {XOR, "[1, 1, 2]", PROBLEM_WRONG_TYPE,
     "the body must be an object, like {\\\"nums\\\": [1, 1, 2]}, not an array"},
    {POSITION, "\"{\\\"heaps\\\": [1]}\"", PROBLEM_WRONG_TYPE, "it was made JSON twice"},
    {RANGES, "{\"heaps\": [1, 2]}", PROBLEM_MISSING_KEY,
     "the body lacks \\\"queries\\\": a case needs heaps and queries"},
    {XOR, "{}", PROBLEM_MISSING_KEY, "send nums (one board) or boards (a batch)"},
};

static const struct {
    const char *target;
    enum problem_code code;
    const char *words;
} gets[] = {
    {XOR "?nums[]=1&nums[]=2", PROBLEM_UNKNOWN_KEY,
     "\\\"nums[]\\\" is not a parameter here: a list is nums=1,1,2, or its name again, without []"},
    {XOR "?num=1", PROBLEM_UNKNOWN_KEY, "did you mean \\\"nums\\\"?"},
    {XOR "?nums=1,-2", PROBLEM_WRONG_TYPE, "nums[1] is \\\"-2\\\": numbers are not negative"},
    {XOR "?nums=1,2.0", PROBLEM_WRONG_TYPE, "nums[1] is \\\"2.0\\\""},
    {XOR "?nums=[1,1,2]", PROBLEM_WRONG_TYPE,
     "nums[0] is \\\"[1\\\": a list in a query stands without brackets"},
    {XOR "?nums=1,2,", PROBLEM_WRONG_TYPE, "nums[2] is empty"},
    {XOR "?nums=1%202", PROBLEM_WRONG_TYPE, "a comma stands between two items"},
    {XOR "?nums=", PROBLEM_TOO_FEW, "like nums=1,1,2"},
    {XOR "?nums=1&method=search&method=search", PROBLEM_DUPLICATE_KEY, "is no list"},
    {XOR "?nums=1&include=explain", PROBLEM_OUT_OF_RANGE, "did you mean \\\"explanation\\\"?"},
    {RANGES "?heaps=1,2&queries=1", PROBLEM_WRONG_TYPE, "queries[0] is \\\"1\\\": a query is l-r"},
    {RANGES "?heaps=1,2&queries=1,2", PROBLEM_WRONG_TYPE, "like queries=1-2,2-3"},
    {RANGES "?heaps=1,2", PROBLEM_MISSING_KEY,
     "the query lacks the parameter queries (JSON goes with POST)"},
    {RANGES "?heaps=1,2&queries=1-9", PROBLEM_OUT_OF_RANGE, "r is 9, but there are 2 heaps"},
    {"/xor-game/", PROBLEM_NOT_FOUND, "did you mean /xor-game?"},
    {"/xor_game", PROBLEM_NOT_FOUND, "did you mean /xor-game?"},
    {"/XOR-Game?nums=1", PROBLEM_NOT_FOUND, "did you mean /xor-game?"},
    {"/health", PROBLEM_NOT_FOUND, "did you mean /healthz?"},
    {"/api/nim/ranges", PROBLEM_NOT_FOUND, "did you mean /nim/ranges?"},
    {"/nim/positions", PROBLEM_NOT_FOUND, "did you mean /nim/position?"},
    {"/swagger", PROBLEM_NOT_FOUND, "/docs tells what there is"},
    {"/problems/out-of-rang", PROBLEM_NOT_FOUND, "did you mean /problems/out-of-range?"},
};

static const struct {
    const char *body;
    const char *words;
} texts[] = {
    {"1\n2 1\n1,1\n1 2\n",
     "\\\"1,1\\\" is not plain digits, and a heap of case 1 is due: white space"},
    {"\xEF\xBB\xBF"
     "1\n",
     "a byte-order mark"},
    {"{\"heaps\":[1]}", "Content-Type: application/json"},
    {"12 11 11 2", "curl -d drops line ends, --data-binary keeps them"},
    {"1\\n2 1\\n", "printf makes a line end of it"},
    {"1\n2 1\n1 -1\n", "numbers are not negative"},
    {"1\n2 1\n1 1\n1-2\n", "white space stands between l and r"},
    {"", "the text ends where T, the number of cases, is due"},
};

static void hold_words(struct outcome *outcome, const char *name, enum problem_code code,
                       const char *words)
{
    ck_assert_msg(problem_code_of(outcome) == code, "%s: %s", name, outcome->body);
    const char *detail = strstr(outcome->body, "\"detail\":");
    const char *end = strstr(outcome->body, ",\"code\":");
    ck_assert(detail != NULL && end != NULL);
    ck_assert_msg(memmem(detail, (size_t)(end - detail), words, strlen(words)) != NULL,
                  "%s: no \"%s\" in %s", name, words, outcome->body);
    for (const char *p = detail; p < end; p++) { /* whatever was sent */
        ck_assert_msg(*p >= 0x20 && *p < 0x7F, "%s: %s", name, outcome->body);
    }
    outcome_free(outcome);
}

START_TEST(test_post)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = post(&api, posts[_i].target, posts[_i].body);
    hold_words(&outcome, posts[_i].body, posts[_i].code, posts[_i].words);
}
END_TEST

START_TEST(test_get)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = get(&api, gets[_i].target);
    hold_words(&outcome, gets[_i].target, gets[_i].code, gets[_i].words);
}
END_TEST

START_TEST(test_text)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = post_text(&api, texts[_i].body);
    hold_words(&outcome, texts[_i].body, PROBLEM_MALFORMED_TEXT, texts[_i].words);
}
END_TEST

/* The admin listener has few paths, and tells no others. */
START_TEST(test_admin)
{
    struct api api;
    fixture_api(&api);
    static const char *const rows[][2] = {{"/xor-game", "/healthz, /readyz and /metrics"},
                                          {"/metric", "did you mean /metrics?"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct request request = {.method = "GET", .target = rows[i][0], .is_admin = true};
        struct outcome outcome = exchange_of(&api, &request);
        hold_words(&outcome, rows[i][0], PROBLEM_NOT_FOUND, rows[i][1]);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("mistakes");
    tcase_add_loop_test(tcase, test_post, 0, (int)COUNT_OF(posts));
    tcase_add_loop_test(tcase, test_get, 0, (int)COUNT_OF(gets));
    tcase_add_loop_test(tcase, test_text, 0, (int)COUNT_OF(texts));
    tcase_add_test(tcase, test_admin);
    return run_tests(tcase);
}
