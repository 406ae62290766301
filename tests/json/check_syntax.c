/* SPDX-License-Identifier: MIT */
/* check_syntax.c, of src/json/syntax_kinds.c, src/json/syntax_words.c: what is said of a body
 * that is not JSON: the same however it is cut, and for the usual mistakes what to do. */
#include "bytes.h"
#include "cases.h"
#include "json/document.h"
#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define BODY(text)         text, sizeof(text) - 1
#define FOUND(place, what) "line 1, column " place ": found " what " where "

/* Read body in two pieces, or byte by byte where cut is SIZE_MAX. */
static struct problem problem_of(const char *body, size_t size, size_t cut)
{
    struct account account = {.budget = NULL};
    struct json_limits limits = {
        .nesting = 32, .envelope_values = 100000, .memory_bytes = (size_t)1 << 26};
    struct json_scanner scanner;
    struct json_document document;
    struct problem problem = {.code = PROBLEM_NONE};
    json_scanner_init(&scanner, &account, &limits);
    for (size_t at = 0, taken = cut; at < size; at += taken, taken = size - at) {
        taken = cut == SIZE_MAX ? 1 : taken;
        char *piece = bytes_copy(body + at, taken);
        (void)json_scanner_feed(&scanner, piece, taken);
        free(piece);
    }
    (void)json_document_open(&document, &scanner, &account, &problem);
    json_document_close(&document);
    json_scanner_free(&scanner);
    return problem;
}

static bool same(const struct problem *a, const struct problem *b)
{
    return a->code == b->code && a->place.offset == b->place.offset &&
           a->detail_size == b->detail_size && memcmp(a->detail, b->detail, a->detail_size) == 0;
}

/* What is told of body, which every cut must give. */
static struct problem hold_every_cut(const char *body, size_t size)
{
    struct problem whole = problem_of(body, size, size);
    for (size_t cut = 0; cut <= size; cut++) {
        struct problem told = problem_of(body, size, cut < size ? cut : SIZE_MAX);
        ck_assert_msg(same(&whole, &told), "%.*s, cut at %zu: %.*s, not %.*s", (int)size, body, cut,
                      (int)told.detail_size, told.detail, (int)whole.detail_size, whole.detail);
    }
    for (size_t i = 0; i < whole.detail_size; i++) {
        ck_assert(whole.detail[i] >= 0x20 && whole.detail[i] < 0x7F);
    }
    return whole;
}

static const struct {
    const char *body;
    size_t size;
    const char *detail;
} told[] = {
    {BODY(""), "line 1, column 1: the body is empty, but a JSON value is due"},
    {BODY(" \n "), "line 2, column 2: the body ends where a JSON value is due: it holds white "
                   "space alone"},
    {BODY("{\"a\":["), "line 1, column 7: the body ends where a value or \"]\" is due: still open "
                       "is an array in an object"},
    {BODY("[12"), "line 1, column 4: the body ends where \",\" or \"]\" is due: still open is an "
                  "array"},
    {BODY("{\"a\":1e"), "line 1, column 8: the body ends where a sign or a digit is due: still "
                        "open is an object"},
    {BODY("[[[[[\"x"), "line 1, column 8: the body ends where the rest of a string is due: still "
                       "open is a string in an array in an array in an array in 2 more"},
    {BODY("-"), "line 1, column 2: the body ends where a digit is due"},
    {BODY("tru"), "line 1, column 4: the body ends where the rest of \"true\" is due"},
    {BODY("[1,]"), FOUND("4", "\"]\"") "a value is due: no comma stands after the last element"},
    {BODY("{\"a\":}"), FOUND("6", "\"}\"") "a value is due"},
    {BODY("[01]"), FOUND("3", "\"1\"") "\".\", \"e\" or the end of the number is due: a number has "
                                       "no leading zeros"},
    {BODY("[1 \"2\"]"), FOUND("4", "'\"'") "\",\" or \"]\" is due: a comma is missing before it"},
    {BODY("{\"a\" 1}"), FOUND("6", "\"1\"") "\":\" is due"},
    {BODY("\"\\x41\""), FOUND("3", "\"x\"") "one of \" \\ / b f n r t u is due: a backslash itself "
                                            "is written \\\\"},
    {BODY("\"\\u12g"), FOUND("6", "\"g\"") "a hexadecimal digit of a character is due"},
    {BODY("\"\\ud800\\u0041\""),
     FOUND("10", "\"0\"") "a low surrogate, \\uDC00 to \\uDFFF, is due"},
    {BODY("\"\\ud800x"), FOUND("8", "\"x\"") "a low surrogate, \\uDC00 to \\uDFFF, is due"},
    {BODY("\"\xE9t\""), FOUND("3", "\"t\"") "the rest of a UTF-8 character is due: the body must "
                                            "be UTF-8, and this is another encoding"},
    {BODY("\"\xFF\""), FOUND("2", "the byte 0xFF") "the rest of a string is due: the body must be "
                                                   "UTF-8, and this is another encoding"},
    {BODY("\"a\tb\""), FOUND("3", "the byte 0x09") "the rest of a string is due: a control "
                                                   "character in a string is written \\u00XX"},
    {BODY("{} x"), FOUND("4", "\"x\"") "the end of the body is due: a body is one JSON value and "
                                       "nothing more"},
    {BODY("nums=1,1,2"), FOUND("3", "\"m\"") "the rest of \"null\" is due: this looks like form "
                                             "data: send JSON, like {\"nums\": [1, 1, 2]}"},
    {BODY("n\0\0"), FOUND("2", "the byte 0x00") "the rest of \"null\" is due: this looks like "
                                                "UTF-16 or UTF-32: send UTF-8"},
};

START_TEST(the_sentence_is_whole)
{
    struct problem problem = hold_every_cut(told[_i].body, told[_i].size);
    ck_assert_int_eq(problem.code, PROBLEM_MALFORMED_JSON);
    ck_assert_msg(problem.detail_size == strlen(told[_i].detail) &&
                      memcmp(problem.detail, told[_i].detail, problem.detail_size) == 0,
                  "%s: %.*s", told[_i].body, (int)problem.detail_size, problem.detail);
}
END_TEST

/* The words that the detail of a usual mistake must hold; NULL: no advice is known. */
static const struct {
    const char *body;
    size_t size;
    const char *words;
} kinds[] = {
    {BODY("{'nums':[1]}"), "double quotes, not single ones"},
    {BODY("['a']"), "double quotes, not single ones"},
    {BODY("[`a`]"), "double quotes"},
    {BODY("{nums:[1]}"), "a key stands in double quotes"},
    {BODY("{\"a\":1,b:2}"), "a key stands in double quotes"},
    {BODY("{\"a\":1,}"), "no comma stands after the last element"},
    {BODY("[1,,2]"), "one comma"},
    {BODY("// c\n{}"), "no comments"},
    {BODY("{}/* c */"), "no comments"},
    {BODY("[1 # one\n]"), "no comments"},
    {BODY("[-01]"), "no leading zeros"},
    {BODY("[+1]"), "no plus sign"},
    {BODY("[.5]"), "like 0.5"},
    {BODY("[5.]"), "behind the point"},
    {BODY("[NaN]"), "no such number"},
    {BODY("[nan]"), "no such number"},
    {BODY("[Infinity]"), "no such number"},
    {BODY("[-Infinity]"), "no such number"},
    {BODY("[None]"), "has null for it"},
    {BODY("[nil]"), "has null for it"},
    {BODY("[undefined]"), "has null for it"},
    {BODY("[True]"), "small letters"},
    {BODY("[tRUE]"), "small letters"},
    {BODY("[NULL]"), "small letters"},
    {BODY("[abc]"), "a text stands in double quotes"},
    {BODY("{}{}"), "several requests, or a batch"},
    {BODY("[1]\n[2]"), "several requests, or a batch"},
    {BODY("{};"), "nothing more"},
    {BODY("\xEF\xBB\xBF{}"), "a byte-order mark"},
    {BODY("\xFF\xFE{\0}\0"), "UTF-16"},
    {BODY("\xFE\xFF\0{\0}"), "UTF-16"},
    {BODY("{\0}\0"), "UTF-16"},
    {BODY("\0{\0}"), "UTF-16"},
    {BODY("\"\0a\0"), "UTF-16"},
    {BODY("\x1F\x8B\x08"), "gzip"},
    {BODY("\x28\xB5\x2F\xFD"), "zstd"},
    {BODY("heaps=1,1,2"), "form data"},
    {BODY("queries[]=1-2"), "form data"},
    {BODY("nums%5B%5D=1"), "form data"},
    {BODY("nums = [1]"), "form data"},
    {BODY("true=1"), "nothing more"},
    {BODY("nums: [1]"), "an object stands in braces"},
    {BODY("\"nums\": [1]"), "stand in an object"},
    {BODY("--x\r\nContent-Disposition: form-data"), "multipart"},
    {BODY("3\n2 1\n1 1\n"), "text/plain"},
    {BODY("1,1,2"), "brackets, like [1, 1, 2]"},
    {BODY("[1 2]"), "a comma is missing"},
    {BODY("{\"a\":[1] \"b\":2}"), "a comma is missing"},
    {BODY("[[1][2]]"), "a comma is missing"},
    {BODY("[1;2]"), "a comma stands between"},
    {BODY("{}}"), "never opened"},
    {BODY("{\"a\"=1}"), "a colon"},
    {BODY("{\"a\":(1)}"), "brackets"},
    {BODY("[0x10]"), "decimal"},
    {BODY("[1_000]"), "without marks"},
    {BODY("[1, ...]"), "ellipsis"},
    {BODY("{\\\"a\\\":1}"), "no backslash"},
    {BODY("\"\\'\""), "without a backslash"},
    {BODY("@body.json"), "--data-binary"},
    {BODY("[object Object]"), "JSON.stringify"},
    {BODY("<xml/>"), "XML"},
    {BODY("%7B%22nums"), "percent-encoded"},
    {BODY("{\xE2\x80\x9C"
          "a"),
     "typographic quotation mark"},
    {BODY("\xC2\xA0{}"), "no-break space"},
    {BODY("[\xE2\x88\x92"
          "1]"),
     "minus"},
    {BODY("\"a\nb\""), "written \\n"},
    {BODY("{\"a\":[1-2]}"), "a range is a pair, like [1, 2]"},
    {BODY("[1n,2]"), "behind the digits"},
    {BODY("[1L]"), "behind the digits"},
    {BODY("[1 null]"), "\",\" or \"]\" is due"},
    {BODY("{\"a\":$A}"), "a shell puts none in between single quotes"},
    {BODY("{{\"a\":1}}"), "one brace opens an object"},
    {BODY("({\"a\":1})"), "no parentheses stand around the body"},
    {BODY("b'{}'"), "Python shows bytes"},
    {BODY("b\"{}\""), "Python shows bytes"},
    {BODY("---\nheaps:\n- 1\n"), "YAML"},
    {BODY("- 1\n- 2\n"), "YAML"},
    {BODY("----x\r\nContent-Disposition: form-data"), "multipart"},
    {BODY("--- "), "YAML"},
    {BODY("--"), "multipart"},
    {BODY("[-x]"), "is due"},
    {BODY("[1}"), "is due"},
};

START_TEST(a_usual_mistake_is_known)
{
    struct problem problem = hold_every_cut(kinds[_i].body, kinds[_i].size);
    ck_assert_int_eq(problem.code, PROBLEM_MALFORMED_JSON);
    ck_assert_msg(memmem(problem.detail, problem.detail_size, kinds[_i].words,
                         strlen(kinds[_i].words)) != NULL,
                  "%s: %.*s", kinds[_i].body, (int)problem.detail_size, problem.detail);
}
END_TEST

START_TEST(any_fault_is_told_the_same_however_it_is_cut)
{
    const struct json_case *row = &json_cases[_i];
    if (row->size > 400) {
        return; /* every cut of the long ones takes long, and their faults are no others */
    }
    struct problem problem = hold_every_cut(row->text, row->size);
    ck_assert_int_eq(problem.code == PROBLEM_MALFORMED_JSON, row->fault != JSON_CASE_VALID);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("words");
    tcase_add_loop_test(tcase, the_sentence_is_whole, 0, (int)COUNT_OF(told));
    tcase_add_loop_test(tcase, a_usual_mistake_is_known, 0, (int)COUNT_OF(kinds));
    tcase_add_loop_test(tcase, any_fault_is_told_the_same_however_it_is_cut, 0,
                        (int)json_case_count);
    return run_tests(tcase);
}
