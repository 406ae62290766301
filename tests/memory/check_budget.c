/* SPDX-License-Identifier: MIT */
/* check_budget.c, of src/memory/budget.c: the shared allowance: what is refused, why, and that
 * nothing is lost between threads. */
#include "memory/budget.h"

#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

START_TEST(a_request_takes_up_to_the_whole_budget)
{
    struct budget budget;
    budget_init(&budget, 1000);
    struct account account = {.budget = &budget};
    ck_assert(account_take(&account, 0));
    ck_assert(account_take(&account, 999));
    ck_assert(account_take(&account, 1));
    ck_assert_int_eq(account.refusal, BUDGET_OK);
    ck_assert_uint_eq(account.held_bytes, 1000);
    ck_assert_uint_eq(budget.used_bytes, 1000);
    account_give(&account, 1000);
    ck_assert_uint_eq(account.held_bytes, 0);
    ck_assert_uint_eq(budget.used_bytes, 0);
}
END_TEST

/* What could not fit even alone is told apart from what others stand in the way of. */
START_TEST(too_large_and_busy_are_told_apart)
{
    static const struct {
        size_t own, others, bytes;
        enum budget_status answer;
    } rows[] = {
        {0, 0, 1000, BUDGET_OK},
        {0, 0, 1001, BUDGET_TOO_LARGE},
        {0, 0, SIZE_MAX, BUDGET_TOO_LARGE},
        {600, 0, 400, BUDGET_OK},
        {600, 0, 401, BUDGET_TOO_LARGE},
        {600, 0, SIZE_MAX, BUDGET_TOO_LARGE},
        {0, 1, 1000, BUDGET_BUSY},
        {0, 1, 999, BUDGET_OK},
        {0, 1000, 1, BUDGET_BUSY},
        {0, 1000, 0, BUDGET_OK},
        {300, 300, 400, BUDGET_OK},
        {300, 300, 401, BUDGET_BUSY},
        {300, 300, 700, BUDGET_BUSY},
        {300, 300, 701, BUDGET_TOO_LARGE},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct budget budget;
        budget_init(&budget, 1000);
        struct account own = {.budget = &budget}, others = {.budget = &budget};
        ck_assert(account_take(&own, rows[i].own) && account_take(&others, rows[i].others));
        bool taken = account_take(&own, rows[i].bytes);
        ck_assert_msg(taken == (rows[i].answer == BUDGET_OK) && own.refusal == rows[i].answer,
                      "row %zu: refusal %d", i, (int)own.refusal);
        size_t held = rows[i].own + (taken ? rows[i].bytes : 0);
        ck_assert_uint_eq(own.held_bytes, held);
        ck_assert_uint_eq(budget.used_bytes, held + rows[i].others);
        ck_assert_int_eq(others.refusal, BUDGET_OK);
    }
}
END_TEST

START_TEST(the_first_refusal_is_kept)
{
    struct budget budget;
    budget_init(&budget, 1000);
    struct account account = {.budget = &budget}, other = {.budget = &budget};
    ck_assert(account_take(&other, 500));
    ck_assert(!account_take(&account, 600));
    ck_assert(!account_take(&account, 2000));
    account_note_no_memory(&account);
    ck_assert_int_eq(account.refusal, BUDGET_BUSY);
    account_note_no_memory(&other);
    ck_assert(!account_take(&other, 2000));
    ck_assert_int_eq(other.refusal, BUDGET_NO_MEMORY);
    ck_assert(account_take(&account, 500)); /* a refusal does not bar what fits */
    ck_assert_int_eq(account.refusal, BUDGET_BUSY);
}
END_TEST

START_TEST(without_a_budget_only_the_sum_is_kept)
{
    struct account account = {.budget = NULL};
    ck_assert(account_take(&account, 12345));
    ck_assert_uint_eq(account.held_bytes, 12345);
    account_give(&account, 345);
    ck_assert_uint_eq(account.held_bytes, 12000);
    account_note_no_memory(&account);
    ck_assert_int_eq(account.refusal, BUDGET_NO_MEMORY);
}
END_TEST

/* A budget of 64 MiB keeps 4: 2 for requests of 256 KiB, the rest for smaller ones. */
START_TEST(large_requests_leave_the_reserve)
{
    enum { MIB = 1024 * 1024, SMALL = BUDGET_SMALL_BYTES };
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB);
    struct account large = {.budget = &budget}, known = {.budget = &budget, .is_large = true};
    struct account small[9], tiny[5] = {{.budget = NULL}};
    ck_assert(!account_may_take(&large, (size_t)60 * MIB + 1));
    ck_assert(!account_take(&known, (size_t)60 * MIB + 1));
    ck_assert_int_eq(known.refusal, BUDGET_TOO_LARGE);
    ck_assert(account_take(&large, (size_t)60 * MIB));
    ck_assert_uint_eq(budget_shortage(&budget), (size_t)4 * MIB);
    ck_assert(!budget_is_full(&budget));
    ck_assert(!account_may_take(&known, 1)); /* however little of it has come */
    for (int i = 0; i < 9; i++) {
        ck_assert_int_eq(budget_is_full(&budget), i == 8);
        small[i] = (struct account){.budget = &budget};
        ck_assert_int_eq(account_take(&small[i], SMALL), i < 8);
        ck_assert(!account_may_take(&small[i], SMALL + 1)); /* it would not be small any more */
    }
    ck_assert_int_eq(small[8].refusal, BUDGET_BUSY);
    for (int i = 0; i < 5; i++) { /* these may use three quarters */
        tiny[i] = (struct account){.budget = &budget};
        ck_assert_int_eq(account_take(&tiny[i], SMALL / 2), true);
    }
    ck_assert(account_may_take(&small[8], 1000) && !account_may_take(&small[8], SMALL));
    account_give(&large, (size_t)60 * MIB);
    ck_assert_uint_eq(budget_shortage(&budget), 0);
    ck_assert(account_take(&known, (size_t)57 * MIB));
    ck_assert(!account_take(&known, MIB));
    ck_assert_int_eq(known.refusal, BUDGET_TOO_LARGE); /* the first one is kept */
}
END_TEST

START_TEST(the_reserve_is_a_sixteenth)
{
    static const struct {
        size_t limit, large;
    } rows[] = {{1000, 750},
                {1 << 20, 768 << 10},
                {4 << 20, 3 << 20},
                {16 << 20, 15 << 20},
                {64 << 20, 60 << 20}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct budget budget;
        budget_init(&budget, rows[i].limit);
        ck_assert_uint_eq(budget.large_bytes, rows[i].large);
        budget_free(&budget);
    }
}
END_TEST

enum { THREADS = 4, ROUNDS = 50000, LIMIT = 10000 };

struct worker {
    struct budget *budget;
    struct seed seed;
    unsigned refused;
    bool passed_limit, wrong_sum;
};

/* Take and give at random; in the end give everything back. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    struct account account = {.budget = worker->budget};
    size_t held = 0;
    for (int i = 0; i < ROUNDS; i++) {
        size_t bytes = seed_below(&worker->seed, LIMIT / 2);
        if (seed_below(&worker->seed, 2) == 0 && account_take(&account, bytes)) {
            held += bytes;
        } else if (bytes <= held) {
            account_give(&account, bytes);
            held -= bytes;
        }
        size_t used = atomic_load(&worker->budget->used_bytes);
        worker->passed_limit = worker->passed_limit || used > LIMIT;
        worker->wrong_sum = worker->wrong_sum || account.held_bytes != held || used < held;
        worker->refused += account.refusal != BUDGET_OK;
        account.refusal = BUDGET_OK;
    }
    account_give(&account, held);
    return NULL;
}

/* Where there is no reserve, a large one may take the last byte. */
START_TEST(a_plain_budget_has_no_reserve)
{
    const size_t limit = 8 * (size_t)BUDGET_SMALL_BYTES;
    struct budget budget;
    budget_init_plain(&budget, limit);
    struct account account = {.budget = &budget};
    ck_assert(account_take(&account, limit - 1));
    ck_assert(account_take(&account, 1));
    ck_assert(!account_take(&account, 1));
    account_give(&account, limit);
    budget_free(&budget);
}
END_TEST

START_TEST(threads_share_it_without_losing_a_byte)
{
    struct budget budget;
    budget_init(&budget, LIMIT);
    struct seed seed = seed_start("check_budget");
    pthread_t threads[THREADS];
    struct worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.budget = &budget, .seed = {seed_next(&seed)}};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    unsigned refused = 0;
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert(!workers[i].passed_limit && !workers[i].wrong_sum);
        refused += workers[i].refused;
    }
    ck_assert_uint_gt(refused, 0);
    ck_assert_uint_eq(budget.used_bytes, 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("budget");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_request_takes_up_to_the_whole_budget);
    tcase_add_test(tcase, too_large_and_busy_are_told_apart);
    tcase_add_test(tcase, the_first_refusal_is_kept);
    tcase_add_test(tcase, without_a_budget_only_the_sum_is_kept);
    tcase_add_test(tcase, large_requests_leave_the_reserve);
    tcase_add_test(tcase, the_reserve_is_a_sixteenth);
    tcase_add_test(tcase, a_plain_budget_has_no_reserve);
    tcase_add_test(tcase, threads_share_it_without_losing_a_byte);
    return run_tests(tcase);
}
