/* SPDX-License-Identifier: MIT */
/* check_document.c, of src/json/document.c, src/json/document_lists.c,
 * src/json/document_words.c: every typed read, with every kind of value. */
#include "bytes.h"
#include "opened.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum read { WORD, SET, INTEGER, VECTOR, TABLE, OBJECTS };

static const struct json_word words[] = {{"none", 0}, {"red", 1}, {"green", 2}, {"blue", 4}};
enum { WORD_COUNT = COUNT_OF(words), MAXIMUM = 1000 };

static const struct json_row_name row_name = {"a row", "a list of rows"};

/* What was read, whichever read it was. */
struct found {
    unsigned word;
    uint64_t integer;
    const struct json_number_list *array;
};

static const struct json_key key = {"x", JSON_NESTED};
static const struct json_keys x = {&key, 1};

static bool read_member(struct opened *o, enum read read, struct found *found)
{
    const struct json_document *d = &o->document;
    struct json_node member = {.value = NULL};
    *found = (struct found){.word = 99, .integer = 99};
    ck_assert(json_read_members(d, &o->root, x, &member));
    ck_assert(member.value != NULL);
    switch (read) {
    case WORD: return json_read_word(d, &member, words, WORD_COUNT, &found->word);
    case SET: return json_read_word_set(d, &member, words, WORD_COUNT, &found->word);
    case INTEGER: return json_read_integer(d, &member, MAXIMUM, &found->integer);
    case VECTOR: return json_read_vector(d, &member, &found->array);
    case TABLE: return json_read_table(d, &member, &row_name, &found->array);
    case OBJECTS: return json_read_objects(d, &member);
    }
    return false;
}

#define NOT_WORD(text) "x is " text ", which is not known"
#define KNOWN          ". Known: none, red, green, blue"
#define RED            "; did you mean \"red\"? Known: red, none, green, blue"
#define NO_QUOTES      ", not a string: numbers stand without quotes"
#define RANGE          "x must be an integer from 0 to 1000"
#define LARGEST        "9223372036854775807"

/* Every read with every wrong kind of value. */
static const struct {
    enum read read;
    const char *value;
    enum problem_code code;
    const char *pointer, *detail;
} refusals[] = {
    {WORD, "1", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not a number"},
    {WORD, "1.5", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not a number"},
    {WORD, "null", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not null"},
    {WORD, "true", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not a boolean"},
    {WORD, "[]", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not an array"},
    {WORD, "[1]", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not an array"},
    {WORD, "[\"red\"]", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not an array"},
    {WORD, "{}", PROBLEM_WRONG_TYPE, "/x", "x must be a string, not an object"},
    {WORD, "\"\"", PROBLEM_OUT_OF_RANGE, "/x", NOT_WORD("\"\"") KNOWN},
    {WORD, "\"Red\"", PROBLEM_OUT_OF_RANGE, "/x", NOT_WORD("\"Red\"") RED},
    {WORD, "\"red \"", PROBLEM_OUT_OF_RANGE, "/x", NOT_WORD("\"red \"") RED},
    {WORD, "\"red\\u0000\"", PROBLEM_OUT_OF_RANGE, "/x", NOT_WORD("\"red\\x00\"") RED},
    {WORD, "\"A0\"", PROBLEM_OUT_OF_RANGE, "/x", NOT_WORD("\"A0\"") KNOWN},
    {SET, "1", PROBLEM_WRONG_TYPE, "/x", "x must be a list of strings, not a number"},
    {SET, "-1", PROBLEM_WRONG_TYPE, "/x", "x must be a list of strings, not a number"},
    {SET, "\"red\"", PROBLEM_WRONG_TYPE, "/x", "x must be a list of strings, not a string"},
    {SET, "false", PROBLEM_WRONG_TYPE, "/x", "x must be a list of strings, not a boolean"},
    {SET, "null", PROBLEM_WRONG_TYPE, "/x", "x must be a list of strings, not null"},
    {SET, "{}", PROBLEM_WRONG_TYPE, "/x", "x must be a list of strings, not an object"},
    {SET, "[1]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a string, not a number"},
    {SET, "[[]]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a string, not an array"},
    {SET, "[\"red\",1]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be a string, not a number"},
    {SET, "[\"red\",[2]]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be a string, not an array"},
    {SET, "[\"red\",\"pink\"]", PROBLEM_OUT_OF_RANGE, "/x/1",
     "x[1] is \"pink\", which is not known" KNOWN},
    {SET, "[null]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a string, not null"},
    {INTEGER, "\"1\"", PROBLEM_WRONG_TYPE, "/x", "x must be an integer, not a string"},
    {INTEGER, "null", PROBLEM_WRONG_TYPE, "/x", "x must be an integer, not null"},
    {INTEGER, "true", PROBLEM_WRONG_TYPE, "/x", "x must be an integer, not a boolean"},
    {INTEGER, "[1]", PROBLEM_WRONG_TYPE, "/x", "x must be an integer, not an array"},
    {INTEGER, "{}", PROBLEM_WRONG_TYPE, "/x", "x must be an integer, not an object"},
    {INTEGER, "1001", PROBLEM_OUT_OF_RANGE, "/x", RANGE},
    {INTEGER, "1e3000", PROBLEM_OUT_OF_RANGE, "/x", RANGE},
    {INTEGER, "-1", PROBLEM_OUT_OF_RANGE, "/x", RANGE},
    {INTEGER, "0.5", PROBLEM_OUT_OF_RANGE, "/x", RANGE},
    {INTEGER, LARGEST, PROBLEM_OUT_OF_RANGE, "/x", RANGE},
    {VECTOR, "1", PROBLEM_WRONG_TYPE, "/x", "x must be a list of integers, not a number"},
    {VECTOR, "1e99", PROBLEM_WRONG_TYPE, "/x", "x must be a list of integers, not a number"},
    {VECTOR, "\"A0\"", PROBLEM_WRONG_TYPE, "/x", "x must be a list of integers, not a string"},
    {VECTOR, "{}", PROBLEM_WRONG_TYPE, "/x", "x must be a list of integers, not an object"},
    {VECTOR, "null", PROBLEM_WRONG_TYPE, "/x", "x must be a list of integers, not null"},
    {VECTOR, "[]", PROBLEM_TOO_FEW, "/x", "x must hold at least one number"},
    {VECTOR, "[[1]]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be an integer, not an array"},
    {VECTOR, "[{}]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be an integer, not an object"},
    {VECTOR, "[null,1]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be an integer, not null"},
    {VECTOR, "[\"1\",2]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be an integer" NO_QUOTES},
    {VECTOR, "[1,\"2\"]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be an integer" NO_QUOTES},
    {VECTOR, "[1,2,{\"a\":[-1]}]", PROBLEM_WRONG_TYPE, "/x/2",
     "x[2] must be an integer, not an object"},
    {VECTOR, "[1,null]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be an integer, not null"},
    {VECTOR, "[1,true]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be an integer, not a boolean"},
    {VECTOR, "[1,[2]]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be an integer, not an array"},
    {VECTOR, "[1,2.5]", PROBLEM_OUT_OF_RANGE, "/x/1", "x[1] must not have a fraction"},
    {VECTOR, "[-1]", PROBLEM_OUT_OF_RANGE, "/x/0", "x[0] must not be negative"},
    {VECTOR, "[1,2,3,9223372036854775808]", PROBLEM_OUT_OF_RANGE, "/x/3",
     "x[3] must not pass " LARGEST},
    {TABLE, "1", PROBLEM_WRONG_TYPE, "/x", "x must be a list of rows, not a number"},
    {TABLE, "\"\"", PROBLEM_WRONG_TYPE, "/x", "x must be a list of rows, not a string"},
    {TABLE, "{}", PROBLEM_WRONG_TYPE, "/x", "x must be a list of rows, not an object"},
    {TABLE, "[]", PROBLEM_TOO_FEW, "/x", "x must hold at least one list"},
    {TABLE, "[1]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a row, not a number"},
    {TABLE, "[-1]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a row, not a number"},
    {TABLE, "[{}]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a row, not an object"},
    {TABLE, "[[1],2]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be a row, not a number"},
    {TABLE, "[[1],[2],{\"a\":1}]", PROBLEM_WRONG_TYPE, "/x/2", "x[2] must be a row, not an object"},
    {TABLE, "[[1],\"2\"]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be a row, not a string"},
    {TABLE, "[[1],null]", PROBLEM_WRONG_TYPE, "/x/1", "x[1] must be a row, not null"},
    {TABLE, "[[1],[2,\"3\"]]", PROBLEM_WRONG_TYPE, "/x/1/1",
     "x[1][1] must be an integer" NO_QUOTES},
    {TABLE, "[\"1-2\"]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be a row, not a string"},
    {TABLE, "[[1,2],[[3]]]", PROBLEM_WRONG_TYPE, "/x/1/0",
     "x[1][0] must be an integer, not an array"},
    {TABLE, "[[1,2],[3,4],[5,-6]]", PROBLEM_OUT_OF_RANGE, "/x/2/1", "x[2][1] must not be negative"},
    {TABLE, "[[1e-1]]", PROBLEM_OUT_OF_RANGE, "/x/0/0", "x[0][0] must not have a fraction"},
    {OBJECTS, "1", PROBLEM_WRONG_TYPE, "/x", "x must be a list of objects, not a number"},
    {OBJECTS, "{}", PROBLEM_WRONG_TYPE, "/x", "x must be a list of objects, not an object"},
    {OBJECTS, "\"\"", PROBLEM_WRONG_TYPE, "/x", "x must be a list of objects, not a string"},
    {OBJECTS, "[]", PROBLEM_TOO_FEW, "/x", "x must hold at least one object"},
    {OBJECTS, "[1]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be an object, not a number"},
    {OBJECTS, "[[]]", PROBLEM_WRONG_TYPE, "/x/0", "x[0] must be an object, not an array"},
};

static void open_member(struct opened *o, const char *value)
{
    char body[256];
    int size = snprintf(body, sizeof body, "{\"x\":%s}", value);
    opened_init(o, body, (size_t)size, NULL);
    ck_assert_msg(o->is_open, "%s", body);
}

START_TEST(a_value_of_another_kind_is_refused)
{
    struct opened o;
    struct found found;
    open_member(&o, refusals[_i].value);
    ck_assert_msg(!read_member(&o, refusals[_i].read, &found), "%s", refusals[_i].value);
    opened_assert(&o, refusals[_i].code, refusals[_i].pointer, NULL, refusals[_i].detail);
    ck_assert(found.word == 99 && found.integer == 99 && found.array == NULL);
    opened_free(&o);
}
END_TEST

static const struct {
    enum read read;
    const char *value;
    uint64_t wanted; /* the word, the integer, the count of values or of elements */
} readings[] = {
    {WORD, "\"none\"", 0},
    {WORD, "\"blue\"", 4},
    {WORD, "\"\\u0072e\\u0064\"", 1},
    {SET, "[]", 0},
    {SET, "[\"red\"]", 1},
    {SET, "[\"blue\",\"red\",\"blue\"]", 5},
    {SET, "[\"none\"]", 0},
    {INTEGER, "0", 0},
    {INTEGER, "-0.0", 0},
    {INTEGER, "1e3", 1000},
    {INTEGER, "12.50e1", 125},
    {VECTOR, "[7]", 1},
    {VECTOR, "[1,2.0,3e0,-0," LARGEST "]", 5},
    {TABLE, "[[]]", 0},
    {TABLE, "[[],[1],[2,3,4]]", 4},
    {TABLE, "[[1,2],[3,4]]", 4},
    {OBJECTS, "[{}]", 1},
    {OBJECTS, "[{},1,[2]]", 3}, /* whoever walks the list finds that 1 is no object */
};

START_TEST(a_value_of_the_right_kind_is_read)
{
    struct opened o;
    struct found found;
    open_member(&o, readings[_i].value);
    ck_assert_msg(read_member(&o, readings[_i].read, &found), "%s", readings[_i].value);
    uint64_t read = 0;
    switch (readings[_i].read) {
    case WORD:
    case SET: read = found.word; break;
    case INTEGER: read = found.integer; break;
    case VECTOR:
    case TABLE: read = found.array->count; break;
    case OBJECTS: {
        struct json_node member = {.value = NULL};
        ck_assert(json_read_members(&o.document, &o.root, x, &member));
        for (struct json_node e = json_first(&member); e.value != NULL; json_next(&e)) {
            ck_assert_uint_eq(e.index, read);
            read++;
        }
        ck_assert_uint_eq(json_length(&member), read);
        break;
    }
    }
    ck_assert_uint_eq(read, readings[_i].wanted);
    ck_assert_int_eq(o.problem.code, PROBLEM_NONE);
    opened_free(&o);
}
END_TEST

/* Near 2^53 cJSON's doubles round: nothing may be rounded into the range. */
START_TEST(the_largest_integer_is_exact)
{
    static const uint64_t maximum = ((uint64_t)1 << 53) - 1;
    for (uint64_t i = maximum - 2; i <= maximum + 6; i++) {
        struct opened o;
        struct json_node member = {.value = NULL};
        char text[32];
        uint64_t value = 0;
        snprintf(text, sizeof text, "%llu", (unsigned long long)i);
        open_member(&o, text);
        ck_assert(json_read_members(&o.document, &o.root, x, &member));
        bool read = json_read_integer(&o.document, &member, maximum, &value);
        ck_assert_int_eq(read, i <= maximum);
        ck_assert_uint_eq(value, read ? i : 0);
        opened_free(&o);
    }
}
END_TEST

/* A number of 1025 characters is told as such, inside an array and outside. */
START_TEST(a_number_written_too_long_is_out_of_range)
{
    struct opened o;
    struct found found;
    struct bytes body = {.data = NULL};
    bytes_add_text(&body, "{\"x\":[1,");
    for (int i = 0; i < 1025; i++) {
        bytes_add_text(&body, "1");
    }
    bytes_add_text(&body, "]}");
    opened_init(&o, body.data, body.size, NULL);
    ck_assert(!read_member(&o, VECTOR, &found));
    opened_assert(&o, PROBLEM_OUT_OF_RANGE, "/x/1", NULL,
                  "x[1] must be written with at most 1024 characters");
    opened_free(&o);
    memcpy(strstr(body.data, "[1,"), "   ", 3);
    memcpy(strstr(body.data, "]"), " ", 1);
    opened_init(&o, body.data, body.size, NULL);
    ck_assert(!read_member(&o, INTEGER, &found));
    opened_assert(&o, PROBLEM_OUT_OF_RANGE, "/x", NULL, RANGE);
    opened_free(&o);
    bytes_free(&body);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("reads");
    tcase_add_loop_test(tcase, a_value_of_another_kind_is_refused, 0, (int)COUNT_OF(refusals));
    tcase_add_loop_test(tcase, a_value_of_the_right_kind_is_read, 0, (int)COUNT_OF(readings));
    tcase_add_test(tcase, the_largest_integer_is_exact);
    tcase_add_test(tcase, a_number_written_too_long_is_out_of_range);
    return run_tests(tcase);
}
