/* SPDX-License-Identifier: MIT */
/* check_contest_words.c, of src/contest/contest_words.c: what is said of the usual mistakes in
 * contest text. */
#include "contest_run.h"
#include "text_oracle.h"
#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *body, *detail;
} details[] = {
    {"1,1",
     "line 1, column 1: \"1,1\" is not plain digits, and T, the number of cases, is due: white "
     "space stands between numbers, no commas"},
    {"1\n2 1\n007,8 1\n",
     "line 3, column 1: \"007,8\" is not plain digits, and a heap of case 1 is "
     "due: white space stands between numbers, no commas"},
    {"1\n2 1\n1 1\n1-2\n", "line 4, column 1: \"1-2\" is not plain digits, and l of case 1 is due: "
                           "white space stands between l and r"},
    {"1\n1 1\n5\n1 1.0\n", "line 4, column 3: \"1.0\" is not plain digits, and r of case 1 is due: "
                           "numbers are written in digits alone"},
    {"x", "line 1, column 1: \"x\" is not plain digits, and T, the number of cases, is due"},
    {"{\"heaps\":[1]}",
     "line 1, column 1: \"{\\\"heaps\\\":[1]}\" is not plain digits, and T, the "
     "number of cases, is due: JSON is sent with Content-Type: application/json"},
    {"\xEF\xBB\xBF"
     "1\n",
     "line 1, column 1: \"\\xef\\xbb\\xbf1\" is not plain digits, and T, the "
     "number of cases, is due: this is a byte-order mark: send the text without "
     "one"},
    {"nums=1,1,2,3,4,5,6,7",
     "line 1, column 1: \"nums=1,1,2,3,4,5...\" is not plain digits, and T, "
     "the number of cases, is due: this looks like form data: send the text "
     "alone"},
    {"3\\n2 1\\n",
     "line 1, column 1: \"3\\\\n2\" is not plain digits, and T, the number of cases, "
     "is due: this is a backslash and an n where a line ends: printf makes a line end "
     "of it"},
    {"1\n99999999999999999999,\n",
     "line 2, column 1: \"...,\" is not plain digits, and n of case 1 is "
     "due: white space stands between numbers, no commas"},
    {"1\n1 1\n5\n1 1\nx",
     "line 5, column 1: \"x\" is not plain digits, and the end of the text is due"},
    {"12 11 11 2",
     "line 1, column 11: the text ends where a heap of case 1 is due; the text is one "
     "line: curl -d drops line ends, --data-binary keeps them"},
    {"1\n2 1\n1", "line 3, column 2: the text ends where a heap of case 1 is due"},
    {"1 1 1 5 1 9", "line 1, column 11: r is 9, but there is 1 heap; the text is one line: curl -d "
                    "drops line ends, --data-binary keeps them"},
    {"1 1 1 5 1 1 7", "line 1, column 13: \"7\" stands after the last case; the text is one line: "
                      "curl -d drops line ends, --data-binary keeps them"},
    {"1\n1 1\n5\n1 1\n042 1\n", "line 5, column 1: \"042\" stands after the last case"},
    {"", "line 1, column 1: the text ends where T, the number of cases, is due"},
};

START_TEST(test_details)
{
    size_t size = strlen(details[_i].body);
    struct outcome outcome = contest_run(details[_i].body, size, &roomy_limits, NULL, size, size);
    ck_assert(!outcome.ok);
    ck_assert_msg(
        outcome.problem.detail_size == strlen(details[_i].detail) &&
            memcmp(outcome.problem.detail, details[_i].detail, outcome.problem.detail_size) == 0,
        "%s: %.*s", details[_i].body, (int)outcome.problem.detail_size, outcome.problem.detail);
    struct text_result oracle = text_oracle(details[_i].body, size, &roomy_limits);
    contest_compare_all_cuts(details[_i].body, size, &roomy_limits, &oracle);
    text_result_free(&oracle);
    outcome_free(&outcome);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("words");
    tcase_add_loop_test(tcase, test_details, 0, (int)COUNT_OF(details));
    return run_tests(tcase);
}
