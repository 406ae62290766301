/* SPDX-License-Identifier: MIT */
/* check_scanner.c, of src/json/scanner.c, src/json/scanner_lists.c, src/json/scanner_text.c: the scanner against the table
 * of small documents and against the reference reader, on every neighbour of those and on every
 * short string. */
#include "cases.h"
#include "compare.h"
#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static char message[COMPARE_MESSAGE_BYTES];

static void hold(const char *body, size_t size, bool every_cut)
{
    bool same = compare_cut(body, size, every_cut, message);
    ck_assert_msg(same, "%s: %s", compare_shown(body, size), message);
}

/* The reference itself is held against the places in the table; the scanner, cut everywhere,
 * against the reference. */
START_TEST(table_is_read_the_same_however_it_is_cut)
{
    const struct json_case *row = &json_cases[_i];
    struct reference reference;
    reference_read(&reference, row->text, row->size, COMPARE_NESTING);
    if (row->fault == JSON_CASE_VALID) {
        ck_assert_msg(reference.outcome == REFERENCE_VALID, "%s: refused at %lu",
                      compare_shown(row->text, row->size), (unsigned long)reference.place.offset);
    } else {
        ck_assert_msg(reference.outcome != REFERENCE_VALID, "%s: accepted",
                      compare_shown(row->text, row->size));
        ck_assert_msg(reference.place.offset == (uint64_t)row->fault, "%s: fault at %lu, not %ld",
                      compare_shown(row->text, row->size), (unsigned long)reference.place.offset,
                      row->fault);
    }
    reference_free(&reference);
    hold(row->text, row->size, true);
}
END_TEST

/* Every beginning of a document, and every document with one byte more after it. */
START_TEST(table_rows_may_end_anywhere)
{
    for (size_t r = 0; r < json_case_count; r++) {
        const struct json_case *row = &json_cases[r];
        char *longer = malloc(row->size + 1);
        ck_assert_ptr_nonnull(longer);
        memcpy(longer, row->text, row->size);
        for (size_t size = 0; size < row->size; size++) {
            hold(longer, size, false);
        }
        for (int byte = 0; byte < 256; byte++) {
            longer[row->size] = (char)byte;
            hold(longer, row->size + 1, false);
        }
        free(longer);
    }
}
END_TEST

/* One byte of every class that a state may tell apart, and both ends of the larger ones. */
static const char classes[] = "\0\x01\t\n\v\r\x1F !\"#+,-./0159:;@AEFGU[\\]^`abdefglnrstuz{|}~\x7F"
                              "\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF"
                              "\xF0\xF1\xF3\xF4\xF5\xFE\xFF";

START_TEST(any_byte_may_stand_for_any_other)
{
    for (size_t r = 0; r < json_case_count; r++) {
        const struct json_case *row = &json_cases[r];
        char *body = bytes_copy(row->text, row->size);
        for (size_t i = 0; i < row->size && row->size < 100; i++) {
            for (size_t c = 0; c < sizeof classes - 1; c++) {
                body[i] = classes[c];
                hold(body, row->size, false);
            }
            body[i] = row->text[i];
        }
        free(body);
    }
}
END_TEST

/* Go through every string over the alphabet that begins with body[0..size), up to maximum bytes.
 * Behind a fault nothing new can come, so only beginnings that are good so far are made longer. */
static unsigned long try_all(char *body, size_t size, size_t maximum, const char *alphabet)
{
    unsigned long tried = 1;
    struct reference reference;
    reference_read(&reference, body, size, COMPARE_NESTING);
    bool good_so_far = reference.place.offset == size;
    reference_free(&reference);
    hold(body, size, false);
    for (const char *c = alphabet; size < maximum && good_so_far && *c != '\0'; c++) {
        body[size] = *c;
        tried += try_all(body, size + 1, maximum, alphabet);
    }
    return tried;
}

/* The walks: from the beginning, and from places inside strings and number lists, where most
 * states are. Each tries at least so many strings, lest one be empty by accident. */
static const struct {
    const char *start, *alphabet;
    size_t longer;
    unsigned long least;
} walks[] = {
    {"", "[]{}\",:0 1-.eE\\u", 5, 50000},
    {"", "[],1\"5", 7, 10000},
    {"", "-0195.eE+", 6, 10000},
    {"", "\\ud8Dc0\"", 6, 10000},
    {"\"", "\"\\u0dDcC8fx/\x80\xC2\xED\xF4", 4, 10000},
    {"\"\\u", "0dDcC8aEf9\"", 4, 10000},
    {"\"\\ud83d", "\\udDcC8n0\"", 7, 500},
    {"[1", ",]1 -\"[{", 5, 2000},
    {"[[1,2],[", ",]1 -\"[5", 5, 10000},
    {"{\"a\":", "1[]\"{},:t-", 5, 10000},
};

START_TEST(every_short_string)
{
    char body[24] = "";
    size_t size = strlen(walks[_i].start);
    memcpy(body, walks[_i].start, size);
    unsigned long tried = try_all(body, size, size + walks[_i].longer, walks[_i].alphabet);
    ck_assert_uint_ge(tried, walks[_i].least);
}
END_TEST

START_TEST(a_failed_scanner_stays_failed)
{
    struct account account = {.budget = NULL};
    struct json_limits limits = {.nesting = 4, .envelope_values = 9, .memory_bytes = 1 << 20};
    struct json_scanner scanner;
    json_scanner_init(&scanner, &account, &limits);
    ck_assert_int_eq(json_scanner_feed(&scanner, "\n[1,", 4), JSON_OK);
    ck_assert_int_eq(json_scanner_feed(&scanner, NULL, 0), JSON_OK);
    ck_assert_int_eq(json_scanner_feed(&scanner, "x", 1), JSON_MALFORMED);
    ck_assert_int_eq(json_scanner_feed(&scanner, "1]", 2), JSON_MALFORMED);
    ck_assert_int_eq(json_scanner_end(&scanner), JSON_MALFORMED);
    ck_assert_uint_eq(scanner.place.offset, 4);
    ck_assert_uint_eq(scanner.place.line, 2);
    ck_assert_uint_eq(scanner.place.column, 4);
    json_scanner_free(&scanner);
    ck_assert_uint_eq(account.held_bytes, 0);
}
END_TEST

/* The nesting limit is an option, from 1 to JSON_NESTING_LIMIT. */
START_TEST(nesting_is_as_asked_for)
{
    for (unsigned nesting = 1; nesting <= JSON_NESTING_LIMIT; nesting++) {
        for (size_t levels = nesting; levels <= nesting + 1; levels++) {
            struct account account = {.budget = NULL};
            struct json_limits limits = {
                .nesting = nesting, .envelope_values = 1000, .memory_bytes = 1 << 20};
            struct json_scanner scanner;
            json_scanner_init(&scanner, &account, &limits);
            for (size_t i = 0; i < levels; i++) { /* objects, an array innermost */
                (void)json_scanner_feed(&scanner, "{\"a\":", i + 1 < levels ? 5 : 0);
            }
            (void)json_scanner_feed(&scanner, "[1]", 3);
            for (size_t i = 1; i < levels; i++) {
                (void)json_scanner_feed(&scanner, "}", 1);
            }
            bool fits = levels <= nesting;
            ck_assert_int_eq(json_scanner_end(&scanner), fits ? JSON_OK : JSON_TOO_DEEP);
            ck_assert(fits || scanner.place.offset == 5 * (uint64_t)nesting);
            json_scanner_free(&scanner);
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("scanner");
    int rows = (int)json_case_count;
    tcase_set_timeout(tcase, 200);
    tcase_add_loop_test(tcase, table_is_read_the_same_however_it_is_cut, 0, rows);
    tcase_add_test(tcase, table_rows_may_end_anywhere);
    tcase_add_test(tcase, any_byte_may_stand_for_any_other);
    tcase_add_test(tcase, a_failed_scanner_stays_failed);
    tcase_add_test(tcase, nesting_is_as_asked_for);
    tcase_add_loop_test(tcase, every_short_string, 0, (int)COUNT_OF(walks));
    return run_tests(tcase);
}
