/* SPDX-License-Identifier: MIT */
/* check_number_store.c, of src/digits/number_store.c: numbers of two widths, whichever comes
 * when. */
#include <check.h>
#include <stdlib.h>

#include "digits/number_store.h"
#include "run_tests.h"

static struct account account;
static struct number_store store;

static void setup(void)
{
    account = (struct account){.budget = NULL};
    number_store_init(&store, &account, 1 << 20);
}

static void teardown(void)
{
    number_store_free(&store);
    ck_assert_uint_eq(account.held_bytes, 0);
}

static uint64_t number(size_t i, size_t wide_at)
{
    return i == wide_at ? UINT64_C(0x100000000) + i : i >= wide_at ? i : UINT32_MAX - i;
}

/* The number that does not fit 32 bits may come at any place, and is read right before and after
 * all have one width. */
START_TEST(every_number_is_kept)
{
    for (size_t wide_at = 0; wide_at <= 3000; wide_at = wide_at * 2 + 1) {
        number_store_clear(&store);
        for (size_t i = 0; i < 3000; i++) {
            ck_assert(number_store_push(&store, number(i, wide_at)));
            ck_assert_uint_eq(number_store_count(&store), i + 1);
            ck_assert_int_eq(store.wide, i >= wide_at);
        }
        ck_assert_uint_eq(store.narrow_count, wide_at < 3000 ? wide_at : 0);
        for (int settled = 0; settled < 2; settled++) {
            for (size_t i = 0; i < 3000; i++) {
                ck_assert_uint_eq(number_store_at(&store, i), number(i, wide_at));
            }
            number_store_settle(&store);
        }
        const void *data = number_store_data(&store, 7);
        ck_assert_uint_eq(store.wide ? *(const uint64_t *)data : *(const uint32_t *)data,
                          number(7, wide_at));
    }
}
END_TEST

/* A wide number after ten million others must not wait for them: nothing but room is needed. */
START_TEST(widening_touches_no_number)
{
    ck_assert(number_store_reserve(&store, 1000));
    for (size_t i = 0; i < 1000; i++) {
        ck_assert(number_store_push(&store, i));
    }
    ck_assert(number_store_push(&store, UINT64_MAX));
    for (uint32_t i = 0; i < 1000; i++) {
        ck_assert_uint_eq(((const uint32_t *)(const void *)store.bytes.data)[i], i);
    }
    ck_assert_uint_eq(number_store_at(&store, 1000), UINT64_MAX);
}
END_TEST

START_TEST(a_refusal_changes_nothing)
{
    number_store_free(&store);
    number_store_init(&store, &account, 1000 * sizeof(uint32_t));
    for (size_t i = 0; i < 1000; i++) {
        ck_assert(number_store_push(&store, i));
    }
    ck_assert(!number_store_push(&store, 1));
    ck_assert(!number_store_push(&store, UINT64_MAX));
    ck_assert(store.bytes.over_maximum && !store.wide);
    ck_assert_uint_eq(number_store_count(&store), 1000);
    ck_assert_uint_eq(number_store_at(&store, 999), 999);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("number_store");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, every_number_is_kept);
    tcase_add_test(tcase, widening_touches_no_number);
    tcase_add_test(tcase, a_refusal_changes_nothing);
    return run_tests(tcase);
}
