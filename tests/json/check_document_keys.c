/* SPDX-License-Identifier: MIT */
/* check_document_keys.c, of src/json/document.c, src/json/pointer.c: keys of objects, and the
 * places of problems. */
#include "bytes.h"
#include "opened.h"
#include "problem_quote.h"
#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Read the body's root as an object of at most the members a and b. */
static const struct json_key a_and_b[] = {{"a", JSON_NESTED}, {"b", JSON_NUMBER}};

static bool read_root(struct opened *o, struct json_node members[2])
{
    members[0] = members[1] = (struct json_node){.value = NULL};
    return json_read_members(&o->document, &o->root, (struct json_keys){a_and_b, 2}, members);
}

static void open_body(struct opened *o, const char *body)
{
    opened_init(o, body, strlen(body), NULL);
    ck_assert_msg(o->is_open, "%s", body);
}

#define UNKNOWN PROBLEM_UNKNOWN_KEY
#define TWICE   PROBLEM_DUPLICATE_KEY
#define KNOWN   " is not a key of the body. Known: a, b"
#define NO_LIST "the body must be an object, like {\"a\": [1, 1, 2]}, not an array"
#define NEAR_A  " is not a key of the body; did you mean \"a\"? Known: a, b"

static const struct {
    const char *body;
    enum problem_code code;
    const char *pointer, *detail;
} refusals[] = {
    {"1", PROBLEM_WRONG_TYPE, "", "the body must be an object, not a number"},
    {"-1", PROBLEM_WRONG_TYPE, "", "the body must be an object, not a number"},
    {"\"a\"", PROBLEM_WRONG_TYPE, "", "the body must be an object, not a string"},
    {"\"{\\\"a\\\":1}\"", PROBLEM_WRONG_TYPE, "",
     "the body must be an object, not a string: it was made JSON twice"},
    {"\"[1, 1]\"", PROBLEM_WRONG_TYPE, "",
     "the body must be an object, not a string: it was made JSON twice"},
    {"null", PROBLEM_WRONG_TYPE, "", "the body must be an object, not null"},
    {"true", PROBLEM_WRONG_TYPE, "", "the body must be an object, not a boolean"},
    {"[]", PROBLEM_WRONG_TYPE, "", NO_LIST},
    {"[1]", PROBLEM_WRONG_TYPE, "", NO_LIST},
    {"[{}]", PROBLEM_WRONG_TYPE, "", NO_LIST},
    {"{\"c\":1}", UNKNOWN, "/c", "\"c\"" KNOWN},
    {"{\"a\":1,\"c\":1}", UNKNOWN, "/c", "\"c\"" KNOWN},
    {"{\"A\":1}", UNKNOWN, "/A", "\"A\"" NEAR_A},
    {"{\"\":1}", UNKNOWN, "/", "\"\"" KNOWN},
    {"{\"a \":1}", UNKNOWN, "/a ", "\"a \"" KNOWN},
    {"{\"~\":1}", UNKNOWN, "/~0", "\"~\"" KNOWN},
    {"{\"a/b~1\":1}", UNKNOWN, "/a~1b~01", "\"a/b~1\"" KNOWN},
    {"{\"\\\"\\\\\":1}", UNKNOWN, "/\"\\", "\"\\\"\\\\\"" KNOWN},
    {"{\"\\u00e9\":1}", UNKNOWN, "/\xC3\xA9", "\"\\xc3\\xa9\"" KNOWN},
    {"{\"a\":1,\"a\":1}", TWICE, "/a", "\"a\" stands twice in the body"},
    {"{\"a\":1,\"b\":2,\"\\u0061\":3}", TWICE, "/a", "\"a\" stands twice in the body"},
    {"{\"b\":[1],\"b\":[[1]]}", TWICE, "/b", "\"b\" stands twice in the body"},
};

START_TEST(a_key_that_does_not_belong_is_refused)
{
    struct opened o;
    struct json_node members[2];
    open_body(&o, refusals[_i].body);
    ck_assert_msg(!read_root(&o, members), "%s", refusals[_i].body);
    opened_assert(&o, refusals[_i].code, refusals[_i].pointer, NULL, refusals[_i].detail);
    opened_free(&o);
}
END_TEST

START_TEST(keys_come_in_any_order_or_not_at_all)
{
    static const struct {
        const char *body;
        bool a, b;
    } rows[] = {{"{}", false, false},
                {"{\"a\":1}", true, false},
                {"{\"b\":[1]}", false, true},
                {"{\"\\u0062\":{},\"a\":null}", true, true},
                {"{\"a\":[],\"b\":1.5}", true, true}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct opened o;
        struct json_node members[2];
        open_body(&o, rows[i].body);
        ck_assert_msg(read_root(&o, members), "%s", rows[i].body);
        ck_assert_int_eq(members[0].value != NULL, rows[i].a);
        ck_assert_int_eq(members[1].value != NULL, rows[i].b);
        opened_free(&o);
    }
}
END_TEST

/* U+0000 does not end a key: not for the comparison, and not in the pointer. */
START_TEST(a_key_with_a_nul_is_another_key)
{
    struct opened o;
    struct json_node members[2];
    open_body(&o, "{\"a\":1,\"a\\u0000\":1}");
    ck_assert(!read_root(&o, members));
    ck_assert_int_eq(o.problem.code, UNKNOWN);
    ck_assert_uint_eq(o.problem.pointer_size, 3);
    ck_assert_mem_eq(o.problem.pointer, "/a\0", 3);
    opened_free(&o);
    open_body(&o, "{\"\\u0000/x\":1}");
    ck_assert(!read_root(&o, members));
    ck_assert_uint_eq(o.problem.pointer_size, 5);
    ck_assert_mem_eq(o.problem.pointer, "/\0~1x", 5);
    opened_free(&o);
}
END_TEST

/* A key of up to 64 bytes is told by the pointer, a longer one by its object and its first 64
 * bytes, cut between characters. */
START_TEST(a_long_key_is_cut_between_characters)
{
    static const char *const ends[] = {"x", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "~/"};
    for (size_t e = 0; e < COUNT_OF(ends); e++) {
        for (size_t plain = 58; plain <= 70; plain++) {
            char quoted[QUOTE_BYTES(64)];
            struct bytes key = {.data = NULL}, body = {.data = NULL}, pointer = {.data = NULL},
                         detail = {.data = NULL};
            while (key.size < plain) {
                bytes_add_text(&key, "k");
            }
            size_t end_size = strlen(ends[e]), size = plain + end_size;
            bytes_add_text(&key, ends[e]);
            bytes_add_text(&body, "{\"");
            bytes_add(&body, key.data, size);
            bytes_add_text(&body, "\":1}");
            bytes_add_text(&pointer, size <= 64 ? "/" : "");
            bytes_add(&pointer, key.data, size > 64 ? 0 : e == 4 ? plain : size);
            bytes_add_text(&pointer, size <= 64 && e == 4 ? "~0~1" : "");
            bytes_add_text(&detail, quote_text(key.data, size, 64, quoted));
            bytes_add_text(&detail, KNOWN);
            struct opened o;
            struct json_node members[2];
            open_body(&o, body.data);
            ck_assert(!read_root(&o, members));
            opened_assert(&o, UNKNOWN, pointer.data, NULL, detail.data);
            opened_free(&o);
            bytes_free(&key);
            bytes_free(&body);
            bytes_free(&pointer);
            bytes_free(&detail);
        }
    }
}
END_TEST

/* Places inside lists of objects, and missing keys there. */
START_TEST(a_place_names_every_step)
{
    struct opened o;
    struct json_node members[2], inner[1];
    const struct json_keys a = {a_and_b, 1};
    open_body(&o, "{\"a\":[{\"a\":[1]},{\"a\":[1],\"c/\":2},3]}");
    ck_assert(read_root(&o, members));
    ck_assert(json_read_objects(&o.document, &members[0]));
    struct json_node element = json_first(&members[0]);
    inner[0] = (struct json_node){.value = NULL};
    ck_assert(json_read_members(&o.document, &element, a, inner));
    ck_assert(!json_missing(&o.document, &element, "b", "a case needs b"));
    opened_assert(&o, PROBLEM_MISSING_KEY, "/a/0", "b", "a[0] lacks \"b\": a case needs b");
    ck_assert(!json_missing(&o.document, &o.root, "nums", "nums or boards"));
    opened_assert(&o, PROBLEM_MISSING_KEY, "", "nums", "the body lacks \"nums\": nums or boards");
    json_next(&element);
    inner[0] = (struct json_node){.value = NULL};
    ck_assert(!json_read_members(&o.document, &element, a, inner));
    opened_assert(&o, UNKNOWN, "/a/1/c~1", NULL, "\"c/\" is not a key of a[1]. Known: a");
    json_next(&element);
    inner[0] = (struct json_node){.value = NULL};
    ck_assert(!json_read_members(&o.document, &element, a, inner));
    opened_assert(&o, PROBLEM_WRONG_TYPE, "/a/2", NULL, "a[2] must be an object, not a number");
    json_next(&element);
    ck_assert_ptr_null(element.value);
    opened_free(&o);
}
END_TEST

/* The problems that a handler finds. */
START_TEST(a_handler_sets_problems_at_a_node)
{
    struct opened o;
    struct json_node members[2];
    open_body(&o, "{\"a\":[{},{},{}],\"b\":1}");
    ck_assert(read_root(&o, members));
    ck_assert(!json_conflict(&o.document, &members[1], "a or b, not both"));
    opened_assert(&o, PROBLEM_CONFLICTING_KEYS, "/b", NULL, "a or b, not both");
    struct json_node element = json_element(&members[0], 7);
    ck_assert(!json_too_few(&o.document, &element, "heap"));
    opened_assert(&o, PROBLEM_TOO_FEW, "/a/7", NULL, "a[7] must hold at least one heap");
    ck_assert(!o.problem.has_limit);
    ck_assert(!json_at_most(&o.document, &members[0], 3, 2));
    opened_assert(&o, PROBLEM_TOO_MANY, "/a", NULL, "a holds more than 2 elements");
    ck_assert(o.problem.has_limit && o.problem.limit == 2);
    o.problem.code = PROBLEM_NONE;
    ck_assert(json_at_most(&o.document, &members[0], 3, 3));
    ck_assert_int_eq(o.problem.code, PROBLEM_NONE);
    opened_free(&o);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("keys");
    tcase_add_loop_test(tcase, a_key_that_does_not_belong_is_refused, 0, (int)COUNT_OF(refusals));
    tcase_add_test(tcase, keys_come_in_any_order_or_not_at_all);
    tcase_add_test(tcase, a_key_with_a_nul_is_another_key);
    tcase_add_test(tcase, a_long_key_is_cut_between_characters);
    tcase_add_test(tcase, a_place_names_every_step);
    tcase_add_test(tcase, a_handler_sets_problems_at_a_node);
    return run_tests(tcase);
}
