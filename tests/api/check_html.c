/* SPDX-License-Identifier: MIT */
/* check_html.c, of src/api/service/html.c: no text can be read as markup. */
#include "api/service/html.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>

static const struct {
    const char *text, *html;
} rows[] = {
    {"", ""},
    {"plain text, 1 + 1", "plain text, 1 + 1"},
    {"<b a=\"1\" c='2'>&amp;", "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;"},
    {"&&", "&amp;&amp;"},
    {"\xC3\xA9<", "\xC3\xA9&lt;"},
};

START_TEST(text_stands_for_itself)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    buffer_init(&out, &account, 1000);
    struct json_writer w = {.out = &out};
    html_put_text(&w, rows[_i].text);
    ck_assert(!w.failed);
    ck_assert_uint_eq(out.size, strlen(rows[_i].html));
    ck_assert(out.size == 0 || memcmp(out.data, rows[_i].html, out.size) == 0);
    buffer_free(&out);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("html");
    tcase_add_loop_test(tcase, text_stands_for_itself, 0, COUNT_OF(rows));
    return run_tests(tcase);
}
