/* SPDX-License-Identifier: MIT */
/* check_document_whole.c, of src/json/document.c, src/json/envelope.c: what refuses a body as a
 * whole: syntax, depth, too many values. */
#include "opened.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values outside number lists are counted: keys too, a number list as one. */
START_TEST(too_many_values_are_refused)
{
    static const struct {
        const char *body;
        size_t values;
    } rows[] = {
        {"1", 1},
        {"[1,2,3,4,5,6,7,8,9]", 1},
        {"[[1,2],[3,4],[[[5]]],{\"a\":6}]", 1},
        {"{\"a\":1}", 3},
        {"[null,true,false]", 4},
        {"[\"\",[1,2],[],[\"x\"]]", 6},
        {"{\"a\":{\"b\":[{\"c\":\"d\"}]}}", 8},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (size_t maximum = 1; maximum <= rows[i].values + 1; maximum++) {
            struct json_limits limits = {
                .nesting = 32, .envelope_values = maximum, .memory_bytes = 1 << 20};
            struct opened o;
            opened_init(&o, rows[i].body, strlen(rows[i].body), &limits);
            ck_assert_msg(o.is_open == (maximum >= rows[i].values), "%s, at most %zu", rows[i].body,
                          maximum);
            if (!o.is_open) {
                char detail[96];
                snprintf(detail, sizeof detail,
                         "the body holds more than %zu values outside arrays of numbers", maximum);
                opened_assert(&o, PROBLEM_TOO_MANY, "", NULL, detail);
                ck_assert(o.problem.has_limit && o.problem.limit == maximum);
            }
            opened_free(&o);
        }
    }
}
END_TEST

/* Syntax goes before counts, wherever it stands. */
START_TEST(a_syntax_fault_goes_before_too_many_values)
{
    struct json_limits limits = {.nesting = 32, .envelope_values = 2, .memory_bytes = 1 << 20};
    struct opened o;
    opened_init(&o, "[\"a\",\"b\",\n\"c\",]", 16, &limits);
    ck_assert(!o.is_open);
    opened_assert(&o, PROBLEM_MALFORMED_JSON, NULL, NULL,
                  "line 2, column 5: found \"]\" where a value is due: no comma stands after the "
                  "last element");
    ck_assert(!o.problem.has_limit);
    opened_free(&o);
}
END_TEST

START_TEST(a_body_that_is_not_json_is_told_with_its_place)
{
    static const struct {
        const char *body, *detail;
        uint64_t offset, line, column, limit;
    } rows[] = {
        {"", "line 1, column 1: the body is empty, but a JSON value is due", 0, 1, 1, 0},
        {"{\n\"a\"", "line 2, column 4: the body ends where \":\" is due: still open is an object",
         5, 2, 4, 0},
        {"01",
         "line 1, column 2: found \"1\" where \".\", \"e\" or the end of the number is due: a "
         "number has no leading zeros",
         1, 1, 2, 0},
        {"[\n[\r\n[", "line 3, column 1: nested deeper than 2 levels", 5, 3, 1, 2},
    };
    struct json_limits limits = {.nesting = 2, .envelope_values = 9, .memory_bytes = 1 << 20};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct opened o;
        opened_init(&o, rows[i].body, strlen(rows[i].body), &limits);
        ck_assert(!o.is_open);
        opened_assert(&o, PROBLEM_MALFORMED_JSON, NULL, NULL, rows[i].detail);
        ck_assert(o.problem.has_place);
        ck_assert_uint_eq(o.problem.place.offset, rows[i].offset);
        ck_assert_uint_eq(o.problem.place.line, rows[i].line);
        ck_assert_uint_eq(o.problem.place.column, rows[i].column);
        ck_assert_int_eq(o.problem.has_limit, rows[i].limit != 0);
        ck_assert_uint_eq(o.problem.limit, rows[i].limit);
        opened_free(&o);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("whole");
    tcase_add_test(tcase, too_many_values_are_refused);
    tcase_add_test(tcase, a_syntax_fault_goes_before_too_many_values);
    tcase_add_test(tcase, a_body_that_is_not_json_is_told_with_its_place);
    return run_tests(tcase);
}
