/* SPDX-License-Identifier: MIT */
/* check_number_lists.c, of src/json/number_lists.c: the number store: widening, ragged rows,
 * rejected elements, and the 0 before each array. */
#include "json/number_lists.h"

#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct account account;
static struct json_number_lists lists;

static void begin(enum json_shape shape)
{
    ck_assert(json_lists_begin(&lists, shape));
}

static void add(const char *text)
{
    struct json_number number;
    json_number_start(&number);
    while (*text != '\0' && json_number_step(&number, (unsigned char)*text) == NUMBER_TAKEN) {
        text++;
    }
    ck_assert(*text == '\0' && json_lists_add(&lists, &number));
}

/* A row of the numbers given, ended by NULL. */
static void row(const char *const *texts)
{
    json_lists_row_begin(&lists);
    for (; *texts != NULL; texts++) {
        add(*texts);
    }
    ck_assert(json_lists_row_end(&lists));
}
#define ROW(...) row((const char *const[]){__VA_ARGS__, NULL})

static const struct json_number_list *end(void)
{
    size_t index = 0, before = json_lists_count(&lists);
    ck_assert(json_lists_end(&lists, &index));
    ck_assert_uint_eq(index, before);
    ck_assert_uint_eq(json_lists_count(&lists), before + 1);
    const struct json_number_list *array = json_lists_at(&lists, index);
    ck_assert_uint_eq(number_store_at(&lists.numbers, array->first - 1), 0);
    return array;
}

static void assert_row(const struct json_number_list *table, size_t i, size_t first, size_t count)
{
    size_t found_first = 0, found_count = 0;
    json_table_row(&lists, table, i, &found_first, &found_count);
    ck_assert_uint_eq(found_first, table->first + first);
    ck_assert_uint_eq(found_count, count);
}

static void setup(void)
{
    account = (struct account){.budget = NULL};
    json_lists_init(&lists, &account, 1 << 24);
}

static void teardown(void)
{
    json_lists_free(&lists);
    ck_assert_uint_eq(account.held_bytes, 0);
}

START_TEST(arrays_follow_each_other_with_a_0_before_each)
{
    begin(JSON_VECTOR);
    add("7");
    add("8");
    struct json_number_list first = *end();
    begin(JSON_VECTOR);
    struct json_number_list empty = *end();
    begin(JSON_VECTOR);
    add("9");
    struct json_number_list last = *end();
    ck_assert_uint_eq(first.first, 1);
    ck_assert_uint_eq(first.count, 2);
    ck_assert_uint_eq(empty.first, 4);
    ck_assert(json_list_is_empty(&empty) && !json_list_is_empty(&last));
    ck_assert_uint_eq(last.first, 5);
    ck_assert_uint_eq(number_store_count(&lists.numbers), 6);
    ck_assert_uint_eq(number_store_at(&lists.numbers, 5), 9);
    ck_assert(!lists.numbers.wide);
}
END_TEST

/* The number that does not fit 32 bits may come at any place. */
START_TEST(widening_keeps_every_number)
{
    for (unsigned at = 0; at < 2000; at = at * 2 + 1) {
        begin(JSON_VECTOR);
        char text[24];
        for (unsigned i = 0; i < 2000; i++) {
            snprintf(text, sizeof text, "%llu", i == at ? 4294967296ULL + i : 4294967295ULL - i);
            add(text);
            ck_assert_int_eq(lists.numbers.wide, i >= at);
        }
        const struct json_number_list *array = end();
        ck_assert_uint_eq(array->count, 2000);
        for (unsigned i = 0; i < 2000; i++) {
            ck_assert_uint_eq(number_store_at(&lists.numbers, array->first + i),
                              i == at ? 4294967296ULL + i : 4294967295ULL - i);
        }
        json_lists_free(&lists);
        json_lists_init(&lists, &account, 1 << 24);
    }
}
END_TEST

START_TEST(a_table_of_pairs_keeps_no_ends)
{
    begin(JSON_TABLE);
    ROW("1", "2");
    ROW("3", "4");
    const struct json_number_list *table = end();
    ck_assert(json_table_is_pairs(table));
    ck_assert_uint_eq(table->rows, 2);
    ck_assert_uint_eq(table->count, 4);
    ck_assert_uint_eq(lists.ends.size, 0);
    assert_row(table, 0, 0, 2);
    assert_row(table, 1, 2, 2);
}
END_TEST

START_TEST(a_ragged_table_keeps_the_ends_from_its_first_other_row_on)
{
    begin(JSON_TABLE);
    ROW("1", "2");
    ROW("3", "4");
    ROW("5");
    row((const char *const[]){NULL});
    ROW("6", "7");
    ROW("8", "9", "10");
    const struct json_number_list *table = end();
    ck_assert_uint_eq(table->pair_rows, 2);
    ck_assert_uint_eq(lists.ends.size, 4 * sizeof(uint32_t)); /* none for the pairs before */
    ck_assert_uint_eq(table->rows, 6);
    ck_assert_uint_eq(table->count, 10);
    static const size_t counts[] = {2, 2, 1, 0, 2, 3};
    for (size_t i = 0, first = 0; i < 6; first += counts[i++]) {
        assert_row(table, i, first, counts[i]);
    }
    begin(JSON_TABLE); /* a second one: its ends follow those of the first */
    ROW("1");
    ROW("2", "3");
    table = end();
    ck_assert_uint_eq(table->ends, 4);
    assert_row(table, 0, 0, 1);
    assert_row(table, 1, 1, 2);
}
END_TEST

START_TEST(only_the_first_rejected_element_is_kept)
{
    begin(JSON_VECTOR);
    add("5");
    add("1.5");
    add("-1");
    add("6");
    json_lists_reject(&lists, JSON_REJECTED_TYPE, false);
    const struct json_number_list *array = end();
    ck_assert_int_eq(array->rejection, JSON_REJECTED_FRACTION);
    ck_assert_uint_eq(array->rejected_column, 1);
    ck_assert_uint_eq(array->count, 1);
    ck_assert(!json_list_is_empty(array));
    begin(JSON_VECTOR); /* the next array starts without one */
    add("9223372036854775808");
    array = end();
    ck_assert_int_eq(array->rejection, JSON_REJECTED_LARGE);
    ck_assert_uint_eq(array->rejected_column, 0);
    ck_assert_uint_eq(array->count, 0);
    ck_assert(!json_list_is_empty(array));
    ck_assert(!lists.numbers.wide);
}
END_TEST

START_TEST(a_table_tells_the_row_and_element_of_its_rejection)
{
    begin(JSON_TABLE);
    ROW("1", "2");
    ROW("3", "4", "5");
    ROW("6", "-7", "8");
    ROW("9", "10");
    const struct json_number_list *table = end();
    ck_assert_int_eq(table->rejection, JSON_REJECTED_NEGATIVE);
    ck_assert_uint_eq(table->rows, 2);
    ck_assert_uint_eq(table->rejected_column, 1);
    ck_assert_uint_eq(table->rows, 2);
    assert_row(table, 1, 2, 3);
    begin(JSON_TABLE);
    ROW("1", "2");
    json_lists_reject(&lists, JSON_REJECTED_TYPE, true);
    ROW("3", "4");
    table = end();
    ck_assert_int_eq(table->rejection, JSON_REJECTED_TYPE);
    ck_assert_uint_eq(table->rows, 1);
    ck_assert_uint_eq(table->rejected_column, JSON_ROW_ITSELF);
    ck_assert_uint_eq(table->rows, 1);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("lists");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, arrays_follow_each_other_with_a_0_before_each);
    tcase_add_test(tcase, widening_keeps_every_number);
    tcase_add_test(tcase, a_table_of_pairs_keeps_no_ends);
    tcase_add_test(tcase, a_ragged_table_keeps_the_ends_from_its_first_other_row_on);
    tcase_add_test(tcase, only_the_first_rejected_element_is_kept);
    tcase_add_test(tcase, a_table_tells_the_row_and_element_of_its_rejection);
    return run_tests(tcase);
}
