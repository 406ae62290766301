/* SPDX-License-Identifier: MIT */
/* check_contest.c, of src/contest/contest.c, src/contest/contest_fault.c,
 * src/contest/contest_take.c: every answer and every fault of the contest form, by hand, at its
 * exact place.
 *
 * In the tables a ^ marks the place of the fault and is taken out of the body. Every row is also
 * held against the oracle, and is read whole and cut at every byte.
 */
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest_run.h"

enum { BODY_BYTES = 8192 };

struct row {
    const char *body;
    enum problem_code code;
    const char *says; /* the reply, or what the detail holds */
};

static const struct row good[] = {
    {"3\n2 1\n1 1\n1 2\n2 1\n1 2\n1 2\n3 2\n1 2 2\n1 2\n2 3\n", 0, "0\n1\n2\n"},
    {"1 1 1 5 1 1", 0, "1\n"}, /* no white space at the end */
    {"1 1 1 0 1 1", 0, "0\n"},
    {" \t\r\n1\r\n1\t1\r\r5\n\n\n1     1\t ", 0, "1\n"},
    {"0001 01 000001 00000000000000000000000000000000005 01 0000000000000000000000001", 0, "1\n"},
    {"1 2 3 9223372036854775807 9223372036854775807 1 1 2 2 1 2", 0, "6\n"},
    {"1 2 2 4294967296 4294967296 1 2 1 1", 0, "1\n"}, /* the lower halves alone are 0 */
    {"1 3 3 4294967295 4294967296 1 1 1 1 2 1 3", 0, "7\n"},
    {"2 2 2 9223372036854775807 1 1 2 2 2 1 1 7 1 1", 0, "3\n1\n"},
};

static const struct row malformed[] = {
    {"^", PROBLEM_MALFORMED_TEXT, "where T, the number of cases, is due"},
    {" \n ^", PROBLEM_MALFORMED_TEXT, "where T, the number of cases, is due"},
    {"1^", PROBLEM_MALFORMED_TEXT, "where n of case 1 is due"},
    {"1\n2 ^", PROBLEM_MALFORMED_TEXT, "where m of case 1 is due"},
    {"1\n2 1^", PROBLEM_MALFORMED_TEXT, "where a heap of case 1 is due"},
    {"1\n2 1\n5\n^", PROBLEM_MALFORMED_TEXT, "where a heap of case 1 is due"},
    {"1\n2 1\n5 5 ^", PROBLEM_MALFORMED_TEXT, "where l of case 1 is due"},
    {"1\n2 1\n5 5 1\n\n ^", PROBLEM_MALFORMED_TEXT, "where r of case 1 is due"},
    {"2\n1 1\n5\n1 1\n^", PROBLEM_MALFORMED_TEXT, "where n of case 2 is due"},
    {"99999999999999999999999999\n1 1\n5\n1 1\n^", PROBLEM_MALFORMED_TEXT, "n of case 2"},
    {"1\n99999999999999999999999999 1\n5\n1 1\n^", PROBLEM_MALFORMED_TEXT, "a heap of case 1"},
    {"1\n1 9223372036854775808\n5\n1 1\n^", PROBLEM_MALFORMED_TEXT, "l of case 1"},
    {"1\n9223372036854775808 9223372036854775808 5 5^", PROBLEM_MALFORMED_TEXT, "a heap"},
    {"^{\"heaps\": [1], \"queries\": [[1, 1]]}", PROBLEM_MALFORMED_TEXT, "application/json"},
    {"\n  ^[1, 2]", PROBLEM_MALFORMED_TEXT, "application/json"},
    {"1 ^{", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"^1{", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"^-{", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"^-1", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"^+1", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"^1,2", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"^\xEF\xBB\xBF"
     "1",
     PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n1 ^1\v5\n1 1\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n1 1\n^1.0\n1 1\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n1 1\n5\n^0x1 1\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n1 1\n5\n1 ^1e0\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\r\n2 1\r\n1 ^-1\r\n1 2\r\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n2 1\n1 1\n1 ^\xC2\xA0 2\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n1 1\n5\n1 1\n^1", PROBLEM_MALFORMED_TEXT, "after the last case"},
    {"1\n1 1\n5\n1 1\n^1 1 1\n5 1 1\n", PROBLEM_MALFORMED_TEXT, "after the last case"},
    {"1\n1 1\n5\n1 1\n^x", PROBLEM_MALFORMED_TEXT, "not plain digits"},
};

static const struct row broken[] = {
    {"^0\n", PROBLEM_TOO_FEW, "T is 0"},
    {"^000", PROBLEM_TOO_FEW, "T is 0"},
    {"1\n^0 1\n1 1\n", PROBLEM_TOO_FEW, "n is 0"},
    {"1\n2 ^0\n1 1\n", PROBLEM_TOO_FEW, "m is 0"},
    {"1\n^0 0\n", PROBLEM_TOO_FEW, "n is 0"},
    {"2\n^0 0\n0 0", PROBLEM_TOO_FEW, "n is 0"},
    {"2\n1 1\n5\n1 1\n1 ^0\n5", PROBLEM_TOO_FEW, "m is 0"},
    {"1\n1 1\n^9223372036854775808\n1 1\n", PROBLEM_OUT_OF_RANGE, "9223372036854775807"},
    {"1\n2 1\n1 ^18446744073709551616 1 1", PROBLEM_OUT_OF_RANGE, "9223372036854775807"},
    {"1\n2 1\n1 ^99999999999999999999999999999999\n1 1\n", PROBLEM_OUT_OF_RANGE, "a heap"},
    {"1\n1 1\n5\n^0 1\n", PROBLEM_OUT_OF_RANGE, "l is 0, but heaps count from 1"},
    {"1\n1 1\n5\n^2 2\n", PROBLEM_OUT_OF_RANGE, "l is 2, but there is 1 heap"},
    {"1\n2 1\n5 5\n^3 1\n", PROBLEM_OUT_OF_RANGE, "l is 3, but there are 2 heaps"},
    {"1\n3 2\n1 2 2\n1 2\n2 ^9\n", PROBLEM_OUT_OF_RANGE, "r is 9, but there are 3 heaps"},
    {"1\n3 2\n1 2 2\n2 ^1\n1 1\n", PROBLEM_OUT_OF_RANGE, "r is 1, but l is 2"},
    {"1\n3 2\n1 2 2\n2 ^0\n1 1\n", PROBLEM_OUT_OF_RANGE, "r is 0, but l is 2"},
    {"1\n3 1\n1 2 2\n2 ^99999999999999999999\n", PROBLEM_OUT_OF_RANGE,
     "r is larger than 9223372036854775807"},
    {"1\n3 1\n1 2 2\n^9223372036854775808 1", PROBLEM_OUT_OF_RANGE,
     "l is larger than 9223372036854775807"},
    {"1\n3 1\n1 2 2\n^9223372036854775807 1", PROBLEM_OUT_OF_RANGE, "l is 9223372036854775807"},
    /* the first broken rule is told */
    {"1\n3 2\n1 ^9223372036854775808 2\n9 9\n0 0\n", PROBLEM_OUT_OF_RANGE, "a heap"},
    {"1\n3 2\n1 1 2\n^9 9\n0 0\n", PROBLEM_OUT_OF_RANGE, "l is 9"},
    {"1\n3 2\n1 1 2\n1 ^9\n0 0\n", PROBLEM_OUT_OF_RANGE, "r is 9"},
    {"2\n1 1\n1\n1 ^2\n0 0\n", PROBLEM_OUT_OF_RANGE, "r is 2"},
    {"2\n^0 1\n1 2\n1 0\n1\n", PROBLEM_TOO_FEW, "n is 0"},
    /* malformed text goes before any of them */
    {"0\n^1", PROBLEM_MALFORMED_TEXT, "after the last case"},
    {"1\n0 0\n^5\n1 1\n", PROBLEM_MALFORMED_TEXT, "after the last case"},
    {"1\n0 1\n1 1\n^1", PROBLEM_MALFORMED_TEXT, "after the last case"},
    {"1\n0 1\n1 ^", PROBLEM_MALFORMED_TEXT, "where a heap or query of case 1 is due"},
    {"1\n2 0\n1 ^", PROBLEM_MALFORMED_TEXT, "where a heap or query of case 1 is due"},
    {"1\n0 ^", PROBLEM_MALFORMED_TEXT, "where m of case 1 is due"},
    {"1\n0 18446744073709551615 1 1^", PROBLEM_MALFORMED_TEXT, "query of case 1 is due"},
    {"1\n3 2\n1 9223372036854775808 2\n1 1\n0 ^x\n", PROBLEM_MALFORMED_TEXT, "not plain digits"},
    {"1\n3 2\n1 9223372036854775808 2\n1 1\n0 ^", PROBLEM_MALFORMED_TEXT, "query of case 1"},
    {"1\n3 2\n1 2 2\n1 2\n2 9\n^1", PROBLEM_MALFORMED_TEXT, "after the last case"},
    {"2\n3 2\n1 2 2\n1 2\n2 9\n^", PROBLEM_MALFORMED_TEXT, "where n of case 2 is due"},
    {"2\n3 2\n1 2 2\n1 2\n4 9\n1 1\n1\n1 ^-1", PROBLEM_MALFORMED_TEXT, "not plain digits"},
};

/* The body of a row without its mark; *offset is where the mark was. */
static size_t unmark(const char *marked, char *body, size_t *offset)
{
    size_t size = 0;
    *offset = 0;
    for (; *marked != '\0'; marked++) {
        if (*marked == '^') {
            *offset = size;
        } else {
            body[size++] = *marked;
        }
    }
    return size;
}

static struct place place_in(const char *body, size_t offset)
{
    struct place place = {offset, 1, offset + 1};
    for (size_t i = 0; i < offset; i++) {
        if (body[i] == '\n') {
            place.line++;
            place.column = offset - i;
        }
    }
    return place;
}

static void check_fault(const char *body, size_t size, const struct contest_limits *limits,
                        const struct text_result *expected, const char *says)
{
    struct outcome outcome = contest_run(body, size, limits, NULL, size, size);
    outcome_compare(&outcome, expected);
    ck_assert_msg(memmem(outcome.problem.detail, outcome.problem.detail_size, says, strlen(says)) !=
                      NULL,
                  "\"%.*s\" does not say \"%s\"", (int)outcome.problem.detail_size,
                  outcome.problem.detail, says);
    ck_assert_int_eq(strstr(says, "json") != NULL,
                     memmem(outcome.problem.detail, outcome.problem.detail_size, "json", 4) !=
                         NULL);
    outcome_free(&outcome);
    contest_compare_all_cuts(body, size, limits, expected);
    struct text_result oracle = text_oracle(body, size, limits);
    ck_assert_int_eq(oracle.code, expected->code);
    ck_assert_uint_eq(oracle.place.offset, expected->place.offset);
    text_result_free(&oracle);
}

static void check_row(const struct row *row)
{
    char body[BODY_BYTES];
    size_t offset;
    size_t size = unmark(row->body, body, &offset);
    struct text_result expected = {.code = row->code, .place = place_in(body, offset)};
    check_fault(body, size, &roomy_limits, &expected, row->says);
}

START_TEST(test_good)
{
    const char *body = good[_i].body;
    char out[64];
    struct text_result expected = {.out = out, .out_size = strlen(good[_i].says)};
    memcpy(out, good[_i].says, expected.out_size);
    contest_compare_all_cuts(body, strlen(body), &roomy_limits, &expected);
    struct text_result oracle = text_oracle(body, strlen(body), &roomy_limits);
    contest_compare_all_cuts(body, strlen(body), &roomy_limits, &oracle);
    text_result_free(&oracle);
}
END_TEST

START_TEST(test_malformed)
{
    check_row(&malformed[_i]);
}
END_TEST

START_TEST(test_broken)
{
    check_row(&broken[_i]);
}
END_TEST

/* The places of the interface's own examples, in numbers. */
START_TEST(test_example_places)
{
    const char *bad = "1\n2 1\n1 -1\n1 2\n";
    struct text_result expected = {.code = PROBLEM_MALFORMED_TEXT, .place = {8, 3, 3}};
    check_fault(bad, strlen(bad), &roomy_limits, &expected,
                "line 3, column 3: \"-1\" is not plain digits, and a heap of case 1 is due: "
                "numbers are not negative");
    const char *range = "1\n3 2\n1 2 2\n1 2\n2 9\n";
    expected = (struct text_result){.code = PROBLEM_OUT_OF_RANGE, .place = {18, 5, 3}};
    check_fault(range, strlen(range), &roomy_limits, &expected,
                "line 5, column 3: r is 9, but there are 3 heaps");
    expected = (struct text_result){.code = PROBLEM_MALFORMED_TEXT, .place = {0, 1, 1}};
    check_fault("", 0, &roomy_limits, &expected, "T");
}
END_TEST

START_TEST(test_nul_byte)
{
    static const char body[] = "1\n1 1\n5\n1 1\0\n";
    struct text_result expected = {.code = PROBLEM_MALFORMED_TEXT, .place = {10, 4, 3}};
    check_fault(body, sizeof body - 1, &roomy_limits, &expected, "not plain digits");
}
END_TEST

/* One after another, each of the six numbers of "1 1 1 5 1 1" gets digits zeros in front. */
static void check_long_number(int which, size_t digits, enum problem_code code)
{
    char body[BODY_BYTES];
    size_t size = 0, offset = 0;
    for (int i = 0; i < 6; i++) {
        if (i == which) {
            offset = size;
            memset(body + size, '0', digits - 1);
            size += digits - 1;
        }
        body[size++] = i == 3 ? '5' : '1';
        body[size++] = '\n';
    }
    if (code == PROBLEM_NONE) {
        char out[] = "1\n";
        struct text_result expected = {.out = out, .out_size = 2};
        contest_compare_all_cuts(body, size, &roomy_limits, &expected);
        return;
    }
    struct text_result expected = {.code = code, .place = place_in(body, offset)};
    check_fault(body, size, &roomy_limits, &expected, "more than 1024 digits");
    expected = (struct text_result){.code = PROBLEM_MALFORMED_TEXT, .place = place_in(body, size)};
    body[size++] = '1'; /* what it counts is still known */
    check_fault(body, size, &roomy_limits, &expected, "after the last case");
}

START_TEST(test_long_numbers)
{
    check_long_number(_i, 1024, PROBLEM_NONE);
    check_long_number(_i, 1025, PROBLEM_OUT_OF_RANGE);
    check_long_number(_i, 3000, PROBLEM_OUT_OF_RANGE);
}
END_TEST

/* A T that is both too long and too many is told once, for its length, without a limit. */
START_TEST(test_long_and_too_many)
{
    char body[BODY_BYTES];
    memset(body, '0', 1025);
    memcpy(body + 1024, "2\n1 1 5 1 1\n1 1 5 1 1\n", 22);
    struct contest_limits limits = {1, 100, 1 << 20};
    struct text_result expected = {.code = PROBLEM_OUT_OF_RANGE, .place = {0, 1, 1}};
    check_fault(body, 1024 + 22, &limits, &expected, "more than 1024 digits");
}
END_TEST

static const struct {
    struct row row;
    size_t cases, reply_bytes;
    uint64_t limit;
} limited[] = {
    {{"^3 1 1 5 1 1 1 1 5 1 1 1 1 5 1 1", PROBLEM_TOO_MANY, "T is 3"}, 2, 100, 2},
    {{"^3 1 1 5 1 1 1 1 5 1 1 1 1 5 1 2", PROBLEM_TOO_MANY, "T is 3"}, 2, 100, 2},
    {{"3 1 1 5 1 1 1 1 5 1 1 1 1 5 1 ^x", PROBLEM_MALFORMED_TEXT, "digits"}, 2, 100, 0},
    {{"3 1 1 5 1 1 1 1 5 1 1 1 1 5 1 1 ^1", PROBLEM_MALFORMED_TEXT, "last case"}, 2, 100, 0},
    {{"3 1 1 5 1 1 1 1 5 1 1 ^", PROBLEM_MALFORMED_TEXT, "n of case 3"}, 2, 100, 0},
    {{"9223372036854775808 1 1 5 1 1^", PROBLEM_MALFORMED_TEXT, "n of case 2"}, 2, 100, 0},
    {{"3 1 1 5 1 1 1 1 5 1 1 1 1 5 1 ^1", PROBLEM_TOO_MANY, "from case 3 on"}, 3, 5, 5},
    {{"3 1 1 5 1 1 1 1 5 1 ^1 1 1 5 0 1", PROBLEM_TOO_MANY, "from case 2 on"}, 3, 2, 2},
    {{"3 1 1 5 1 1 1 1 5 1 1 1 1 5 ^0 1", PROBLEM_OUT_OF_RANGE, "l is 0"}, 3, 4, 0},
    {{"2 1 1 5 1 ^1 1 1 5 1 1", PROBLEM_TOO_MANY, "from case 1 on"}, 3, 1, 1},
    {{"2 1 1 5 1 1 1 1 5 1 ^x", PROBLEM_MALFORMED_TEXT, "digits"}, 3, 1, 0},
};

START_TEST(test_limits)
{
    char body[BODY_BYTES];
    size_t offset;
    size_t size = unmark(limited[_i].row.body, body, &offset);
    struct contest_limits limits = {limited[_i].cases, limited[_i].reply_bytes, 1 << 20};
    struct text_result expected = {
        .code = limited[_i].row.code, .place = place_in(body, offset), .limit = limited[_i].limit};
    check_fault(body, size, &limits, &expected, limited[_i].row.says);
}
END_TEST

/* A limit that is met exactly is not passed. */
START_TEST(test_limits_met)
{
    const char *body = "3 1 1 5 1 1 1 1 5 1 1 1 1 5 1 1";
    struct contest_limits limits = {3, 6, 8};
    char out[] = "1\n1\n1\n";
    struct text_result expected = {.out = out, .out_size = 6};
    contest_compare_all_cuts(body, strlen(body), &limits, &expected);
}
END_TEST

/* Cases with one fault each (or none), two in a row, with and without malformed text after them:
 * whichever stands first is told, malformed text before all. */
static const struct row pieces[] = {
    {"2 2 3 4 1 2 2 2", PROBLEM_NONE, ""},
    {"^0 1 1 1", PROBLEM_TOO_FEW, ""},
    {"2 ^0 3 4", PROBLEM_TOO_FEW, ""},
    {"2 1 3 ^9223372036854775808 1 1", PROBLEM_OUT_OF_RANGE, ""},
    {"2 2 3 4 ^0 1 2 2", PROBLEM_OUT_OF_RANGE, ""},
    {"2 2 3 4 1 1 ^3 3", PROBLEM_OUT_OF_RANGE, ""},
    {"2 2 3 4 1 ^3 1 2", PROBLEM_OUT_OF_RANGE, ""},
    {"2 2 3 4 1 2 2 ^1", PROBLEM_OUT_OF_RANGE, ""},
    {"2 2 3 4 ^1- 2 2 1", PROBLEM_MALFORMED_TEXT, ""},
    {"2 1 3 ^4a 1 2", PROBLEM_MALFORMED_TEXT, ""},
    {"^- 2 4 4 1 2 1 1", PROBLEM_MALFORMED_TEXT, ""},
};

enum { PIECES = COUNT_OF(pieces) };

START_TEST(test_order_of_faults)
{
    for (size_t j = 0; j < PIECES; j++) {
        const struct row *first = &pieces[_i], *second = &pieces[j];
        const struct row *told = first->code == PROBLEM_MALFORMED_TEXT    ? first
                                 : second->code == PROBLEM_MALFORMED_TEXT ? second
                                 : first->code != PROBLEM_NONE            ? first
                                                                          : second;
        char marked[256], body[BODY_BYTES];
        size_t mark_first, mark_second;
        size_t middle = 2 + unmark(first->body, body, &mark_first) + 1;
        (void)unmark(second->body, body, &mark_second);
        (void)snprintf(marked, sizeof marked, "2\n%s\n%s\n", first->body, second->body);
        size_t unused;
        size_t size = unmark(marked, body, &unused);
        if (told->code == PROBLEM_NONE) {
            char out[] = "3\n3\n";
            struct text_result expected = {.out = out, .out_size = 4};
            contest_compare_all_cuts(body, size, &roomy_limits, &expected);
        } else {
            size_t offset = told == first ? 2 + mark_first : middle + mark_second;
            struct text_result expected = {.code = told->code, .place = place_in(body, offset)};
            check_fault(body, size, &roomy_limits, &expected, "line");
        }
        if (told->code != PROBLEM_MALFORMED_TEXT) {
            struct text_result expected = {.code = PROBLEM_MALFORMED_TEXT,
                                           .place = place_in(body, size)};
            body[size] = '7';
            check_fault(body, size + 1, &roomy_limits, &expected, "after the last case");
            body[0] = '3';
            check_fault(body, size, &roomy_limits, &expected, "n of case 3");
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("by hand");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_good, 0, COUNT_OF(good));
    tcase_add_loop_test(tcase, test_malformed, 0, COUNT_OF(malformed));
    tcase_add_loop_test(tcase, test_broken, 0, COUNT_OF(broken));
    tcase_add_test(tcase, test_example_places);
    tcase_add_test(tcase, test_nul_byte);
    tcase_add_loop_test(tcase, test_long_numbers, 0, 6);
    tcase_add_test(tcase, test_long_and_too_many);
    tcase_add_loop_test(tcase, test_limits, 0, COUNT_OF(limited));
    tcase_add_test(tcase, test_limits_met);
    tcase_add_loop_test(tcase, test_order_of_faults, 0, PIECES);
    return run_tests(tcase);
}
