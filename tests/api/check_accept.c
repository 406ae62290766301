/* SPDX-License-Identifier: MIT */
/* check_accept.c, of src/api/media_type.c: who gets a page. tests/http/test_negotiation.py tries
 * one of each kind over sockets. */
#include "api/media_type.h"

#include "run_tests.h"

#include <check.h>

static const struct {
    const char *accept;
    bool page;
} rows[] = {
    {"text/html", true},
    {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true},
    {"TEXT/HTML ; q=0.5", true},
    {"text/html;q=0.001", true},
    {"application/json;q=0.4, text/html;q=0.5", true},
    {"text/html;level=1;q=1.000, application/json;q=0.999", true},
    {"*/*", false},
    {"text/*", false},
    {"", false},
    {"text/html;q=0", false},
    {"text/html;q=0.000", false},
    {"text/html, application/json", false},
    {"text/html;q=0.5, application/json;q=0.5", false},
    {"text/html;q=0.5x", false},
    {"text/html;q=2", false},
    {"text/html;q=1.001", false},
    {"text/html;q=0.1234", false},
    {"text/html;q=", false},
    {"application/json", false},
    {"TEXT/HTML", true},
    {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/"
     "*;q=0.8,application/signed-exchange;v=b3;q=0.7",
     true},
    {"text/html, */*", false},
    {"text/html, */*; q=0.01", true},
    {"text/html;q=0.9, application/json;q=0.8", true},
    {"text/html;q=0.8, application/json;q=0.9", false},
    {"application/json;q=0.1, */*, text/html;q=0.2", true},
    {"application/*;q=0.3, */*;q=0.9, text/html;q=0.5", true},
    {"application/json;q=0, text/html;q=0.001", true},
    {"text/html;q=1.000", true},
    {"text/html;q=x", false},
    {"text/html;q=.5", false},
    {"text/html;q=-1", false},
    {"text/html ; charset=utf-8 ; q=0.7 , application/json;q=0.6", true},
    {"text/html;a=\"x,application/json;q=0.9\";q=0.5", true},
    {"text/html;a=\"\\\",\";q=0", false},
    {"text/html;a=\"not closed, text/html", true},
    {"text/html garbage", false},
    {"text/htmlx", false},
    {"xtext/html", false},
    {"text/html+xml", false},
    {"text/html;", true},
    {",, ,text/html,", true},
    {"text/html; q=0.5; q=0.9, application/json;q=0.7", true},
    {"application/problem+json", false},
    {"application/xhtml+xml", false},
};

START_TEST(test_row)
{
    const char *const lines[] = {rows[_i].accept, NULL};
    ck_assert_msg(accept_prefers_page(lines, 2) == rows[_i].page, "%s", rows[_i].accept);
}
END_TEST

/* Lines are one list, up to the maximum. */
START_TEST(test_lines)
{
    const char *const lines[] = {"application/json", "text/html;q=0.9"};
    ck_assert(!accept_prefers_page(lines, 2));
    ck_assert(!accept_prefers_page(lines, 0));
    ck_assert(accept_prefers_page(lines + 1, 1));
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("accept");
    tcase_add_loop_test(tcase, test_row, 0, (int)COUNT_OF(rows));
    tcase_add_test(tcase, test_lines);
    return run_tests(tcase);
}
