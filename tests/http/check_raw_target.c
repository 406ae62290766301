/* SPDX-License-Identifier: MIT */
/* check_raw_target.c, of src/http/raw_target.c: copies of targets, short and long, one after
 * another. */
#include "http/raw_target.h"

#include "run_tests.h"

#include <check.h>
#include <string.h>

START_TEST(every_length_is_kept_as_sent)
{
    static const size_t sizes[] = {
        1, 100, RAW_TARGET_SHORT_BYTES - 1, RAW_TARGET_SHORT_BYTES, 5000, 32000, 2};
    static char uri[32001];
    struct raw_target target = {.text = NULL};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        memset(uri, 'a' + (int)i, sizes[i]);
        uri[sizes[i]] = '\0';
        ck_assert(raw_target_keep(&target, uri)); /* in place of the one before */
        ck_assert_str_eq(target.text, uri);
        ck_assert_ptr_eq(target.place, uri);
        bool is_short = sizes[i] < RAW_TARGET_SHORT_BYTES;
        ck_assert_uint_eq(target.mapped_bytes, is_short ? 0 : sizes[i] + 1);
        uri[0] = '!'; /* the library's is cut, ours is not */
        ck_assert_int_eq(target.text[0], 'a' + (int)i);
    }
    raw_target_drop(&target);
    ck_assert_ptr_null(target.text);
}
END_TEST

START_TEST(dropping_twice_does_nothing)
{
    static char uri[1000];
    struct raw_target target = {.text = NULL};
    memset(uri, 'x', sizeof uri - 1);
    raw_target_drop(&target);
    ck_assert(raw_target_keep(&target, uri));
    raw_target_drop(&target);
    raw_target_drop(&target);
    ck_assert_ptr_null(target.text);
    ck_assert_uint_eq(target.mapped_bytes, 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("raw_target");
    tcase_add_test(tcase, every_length_is_kept_as_sent);
    tcase_add_test(tcase, dropping_twice_does_nothing);
    return run_tests(tcase);
}
