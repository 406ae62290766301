/* SPDX-License-Identifier: MIT */
/* check_writer.c, of src/json/writer.c: what the writer writes is JSON that means what was put
 * in. */
#include "json/writer.h"

#include "reference.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static struct account account;
static struct buffer out;
static struct json_writer writer;

static void start(size_t maximum)
{
    account = (struct account){.budget = NULL};
    buffer_init(&out, &account, maximum);
    writer = (struct json_writer){.out = &out};
}

static void setup(void)
{
    start(1 << 20);
}

static void teardown(void)
{
    buffer_free(&out);
}

static void assert_out(const char *wanted)
{
    ck_assert(!writer.failed);
    ck_assert_msg(out.size == strlen(wanted) && memcmp(out.data, wanted, out.size) == 0,
                  "%.*s, not %s", (int)out.size, out.data, wanted);
}

START_TEST(integers_keep_every_digit)
{
    json_put(&writer, "[");
    json_put_integer(&writer, 0);
    json_put_raw(&writer, ",x", 1);
    json_put_integer(&writer, 1000000000000000);
    json_put(&writer, ",");
    json_put_integer(&writer, 9007199254740993);
    json_put(&writer, ",");
    json_put_integer(&writer, UINT64_MAX);
    json_put(&writer, "]");
    assert_out("[0,1000000000000000,9007199254740993,18446744073709551615]");
}
END_TEST

START_TEST(text_in_printf_form_grows_the_buffer)
{
    json_put(&writer, "[");
    json_put_format(&writer, "\"%s\",%*u", "a", 2000, 7U);
    ck_assert(!writer.failed);
    ck_assert_uint_eq(out.size, 1 + 4 + 2000);
    ck_assert(memcmp(out.data, "[\"a\", ", 6) == 0 && out.data[out.size - 1] == '7');
}
END_TEST

START_TEST(strings_are_quoted_and_escaped)
{
    static const char text[] = "a\"b\\c/\0\x01\x1F\x20\x7F\n\xC3\xA9\xF0\x9F\x98\x80";
    json_put_string(&writer, text, sizeof text - 1);
    json_put_string(&writer, "", 0);
    assert_out("\"a\\\"b\\\\c/\\u0000\\u0001\\u001f \x7F\\u000a\xC3\xA9\xF0\x9F\x98\x80\"\"\"");
}
END_TEST

/* Random strings come back from the reference reader as they were. */
START_TEST(strings_survive_the_trip)
{
    static const char *const parts[] = {"\"",       "\\",       "\n",           "\x01",
                                        "\x1F",     "\xC2\x80", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF",
                                        "plain ab", "/",        "\\u0000",      "\x7F"};
    struct seed seed = seed_start("check_writer");
    for (int i = 0; i < 3000; i++) {
        struct bytes text = {.data = NULL};
        for (uint64_t n = seed_below(&seed, 30); n > 0; n--) {
            if (seed_below(&seed, 8) == 0) {
                bytes_add(&text, "", 1); /* U+0000 */
            }
            bytes_add_text(&text, parts[seed_below(&seed, COUNT_OF(parts))]);
        }
        out.size = 0;
        json_put_string(&writer, text.data, text.size);
        struct reference read;
        reference_read(&read, out.data, out.size, 1);
        ck_assert_int_eq(read.outcome, REFERENCE_VALID);
        ck_assert_uint_eq(read.root->text.size, text.size);
        ck_assert(text.size == 0 || memcmp(read.root->text.data, text.data, text.size) == 0);
        reference_free(&read);
        bytes_free(&text);
    }
}
END_TEST

/* Once something did not fit the writer stays failed, and nothing more is written. */
START_TEST(a_writer_that_failed_stays_failed)
{
    start(8);
    json_put(&writer, "1234567");
    ck_assert(!writer.failed);
    json_put(&writer, "89");
    ck_assert(writer.failed && out.over_maximum);
    json_put(&writer, "a");
    json_put(&writer, "true");
    json_put_integer(&writer, 1);
    json_put_string(&writer, "x", 1);
    ck_assert_ptr_null(json_put_room(&writer, 1));
    ck_assert_uint_eq(out.size, 7);
}
END_TEST

START_TEST(a_string_that_does_not_fit_fails_at_any_size)
{
    for (size_t maximum = 0; maximum < 14; maximum++) {
        start(maximum);
        json_put_string(&writer, "ab\ncd\"", 6);
        ck_assert(writer.failed && out.size <= maximum);
        buffer_free(&out);
    }
    start(14);
    json_put_string(&writer, "ab\ncd\"", 6);
    assert_out("\"ab\\u000acd\\\"\"");
}
END_TEST

START_TEST(room_is_written_and_taken_by_the_caller)
{
    char *room = json_put_room(&writer, 1000);
    ck_assert_ptr_nonnull(room);
    memset(room, 'x', 1000);
    json_put_taken(&writer, 3);
    json_put(&writer, "y");
    assert_out("xxxy");
    ck_assert_ptr_null(json_put_room(&writer, 2 << 20));
    ck_assert(writer.failed);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("writer");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, integers_keep_every_digit);
    tcase_add_test(tcase, text_in_printf_form_grows_the_buffer);
    tcase_add_test(tcase, strings_are_quoted_and_escaped);
    tcase_add_test(tcase, strings_survive_the_trip);
    tcase_add_test(tcase, a_writer_that_failed_stays_failed);
    tcase_add_test(tcase, a_string_that_does_not_fit_fails_at_any_size);
    tcase_add_test(tcase, room_is_written_and_taken_by_the_caller);
    return run_tests(tcase);
}
