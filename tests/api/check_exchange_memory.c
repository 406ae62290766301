/* SPDX-License-Identifier: MIT */
/* check_exchange_memory.c, of src/api/exchange.c, src/api/reply.c: the limits of replies and of
 * memory, alone and beside others. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XOR    "/xor-game"
#define RANGES "/nim/ranges"

static void expect_status(struct api *api, const struct request *request, unsigned status)
{
    struct outcome outcome = exchange_of(api, request);
    ck_assert_msg(outcome.status == status, "%s: not %u, but %u %s", request->body, status,
                  outcome.status, outcome.body);
    outcome_free(&outcome);
}

static const struct request replies[] = {
    {.method = "POST", .target = XOR, .body = "{\"nums\":[1,2,3,9]}"},
    {.method = "POST", .target = XOR, .body = "{\"nums\":[1,2,3,9],\"method\":\"search\"}"},
    {.method = "POST", .target = XOR, .body = "{\"boards\":[[1],[9223372036854775807],[3,3]]}"},
    {.method = "POST",
     .target = RANGES,
     .body = "{\"heaps\":[1,2,3],\"queries\":[[1,1],[1,3],[2,2]]}"},
    {.method = "POST",
     .target = RANGES,
     .body = "{\"heaps\":[1,2,3],\"queries\":[[1,1],[1,3],[2,2]],\"verdicts\":\"bits\"}"},
    {.method = "POST",
     .target = RANGES,
     .body = "{\"heaps\":[1,9223372036854775807],\"queries\":[[1,2],[2,2]],\"verdicts\":\"none\","
             "\"include\":[\"nim_sums\"]}"},
    {.method = "POST",
     .target = RANGES,
     .body =
         "{\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]},{\"heaps\":[1],\"queries\":[[1,1]]}]}"},
    {.method = "POST",
     .target = RANGES,
     .content_type = "text/plain",
     .body = "2 1 1 1 1 1 1 2 1 1 1 1 1"},
    {.method = "GET", .target = "/"},
    {.method = "GET", .target = "/problems/internal"},
};

/* A reply of just the limit is sent, one byte less is too many. */
START_TEST(test_reply_bytes)
{
    struct api api;
    fixture_api(&api);
    struct outcome wanted = exchange_of(&api, &replies[_i]);
    ck_assert_uint_eq(wanted.status, 200);
    api.limits.reply_bytes = wanted.size;
    struct outcome outcome = exchange_of(&api, &replies[_i]);
    /* GET / tells the limit, but in three digits. */
    ck_assert_msg(outcome.status == 200, "%zu bytes: %s", wanted.size, outcome.body);
    outcome_free(&outcome);
    outcome_free(&wanted);
}
END_TEST

START_TEST(test_reply_bytes_passed)
{
    struct api api;
    fixture_api(&api);
    struct outcome wanted = exchange_of(&api, &replies[_i]);
    for (size_t limit = 0; limit + 1 < wanted.size; limit += 1 + limit / 16) {
        api.limits.reply_bytes = limit;
        struct outcome outcome = exchange_of(&api, &replies[_i]);
        ck_assert_int_eq(problem_code_of(&outcome), PROBLEM_TOO_MANY);
        char told[40];
        (void)snprintf(told, sizeof told, "\"limit\":%zu,", limit);
        ck_assert_msg(strstr(outcome.body, told) != NULL, "%s", outcome.body);
        outcome_free(&outcome);
    }
    outcome_free(&wanted);
}
END_TEST

/* The least budget that the request is answered with. */
static size_t least_memory(struct api *api, const struct request *request)
{
    size_t low = 0, high = (size_t)1 << 24; /* not answered; answered */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        fixture_memory(api, middle);
        struct outcome outcome = exchange_of(api, request);
        if (outcome.status == 200) {
            high = middle;
        } else {
            const struct told told = {.code = PROBLEM_BODY_TOO_LARGE, .limit = middle};
            expect_problem("too little memory", &outcome, &told);
            low = middle;
        }
        outcome_free(&outcome);
    }
    return high;
}

/* A request that does not fit alone is too large, whoever else is there. One that would fit is told
 * to come again as long as others hold what it needs. */
START_TEST(test_request_memory_bytes)
{
    struct api api;
    fixture_api(&api);
    api.limits.reply_bytes = 256 << 20;
    const struct request *request = &replies[_i];
    size_t least = least_memory(&api, request);
    ck_assert_uint_gt(least, 1);
    fixture_memory(&api, least);
    expect_status(&api, request, 200);

    struct account other = {.budget = &api.budget};
    ck_assert(account_take(&other, 1));
    struct outcome outcome = exchange_of(&api, request);
    ck_assert_int_eq(problem_code_of(&outcome), PROBLEM_OVERLOADED);
    outcome_free(&outcome);
    account_give(&other, 1);
    expect_status(&api, request, 200);

    fixture_memory(&api, least - 1);
    ck_assert(account_take(&other, 1));
    expect_status(&api, request, 413);
    account_give(&other, 1);
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
}
END_TEST

/* Ready means that a small request is served: the reserve may be touched, but not used up. */
START_TEST(test_readiness)
{
    struct api api;
    fixture_api(&api);
    fixture_memory(&api, (size_t)4 << 20);
    struct account large = {.budget = &api.budget}, small[2];
    const struct request ready = {.method = "GET", .target = "/readyz"};
    const struct request alive = {.method = "GET", .target = "/healthz"};
    ck_assert(account_take(&large, api.budget.large_bytes));
    for (int i = 0; i < 2; i++) {
        expect_status(&api, &ready, 200);
        small[i] = (struct account){.budget = &api.budget};
        ck_assert(account_take(&small[i], BUDGET_SMALL_BYTES));
    }
    expect_status(&api, &ready, 503);
    expect_status(&api, &alive, 200);
    account_give(&small[0], BUDGET_SMALL_BYTES);
    expect_status(&api, &ready, 200);
    atomic_store(&api.draining, true);
    expect_status(&api, &ready, 503);
    expect_status(&api, &alive, 200);
}
END_TEST

/* A declared length takes nothing, however many declare one; what could never fit is refused. */
START_TEST(test_declared_lengths)
{
    struct api api;
    fixture_api(&api);
    fixture_memory(&api, (size_t)4 << 20);
    struct api_head head = {.method = "POST", .target = XOR, .has_length = true};
    head.content_length = api.budget.large_bytes;
    struct exchange *many[50];
    for (int i = 0; i < 50; i++) {
        many[i] = begin_exchange(&api, &head);
        ck_assert(many[i] != NULL && !exchange_is_refused(many[i]));
    }
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
    struct account large = {.budget = &api.budget};
    ck_assert(account_take(&large, api.budget.large_bytes - 1000));
    const struct request small = {.method = "POST", .target = XOR, .body = "{\"nums\":[1]}"};
    expect_status(&api, &small, 200);
    struct exchange *late = begin_exchange(&api, &head);
    ck_assert(exchange_is_refused(late));
    ck_assert_uint_eq(exchange_finish(late)->status, 503);
    exchange_free(late);
    head.content_length = ((size_t)4 << 20) + 1;
    struct exchange *never = begin_exchange(&api, &head);
    ck_assert_uint_eq(exchange_finish(never)->status, 413);
    exchange_free(never);
    for (int i = 0; i < 50; i++) {
        exchange_free(many[i]);
    }
    account_give(&large, api.budget.large_bytes - 1000);
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
}
END_TEST

/* Empty lists are the dearest bodies: three bytes each, and each is kept as a list. The memory for
 * them must not run out before a limit that has a name is passed. */
START_TEST(test_many_empty_lists)
{
    enum { LISTS = 300000 };
    struct api api;
    fixture_api(&api);
    char *body = malloc(LISTS * 3 + 40);
    ck_assert(body != NULL);
    char *p = body + sprintf(body, "{\"nums\":[\"\"");
    for (int i = 0; i < LISTS; i++, p += 3) {
        memcpy(p, ",[]", 3);
    }
    size_t size = (size_t)(p - body) + (size_t)sprintf(p, "]}");
    const struct request request = {.method = "POST", .target = XOR, .body = body, .size = size};
    api.limits.body_bytes = size;
    for (api.limits.envelope_values = 400000; api.limits.envelope_values > 0;
         api.limits.envelope_values -= 200000) {
        bool fits = api.limits.envelope_values > LISTS;
        struct outcome outcome = exchange_of(&api, &request);
        ck_assert_msg(problem_code_of(&outcome) == (fits ? PROBLEM_WRONG_TYPE : PROBLEM_TOO_MANY),
                      "%s", outcome.body);
        outcome_free(&outcome);
    }
    free(body);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("memory");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_reply_bytes, 0, (int)COUNT_OF(replies));
    tcase_add_loop_test(tcase, test_reply_bytes_passed, 0, (int)COUNT_OF(replies));
    tcase_add_loop_test(tcase, test_request_memory_bytes, 0, (int)COUNT_OF(replies));
    tcase_add_test(tcase, test_readiness);
    tcase_add_test(tcase, test_declared_lengths);
    tcase_add_test(tcase, test_many_empty_lists);
    return run_tests(tcase);
}
