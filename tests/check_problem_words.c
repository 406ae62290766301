/* SPDX-License-Identifier: MIT */
/* check_problem_words.c, of src/problem_names.c, src/problem_quote.c: what a client sent,
 * quoted, and the names that it may have meant. */
#include "problem_names.h"
#include "problem_quote.h"
#include "run_tests.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    size_t size, shown;
    const char *quoted;
} quotes[] = {
    {"", 0, 5, "\"\""},
    {"abc", 3, 5, "\"abc\""},
    {"abcde", 5, 5, "\"abcde\""},
    {"abcdef", 6, 5, "\"abcde...\""},
    {" ~", 2, 5, "\" ~\""},
    {"a\"b\\", 4, 5, "\"a\\\"b\\\\\""},
    {"\0\n\x1F\x7F\xFF", 5, 5, "\"\\x00\\x0a\\x1f\\x7f\\xff\""},
    {"\xFF\xFF\xFF\xFF\xFF\xFF", 6, 5, "\"\\xff\\xff\\xff\\xff\\xff...\""},
};

START_TEST(what_was_sent_is_quoted)
{
    size_t room = QUOTE_BYTES(quotes[_i].shown);
    char *text = malloc(quotes[_i].size + 1),
         *out = malloc(room); /* a sanitizer sees a step beyond */
    ck_assert(text != NULL && out != NULL);
    memcpy(text, quotes[_i].text, quotes[_i].size);
    ck_assert_str_eq(quote_text(text, quotes[_i].size, quotes[_i].shown, out), quotes[_i].quoted);
    ck_assert_uint_lt(strlen(out), room);
    free(text);
    free(out);
}
END_TEST

START_TEST(a_byte_is_named)
{
    char out[QUOTE_BYTE_BYTES];
    ck_assert_str_eq(quote_byte(']', out), "\"]\"");
    ck_assert_str_eq(quote_byte('"', out), "'\"'");
    ck_assert_str_eq(quote_byte(' ', out), "\" \"");
    ck_assert_str_eq(quote_byte(0, out), "the byte 0x00");
    ck_assert_str_eq(quote_byte(0xEF, out), "the byte 0xEF");
}
END_TEST

static const char *const keys[] = {"heaps",      "queries",  "cases",   "convention",
                                   "index_base", "verdicts", "include", "integers"};
static const char *const paths[] = {"/", "/xor-game", "/nim/ranges", "/nim/position", "/healthz"};

static struct names names_of(const char *const *list, size_t count)
{
    struct names names = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        names_add(&names, list[i]);
    }
    return names;
}

static const struct {
    bool is_path;
    const char *text, *nearest; /* NULL: none is near */
} meant[] = {
    {false, "heaps", "heaps"},
    {false, "heap", "heaps"},
    {false, "heasp", "heaps"},
    {false, "haeps", "heaps"},
    {false, "Heaps", "heaps"},
    {false, "HEAPS", "heaps"},
    {false, "query", "queries"},
    {false, "queriez", "queries"},
    {false, "index-base", "index_base"},
    {false, "indexBase", "index_base"},
    {false, "index", "index_base"},
    {false, "base", "index_base"},
    {false, "case", "cases"},
    {false, "inc", "include"},
    {false, "my_heaps", "heaps"},
    {false, "integer", "integers"},
    {false, "", NULL},
    {false, "a", NULL},
    {false, "xy", NULL},
    {false, "nums", NULL},
    {false, "/", NULL},
    {false, "boards", NULL},
    {false, "heapsheapsheapsheapsheapsheapsheapsheapsheapsheapsheapsheapsheaps", NULL}, /* 65 */
    {true, "/xor-game/", "/xor-game"},
    {true, "/xor_game", "/xor-game"},
    {true, "/XOR-Game", "/xor-game"},
    {true, "/xorgame", "/xor-game"},
    {true, "/health", "/healthz"},
    {true, "/nim", "/nim/ranges"},
    {true, "/position", "/nim/position"},
    {true, "/v1/nim/ranges", "/nim/ranges"},
    {true, "/help", NULL},
    {true, "/swagger", NULL},
};

START_TEST(the_nearest_name_is_found)
{
    struct names names = meant[_i].is_path ? names_of(paths, COUNT_OF(paths))
                                           : names_of(keys, COUNT_OF(keys));
    const char *nearest = names_nearest(&names, meant[_i].text, strlen(meant[_i].text));
    ck_assert_msg((nearest == NULL) == (meant[_i].nearest == NULL) &&
                      (nearest == NULL || strcmp(nearest, meant[_i].nearest) == 0),
                  "%s: %s", meant[_i].text, nearest == NULL ? "none" : nearest);
}
END_TEST

START_TEST(the_known_names_are_told)
{
    char told[NAMES_TOLD_BYTES];
    struct names names = names_of(keys, COUNT_OF(keys)), none = {.count = 0};
    ck_assert_str_eq(names_tell(&names, "incl", 4, told),
                     "; did you mean \"include\"? Known: include, heaps, queries, cases, "
                     "convention, index_base, verdicts, integers");
    ck_assert_str_eq(names_tell(&names, "x", 1, told),
                     ". Known: heaps, queries, cases, convention, index_base, verdicts, include, "
                     "integers");
    ck_assert_str_eq(names_tell(&none, "x", 1, told), "");
    ck_assert_ptr_null(names_nearest(&none, "x", 1));
}
END_TEST

/* However many there are, what is told fits, and no name is cut. */
START_TEST(names_that_do_not_fit_are_left_out)
{
    char told[NAMES_TOLD_BYTES];
    struct names names = {.count = 0};
    for (int i = 0; i < NAMES_MOST + 3; i++) {
        names_add(&names, "a_rather_long_name");
    }
    ck_assert_uint_eq(names.count, NAMES_MOST);
    size_t size = strlen(names_tell(&names, "a_rather_long_name", 18, told));
    ck_assert(size < NAMES_TOLD_BYTES && size + strlen(", a_rather_long_name") >= NAMES_TOLD_BYTES);
    ck_assert_str_eq(told + size - strlen("a_rather_long_name"), "a_rather_long_name");
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("words");
    tcase_add_loop_test(tcase, what_was_sent_is_quoted, 0, (int)COUNT_OF(quotes));
    tcase_add_test(tcase, a_byte_is_named);
    tcase_add_loop_test(tcase, the_nearest_name_is_found, 0, (int)COUNT_OF(meant));
    tcase_add_test(tcase, the_known_names_are_told);
    tcase_add_test(tcase, names_that_do_not_fit_are_left_out);
    return run_tests(tcase);
}
