/* SPDX-License-Identifier: MIT */
/* check_query.c: a query as the JSON object that it stands for. */
#include "api/query.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define A63             "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define X8              "x&x&x&x&x&x&x&x&"
#define X64             X8 X8 X8 X8 X8 X8 X8 X8

static const struct query_parameter table[] = {
    {"nums", QUERY_NUMBERS}, {"pairs", QUERY_PAIRS},   {"words", QUERY_WORDS},
    {"word", QUERY_WORD},    {"number", QUERY_NUMBER}, {NULL, QUERY_NONE},
};

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
    {"word=" A63 "bc", "{\"word\":\"" A63 "b\"}"},
    {"words=", "{\"words\":[]}"},
    {"words", "{\"words\":[]}"},
    {"words=a", "{\"words\":[\"a\"]}"},
    {"words=a,b%2Cc", "{\"words\":[\"a\",\"b\",\"c\"]}"},
    {"words=a,", "{\"words\":[\"a\",\"\"]}"},
    {"words=a%2c", "{\"words\":[\"a\",\"\"]}"},
    {"words=,", "{\"words\":[\"\",\"\"]}"},
    {"words=,,a", "{\"words\":[\"\",\"\",\"a\"]}"},
};

static const struct {
    const char *query;
    enum problem_code code;
    const char *parameter; /* NULL: none */
} bad[] = {
    {"numz=1", PROBLEM_UNKNOWN_KEY, "numz"},
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
    {"nums=1&nums=1", PROBLEM_DUPLICATE_KEY, "nums"},
    {"word&%77ord", PROBLEM_DUPLICATE_KEY, "word"},
    {"nums=1&words=&number=1&words=", PROBLEM_DUPLICATE_KEY, "words"},
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
    {"nums=+1", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=1+", PROBLEM_WRONG_TYPE, "nums"},
    {"nums=%201", PROBLEM_WRONG_TYPE, "nums"},
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
    Suite *suite = suite_create("query");
    TCase *tcase = tcase_create("translation");
    tcase_add_loop_test(tcase, test_good, 0, (int)COUNT_OF(good));
    tcase_add_loop_test(tcase, test_bad, 0, (int)COUNT_OF(bad));
    tcase_add_test(tcase, test_no_room);
    tcase_add_test(tcase, test_point_to_parameter);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
