/* SPDX-License-Identifier: MIT */
/* check_query.c, of src/api/query.c, src/api/query_list.c, src/api/query_piece.c: a query as the
 * JSON object that it stands for. */
#include "api/query.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define A63    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define X8     "x&x&x&x&x&x&x&x&"
#define X64    X8 X8 X8 X8 X8 X8 X8 X8
#define N8     "nums=1&nums=1&nums=1&nums=1&nums=1&nums=1&nums=1&nums=1&"
#define N64    N8 N8 N8 N8 N8 N8 N8 N8 "nums=1"
#define ONES8  "1,1,1,1,1,1,1,1,"
#define ONES64 ONES8 ONES8 ONES8 ONES8 ONES8 ONES8 ONES8 ONES8

static const struct json_key keys[] = {
    {"nums", JSON_NUMBERS},  {"pairs", JSON_PAIRS}, {"words", JSON_WORDS},
    {"boards", JSON_NESTED}, {"word", JSON_WORD},   {"number", JSON_NUMBER},
};
static const struct json_keys table = {keys, COUNT_OF(keys)};

static const struct {
    const char *query, *json;
} good[] = {
    {NULL, "{}"},
    {"", "{}"},
    {"&", "{}"},
    {"&&&", "{}"},
    {"nums=1", "{\"nums\":[1]}"},
    {"nums=1,20,300", "{\"nums\":[1,20,300]}"},
    {"&&nums=1&&number=2&", "{\"nums\":[1],\"number\":2}"},
    {"number=2&nums=1", "{\"number\":2,\"nums\":[1]}"},
    {"nums=0,00,007,0010", "{\"nums\":[0,0,7,10]}"},
    {"nums=99999999999999999999999999", "{\"nums\":[99999999999999999999999999]}"},
    {"%6eums=%31%2C2%2c%33", "{\"nums\":[1,2,3]}"},
    {"nums=%30%30%31", "{\"nums\":[1]}"},
    {"number=0", "{\"number\":0}"},
    {"pairs=1-2", "{\"pairs\":[[1,2]]}"},
    {"pairs=1-2,03-0,9%2d10%2C0-00", "{\"pairs\":[[1,2],[3,0],[9,10],[0,0]]}"},
    {"word=a", "{\"word\":\"a\"}"},
    {"word=", "{\"word\":\"\"}"},
    {"word", "{\"word\":\"\"}"},
    {"word=a=b", "{\"word\":\"a=b\"}"},
    {"word=a+b%20c,d", "{\"word\":\"a+b c,d\"}"},
    {"word=%22%5c%26", "{\"word\":\"\\\"\\\\&\"}"},
    {"word=%25%32%35", "{\"word\":\"%25\"}"}, /* decoded once */
    {"word=%", "{\"word\":\"%\"}"},
    {"word=%4", "{\"word\":\"%4\"}"},
    {"word=%4&number=1", "{\"word\":\"%4\",\"number\":1}"},
    {"word=%4g%g4%zz", "{\"word\":\"%4g%g4%zz\"}"},
    {"word=%!1%1!%:0%@0%G0", "{\"word\":\"%!1%1!%:0%@0%G0\"}"}, /* beside the digits and letters */
    {"word=%c3%A9\xC3\xA9%7f%1f%00", "{\"word\":\"???????\"}"},
    {"word=" A63 "bc", "{\"word\":\"" A63 "bc\"}"},
    {"word=" A63 A63 "bcd", "{\"word\":\"" A63 A63 "bc\"}"},
    {"words=", "{\"words\":[]}"},
    {"words", "{\"words\":[]}"},
    {"words=a", "{\"words\":[\"a\"]}"},
    {"words=a,b%2Cc", "{\"words\":[\"a\",\"b\",\"c\"]}"},
    {"words=a,", "{\"words\":[\"a\",\"\"]}"},
    {"words=a%2c", "{\"words\":[\"a\",\"\"]}"},
    {"words=,", "{\"words\":[\"\",\"\"]}"},
    {"words=,,a", "{\"words\":[\"\",\"\",\"a\"]}"},
    /* A list's name may stand again. */
    {"nums=1&nums=1&nums=2", "{\"nums\":[1,1,2]}"},
    {"nums=1,2&nums=3,4", "{\"nums\":[1,2,3,4]}"},
    {"nums=1&number=2&%6eums=3&&", "{\"nums\":[1,3],\"number\":2}"},
    {"nums=3&pairs=1-2&nums=2&pairs=3-4&nums=1", "{\"nums\":[3,2,1],\"pairs\":[[1,2],[3,4]]}"},
    {"nums=&nums=1&nums&nums=+", "{\"nums\":[1]}"}, /* an empty list, and more */
    {"words=a&words=&words=b,c", "{\"words\":[\"a\",\"b\",\"c\"]}"},
    {"words&words=", "{\"words\":[]}"},
    /* They count once. */
    {"number=1&word=x&" N64, "{\"number\":1,\"word\":\"x\",\"nums\":[" ONES64 "1]}"},
    /* Blanks around the items of lists. */
    {"nums=1,+1,+2", "{\"nums\":[1,1,2]}"},
    {"nums=%201%20,%202++,3+&nums=+4", "{\"nums\":[1,2,3,4]}"},
    {"nums=+1", "{\"nums\":[1]}"},
    {"nums=1+", "{\"nums\":[1]}"},
    {"nums=%201", "{\"nums\":[1]}"},
    {"pairs=1-2,+2-3%20", "{\"pairs\":[[1,2],[2,3]]}"},
    {"words=a,+b%20c+,+&word=+a", "{\"words\":[\"a\",\"b c\",\"\"],\"word\":\"+a\"}"},
    {"words=+%20", "{\"words\":[]}"},
};

static const struct {
    const char *query;
    enum problem_code code;
    const char *parameter; /* NULL: none */
} bad[] = {
    {"numz=1", PROBLEM_UNKNOWN_KEY, "numz"},
    {"boards=1", PROBLEM_UNKNOWN_KEY, "boards"}, /* a key that only bodies have */
    {"Nums=1", PROBLEM_UNKNOWN_KEY, "Nums"},
    {"num=1", PROBLEM_UNKNOWN_KEY, "num"},
    {"=1", PROBLEM_UNKNOWN_KEY, ""},
    {"=", PROBLEM_UNKNOWN_KEY, ""},
    {"nums=1&=", PROBLEM_UNKNOWN_KEY, ""},
    {"a%3Db%26c=1", PROBLEM_UNKNOWN_KEY, "a=b&c"},
    {"nums%3D1", PROBLEM_UNKNOWN_KEY, "nums=1"},
    {"caf%C3%A9=1", PROBLEM_UNKNOWN_KEY, "caf??"},
    {"nums%00=1", PROBLEM_UNKNOWN_KEY, "nums?"},
    {"%4=1", PROBLEM_UNKNOWN_KEY, "%4"},
    {"a%4", PROBLEM_UNKNOWN_KEY, "a%4"},
    {A63 "bc=1", PROBLEM_UNKNOWN_KEY, A63 "b"},
    {A63 "%62c=1", PROBLEM_UNKNOWN_KEY, A63 "b"},
    {A63 "%6=1", PROBLEM_UNKNOWN_KEY, A63 "%"},
    {"number=1&nums=1&nums=1&number=1", PROBLEM_DUPLICATE_KEY, "number"},
    {"word&%77ord", PROBLEM_DUPLICATE_KEY, "word"},
    {"nums=1&words=&word=1&words=&word=1", PROBLEM_DUPLICATE_KEY, "word"},
    {"nums[]=1&nums[]=2", PROBLEM_UNKNOWN_KEY, "nums[]"},
    {"nums%5B0%5D=1", PROBLEM_UNKNOWN_KEY, "nums[0]"},
    {"word[]=1", PROBLEM_UNKNOWN_KEY, "word[]"},
    {"[]=1", PROBLEM_UNKNOWN_KEY, "[]"},
    {"nums=&nums=+", PROBLEM_TOO_FEW, "nums"},
    {"nums=%20", PROBLEM_TOO_FEW, "nums"},
    {"nums=", PROBLEM_TOO_FEW, "nums"},
    {"nums", PROBLEM_TOO_FEW, "nums"},
    {"number=1&pairs=", PROBLEM_TOO_FEW, "pairs"},
    {"nums=x", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1,", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1%2C", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=,1", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1,,2", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=,", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=-1", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=%2B1", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1+2", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1,+,2", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1&nums=x", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1%09,2", PROBLEM_WRONG_TYPE, "nums"},
    {"pairs=1+-2", PROBLEM_WRONG_TYPE, "pairs"},
    {"number=+1", PROBLEM_WRONG_TYPE, "number"},
    {"nums=1.0", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1e3", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1%00", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=%", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1%3", PROBLEM_WRONG_TYPE, "nums"},
    {"pairs=1", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=1-", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=-2", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=-", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=1-2-3", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=1--2", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=1-2,", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=1-2,3", PROBLEM_WRONG_TYPE, "pairs"},
    {"pairs=1,2", PROBLEM_WRONG_TYPE, "pairs"},
    {"number=", PROBLEM_WRONG_TYPE, "number"},
    {"number", PROBLEM_WRONG_TYPE, "number"},
    {"number=1,2", PROBLEM_WRONG_TYPE, "number"},
    {"number=-1", PROBLEM_WRONG_TYPE, "number"},
    {X64 "x", PROBLEM_TOO_MANY, NULL},
    {"&&" X64 "&&&=", PROBLEM_TOO_MANY, NULL},
    {"nums=1&" X64, PROBLEM_TOO_MANY, NULL},
    {N64 "&" X64, PROBLEM_TOO_MANY, NULL},
    {X64, PROBLEM_UNKNOWN_KEY, "x"},
    {"&&" X64 "&&&", PROBLEM_UNKNOWN_KEY, "x"},
};

/* Translate from a heap block of exactly the query's size, so that a sanitizer sees a step beyond.
 */
static bool translate(const char *query, struct buffer *out, struct problem *problem)
{
    char *copy = query == NULL ? NULL : strdup(query);
    struct json_writer writer = {.out = out};
    problem->code = PROBLEM_NONE;
    bool done = query_to_json(copy, table, &writer, problem);
    ck_assert(!writer.failed);
    free(copy);
    return done;
}

START_TEST(test_good)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    struct problem problem;
    buffer_init(&out, &account, 4096);
    ck_assert_msg(translate(good[_i].query, &out, &problem), "%s", good[_i].query);
    ck_assert_int_eq(problem.code, PROBLEM_NONE);
    ck_assert_msg(out.size == strlen(good[_i].json) &&
                      memcmp(out.data, good[_i].json, out.size) == 0,
                  "%s: %.*s", good[_i].query, (int)out.size, out.data);
    buffer_free(&out);
}
END_TEST

START_TEST(test_bad)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    struct problem problem;
    const char *wanted = bad[_i].parameter;
    buffer_init(&out, &account, 4096);
    ck_assert_msg(!translate(bad[_i].query, &out, &problem), "%s", bad[_i].query);
    ck_assert_msg(problem.code == bad[_i].code, "%s: %d", bad[_i].query, problem.code);
    ck_assert_int_eq(problem.has_parameter, wanted != NULL);
    ck_assert_int_eq(problem.has_limit, problem.code == PROBLEM_TOO_MANY);
    if (wanted != NULL) {
        ck_assert_msg(problem.parameter_size == strlen(wanted) &&
                          memcmp(problem.parameter, wanted, problem.parameter_size) == 0,
                      "%s: %.*s", bad[_i].query, (int)problem.parameter_size, problem.parameter);
    } else {
        ck_assert_uint_eq(problem.limit, QUERY_PARAMETERS);
    }
    ck_assert(!problem.has_pointer && !problem.has_key && problem.detail_size > 0);
    buffer_free(&out);
}
END_TEST

/* What the detail says of the mistakes that clients make. */
static const struct {
    const char *query, *detail;
} details[] = {
    {"nums=1,-2", "nums[1] is \"-2\": numbers are not negative (like nums=1,1,2)"},
    {"nums=1&nums=2.0",
     "nums[1] is \"2.0\": numbers are written in plain digits (like nums=1,1,2)"},
    {"nums=[1,2]",
     "nums[0] is \"[1\": a list in a query stands without brackets (like nums=1,1,2)"},
    {"nums=%221%22", "nums[0] is \"\\\"1\\\"\": numbers stand without quotes (like nums=1,1,2)"},
    {"nums=1+2", "nums[0] is \"1+2\": a comma stands between two items, and no sign before a "
                 "number (like nums=1,1,2)"},
    {"nums=1,2,", "nums[2] is empty: one comma stands between two items (like nums=1,1,2)"},
    {"nums=1%0A%C3%BC",
     "nums[0] is \"1???\": numbers are written in plain digits (like nums=1,1,2)"},
    {"nums=abcdefghijklmnopqrstuvwxyz", "nums[0] is \"abcdefghijklmnopqrstuvwx...\": numbers are "
                                        "written in plain digits (like nums=1,1,2)"},
    {"pairs=1-2,3", "pairs[1] is \"3\": a query is l-r, both in plain digits (like pairs=1-2,2-3)"},
    {"nums=", "nums: the list must not be empty (like nums=1,1,2)"},
    {"number=x", "number is \"x\", not a number in plain digits"},
    {"word=1&word=2", "word is given twice, but is no list"},
    {"nums[]=1", "\"nums[]\" is not a parameter here: a list is nums=1,1,2, or its name again, "
                 "without []"},
    {"num=1", "\"num\" is not a parameter here; did you mean \"nums\"? Known: nums, number, pairs, "
              "words, word"},
    {"x%22y=1", "\"x\\\"y\" is not a parameter here. Known: nums, pairs, words, word, number"},
};

START_TEST(test_details)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    struct problem problem;
    buffer_init(&out, &account, 4096);
    ck_assert(!translate(details[_i].query, &out, &problem));
    ck_assert_msg(problem.detail_size == strlen(details[_i].detail) &&
                      memcmp(problem.detail, details[_i].detail, problem.detail_size) == 0,
                  "%s: %.*s", details[_i].query, (int)problem.detail_size, problem.detail);
    buffer_free(&out);
}
END_TEST

/* Where there is no room the writer says so, and no problem is told. */
START_TEST(test_no_room)
{
    struct account account = {.budget = NULL};
    struct problem problem = {.code = PROBLEM_NONE};
    for (size_t maximum = 0; maximum < strlen("{\"nums\":[1,20]}"); maximum++) {
        struct buffer out;
        buffer_init(&out, &account, maximum);
        struct json_writer writer = {.out = &out};
        ck_assert(query_to_json("nums=1,20", table, &writer, &problem));
        ck_assert(writer.failed && problem.code == PROBLEM_NONE);
        buffer_free(&out);
    }
}
END_TEST

/* What was a place in the object is the parameter; what has no place keeps none. */
START_TEST(test_point_to_parameter)
{
    static const struct {
        const char *pointer, *parameter;
    } places[] = {{"/nums", "nums"}, {"/nums/3", "nums"}, {"/queries/0/1", "queries"}, {"", NULL}};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct problem problem;
        problem_set(&problem, PROBLEM_OUT_OF_RANGE, "a detail");
        problem_pointer(&problem, places[i].pointer, strlen(places[i].pointer));
        query_point_to_parameter(&problem);
        ck_assert(!problem.has_pointer);
        ck_assert_int_eq(problem.has_parameter, places[i].parameter != NULL);
        if (places[i].parameter != NULL) {
            ck_assert_uint_eq(problem.parameter_size, strlen(places[i].parameter));
            ck_assert_mem_eq(problem.parameter, places[i].parameter, problem.parameter_size);
        }
        ck_assert_mem_eq(problem.detail, "a detail", 8);
    }
    struct problem missing;
    problem_set(&missing, PROBLEM_MISSING_KEY, "the body lacks it");
    problem_pointer(&missing, "", 0);
    problem_key(&missing, "heaps", 5);
    query_point_to_parameter(&missing);
    ck_assert(!missing.has_pointer && !missing.has_key && missing.has_parameter);
    ck_assert_uint_eq(missing.parameter_size, 5);
    ck_assert_mem_eq(missing.parameter, "heaps", 5);
    ck_assert(memmem(missing.detail, missing.detail_size, "body", 4) == NULL);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("translation");
    tcase_add_loop_test(tcase, test_good, 0, (int)COUNT_OF(good));
    tcase_add_loop_test(tcase, test_bad, 0, (int)COUNT_OF(bad));
    tcase_add_loop_test(tcase, test_details, 0, (int)COUNT_OF(details));
    tcase_add_test(tcase, test_no_room);
    tcase_add_test(tcase, test_point_to_parameter);
    return run_tests(tcase);
}
