/* SPDX-License-Identifier: MIT */
/* check_number.c, of src/json/number.c: numbers byte by byte: edges by hand, everything else
 * against the reference. */
#include "json/number.h"

#include "generate.h"
#include "reference.h"
#include "run_tests.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Give text byte by byte. Returns how many bytes were taken; *step is the last answer. */
static size_t give(struct json_number *number, const char *text, size_t size,
                   enum json_number_step *step)
{
    json_number_start(number);
    *step = NUMBER_TAKEN;
    for (size_t i = 0; i < size; i++) {
        *step = json_number_step(number, (unsigned char)text[i]);
        if (*step != NUMBER_TAKEN) {
            return i;
        }
    }
    return size;
}

static const struct {
    const char *text;
    enum json_rejection rejection;
    uint64_t value;
} edges[] = {
    {"0", JSON_ACCEPTED, 0},
    {"-0", JSON_ACCEPTED, 0},
    {"-0.000e-5", JSON_ACCEPTED, 0},
    {"0e999999999999", JSON_ACCEPTED, 0},
    {"0e-999999999999", JSON_ACCEPTED, 0},
    {"0.0e99999999999999999999999", JSON_ACCEPTED, 0},
    {"1", JSON_ACCEPTED, 1},
    {"1.0", JSON_ACCEPTED, 1},
    {"1e3", JSON_ACCEPTED, 1000},
    {"1E+3", JSON_ACCEPTED, 1000},
    {"12.50e2", JSON_ACCEPTED, 1250},
    {"12.50e1", JSON_ACCEPTED, 125},
    {"12.50e0", JSON_REJECTED_FRACTION, 0},
    {"10e-1", JSON_ACCEPTED, 1},
    {"10e-2", JSON_REJECTED_FRACTION, 0},
    {"100e-2", JSON_ACCEPTED, 1},
    {"0.001e3", JSON_ACCEPTED, 1},
    {"0.001e2", JSON_REJECTED_FRACTION, 0},
    {"101e-1", JSON_REJECTED_FRACTION, 0},
    {"1.5", JSON_REJECTED_FRACTION, 0},
    {"-1.5", JSON_REJECTED_FRACTION, 0},
    {"-1", JSON_REJECTED_NEGATIVE, 0},
    {"-10e-1", JSON_REJECTED_NEGATIVE, 0},
    {"-1e400", JSON_REJECTED_NEGATIVE, 0},
    {"1e400", JSON_REJECTED_LARGE, 0},
    {"1e999999999999", JSON_REJECTED_LARGE, 0},
    {"1e4294967296", JSON_REJECTED_LARGE, 0},
    {"1e18446744073709551616", JSON_REJECTED_LARGE, 0},
    {"1e-999", JSON_REJECTED_FRACTION, 0},
    {"1e-4294967296", JSON_REJECTED_FRACTION, 0},
    {"1e-18446744073709551616", JSON_REJECTED_FRACTION, 0},
    {"1e000000000000000000000000003", JSON_ACCEPTED, 1000},
    {"1e-000000000000000000000000000", JSON_ACCEPTED, 1},
    {"4294967295", JSON_ACCEPTED, UINT32_MAX},
    {"4294967296", JSON_ACCEPTED, 4294967296},
    {"9007199254740993", JSON_ACCEPTED, 9007199254740993},
    {"999999999999999999", JSON_ACCEPTED, 999999999999999999},
    {"1e18", JSON_ACCEPTED, 1000000000000000000},
    {"9e18", JSON_ACCEPTED, 9000000000000000000},
    {"10e18", JSON_REJECTED_LARGE, 0},
    {"1e19", JSON_REJECTED_LARGE, 0},
    {"9223372036854775806", JSON_ACCEPTED, INT64_MAX - 1},
    {"9223372036854775807", JSON_ACCEPTED, INT64_MAX},
    {"9223372036854775807.000", JSON_ACCEPTED, INT64_MAX},
    {"9.223372036854775807e18", JSON_ACCEPTED, INT64_MAX},
    {"9223372036854775807000e-3", JSON_ACCEPTED, INT64_MAX},
    {"9223372036854775807.5", JSON_REJECTED_FRACTION, 0},
    {"9223372036854775808", JSON_REJECTED_LARGE, 0},
    {"9223372036854775810", JSON_REJECTED_LARGE, 0},
    {"-9223372036854775808", JSON_REJECTED_NEGATIVE, 0},
    {"18446744073709551615", JSON_REJECTED_LARGE, 0},
    {"18446744073709551616", JSON_REJECTED_LARGE, 0},
    {"18446744073709551617e-1", JSON_REJECTED_FRACTION, 0},
    {"36893488147419103232", JSON_REJECTED_LARGE, 0},
    {"184467440737095516160e-1", JSON_REJECTED_LARGE, 0},
    {"100000000000000000000e-20", JSON_ACCEPTED, 1},
    {"100000000000000000001e-20", JSON_REJECTED_FRACTION, 0},
    {"0.00000000000000000000000000000000000001e38", JSON_ACCEPTED, 1},
};

START_TEST(an_edge_has_its_value)
{
    struct json_number number;
    enum json_number_step step;
    const char *text = edges[_i].text;
    ck_assert_uint_eq(give(&number, text, strlen(text), &step), strlen(text));
    ck_assert(json_number_is_complete(&number));
    uint64_t value = 4711;
    enum json_rejection rejection = json_number_value(&number, &value);
    uint64_t wanted = edges[_i].rejection == JSON_ACCEPTED ? edges[_i].value : 4711; /* untouched */
    ck_assert_msg(rejection == edges[_i].rejection && value == wanted,
                  "%s: rejection %d, value %" PRIu64, text, (int)rejection, value);
    value = 4711;
    ck_assert_int_eq(reference_integer(text, strlen(text), &value), edges[_i].rejection);
    ck_assert_uint_eq(value, wanted);
}
END_TEST

static const struct {
    const char *text;
    size_t taken;
    enum json_number_step step; /* at the byte after those */
    bool complete;              /* where the text is taken whole: it may end there */
} shapes[] = {{"-", 1, NUMBER_TAKEN, false},      {"1.", 2, NUMBER_TAKEN, false},
              {"1e", 2, NUMBER_TAKEN, false},     {"1e+", 3, NUMBER_TAKEN, false},
              {"1.5e-", 5, NUMBER_TAKEN, false},  {"-0", 2, NUMBER_TAKEN, true},
              {"1.50", 4, NUMBER_TAKEN, true},    {"01", 1, NUMBER_BROKEN, false},
              {"-01", 2, NUMBER_BROKEN, false},   {"+1", 0, NUMBER_BROKEN, false},
              {".5", 0, NUMBER_BROKEN, false},    {"-.5", 1, NUMBER_BROKEN, false},
              {"1.e5", 2, NUMBER_BROKEN, false},  {"1.,", 2, NUMBER_BROKEN, false},
              {"1e,", 2, NUMBER_BROKEN, false},   {"1e+-", 3, NUMBER_BROKEN, false},
              {"--1", 1, NUMBER_BROKEN, false},   {"0,", 1, NUMBER_ENDED, false},
              {"12]", 2, NUMBER_ENDED, false},    {"12-", 2, NUMBER_ENDED, false},
              {"1.5.", 3, NUMBER_ENDED, false},   {"1e5.", 3, NUMBER_ENDED, false},
              {"1e5e", 3, NUMBER_ENDED, false},   {"1e55 ", 4, NUMBER_ENDED, false},
              {"-0.0e-0}", 7, NUMBER_ENDED, true}};

START_TEST(a_number_ends_where_its_grammar_does)
{
    struct json_number number;
    enum json_number_step step;
    size_t taken = give(&number, shapes[_i].text, strlen(shapes[_i].text), &step);
    ck_assert_msg(taken == shapes[_i].taken && step == shapes[_i].step, "%s: %zu taken, step %d",
                  shapes[_i].text, taken, (int)step);
    if (step == NUMBER_TAKEN) {
        ck_assert_msg(json_number_is_complete(&number) == shapes[_i].complete, "%s",
                      shapes[_i].text);
    }
}
END_TEST

/* 1024 characters are read, one more is too long, whatever they say. */
START_TEST(a_number_of_1024_characters_is_the_longest)
{
    static const char *const starts[] = {"0.", "1", "-", "1e", "1.0", "-0."};
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        char text[JSON_NUMBER_MAX_BYTES + 3];
        memset(text, i == 2 ? '7' : '0', sizeof text);
        memcpy(text, starts[i], strlen(starts[i]));
        for (size_t size = JSON_NUMBER_MAX_BYTES - 1; size <= sizeof text; size++) {
            struct json_number number;
            enum json_number_step step;
            uint64_t value = 0, wanted = 0;
            ck_assert_uint_eq(give(&number, text, size, &step), size);
            enum json_rejection rejection = json_number_value(&number, &value);
            ck_assert_int_eq(rejection == JSON_REJECTED_LONG, size > JSON_NUMBER_MAX_BYTES);
            ck_assert_int_eq(rejection, reference_integer(text, size, &wanted));
            ck_assert_uint_eq(value, wanted);
        }
    }
}
END_TEST

/* An exact integer may take all of the 1024 characters to write. */
START_TEST(a_long_integer_is_exact)
{
    char text[JSON_NUMBER_MAX_BYTES + 1];
    memset(text, '0', sizeof text);
    memcpy(text, "0.", 2);
    memcpy(text + 1000, "123e1001", 8); /* 0.(998 zeros)123 * 10^1001 */
    struct json_number number;
    enum json_number_step step;
    uint64_t value = 0;
    ck_assert_uint_eq(give(&number, text, 1008, &step), 1008);
    ck_assert_int_eq(json_number_value(&number, &value), JSON_ACCEPTED);
    ck_assert_uint_eq(value, 123);
    memcpy(text + 1000, "123e1000", 8);
    ck_assert_uint_eq(give(&number, text, 1008, &step), 1008);
    ck_assert_int_eq(json_number_value(&number, &value), JSON_REJECTED_FRACTION);
}
END_TEST

/* Megabytes of digits: nothing overflows into a wrong answer. */
START_TEST(a_very_long_number_stays_too_long)
{
    static const char *const starts[] = {"9", "0.", "1e", "1.0"};
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        struct json_number number;
        enum json_number_step step;
        uint64_t value = 0;
        ck_assert_uint_eq(give(&number, starts[i], strlen(starts[i]), &step), strlen(starts[i]));
        int taken = 0;
        while (taken < 3000000 && json_number_step(&number, '9') == NUMBER_TAKEN) {
            taken++;
        }
        ck_assert_int_eq(taken, 3000000);
        ck_assert(json_number_is_complete(&number));
        ck_assert_int_eq(json_number_value(&number, &value), JSON_REJECTED_LONG);
    }
}
END_TEST

START_TEST(random_numbers_are_worth_what_the_reference_says)
{
    struct seed seed = seed_start("check_number");
    unsigned count[JSON_REJECTED_LONG + 1] = {0};
    for (int i = 0; i < 100000; i++) {
        struct bytes text = {.data = NULL};
        generate_number(&seed, &text);
        struct json_number number;
        enum json_number_step step;
        uint64_t value = 0, wanted = 0;
        bool whole = give(&number, text.data, text.size, &step) == text.size &&
                     json_number_is_complete(&number);
        enum json_rejection rejection = json_number_value(&number, &value);
        enum json_rejection wanted_instead = reference_integer(text.data, text.size, &wanted);
        ck_assert_msg(whole && rejection == wanted_instead && value == wanted,
                      "%s: rejection %d, not %d; value %" PRIu64 ", not %" PRIu64, text.data,
                      (int)rejection, (int)wanted_instead, value, wanted);
        count[rejection]++;
        bytes_free(&text);
    }
    for (int rejection = JSON_ACCEPTED; rejection <= JSON_REJECTED_LONG; rejection++) {
        bool of_number = rejection != JSON_REJECTED_TYPE && rejection != JSON_REJECTED_STRING;
        ck_assert_msg((count[rejection] > 0) == of_number, "rejection %d: %u numbers", rejection,
                      count[rejection]);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("number");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, an_edge_has_its_value, 0, (int)COUNT_OF(edges));
    tcase_add_loop_test(tcase, a_number_ends_where_its_grammar_does, 0, (int)COUNT_OF(shapes));
    tcase_add_test(tcase, a_number_of_1024_characters_is_the_longest);
    tcase_add_test(tcase, a_long_integer_is_exact);
    tcase_add_test(tcase, a_very_long_number_stays_too_long);
    tcase_add_test(tcase, random_numbers_are_worth_what_the_reference_says);
    return run_tests(tcase);
}
