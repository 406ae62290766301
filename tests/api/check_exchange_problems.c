/* SPDX-License-Identifier: MIT */
/* check_exchange_problems.c, of src/api/reply.c, src/api/service/problems.c: every problem a
 * request can have, and what its reply tells. */
#include "faults.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(test_fault)
{
    const struct fault *fault = &faults[_i];
    struct api api;
    fault_api(fault, &api);
    char name[400];
    (void)snprintf(name, sizeof name, "%s %s %s", fault->request.method, fault->request.target,
                   fault->request.body == NULL ? "" : fault->request.body);
    struct outcome outcome = exchange_of(&api, &fault->request);
    expect_problem(name, &outcome, &fault->told);
    outcome_free(&outcome);
}
END_TEST

/* Codes that no request brings about by itself. */
static const struct {
    enum problem_code code;
    const char *reason;
} elsewhere[] = {
    {PROBLEM_BAD_REQUEST, "the framing is judged by src/http"},
    {PROBLEM_REQUEST_TIMEOUT, "time is judged by src/http"},
    {PROBLEM_UNKNOWN_ARRAY, "without arrays there is no such key; check_exchange_arrays"},
    {PROBLEM_ARRAY_CHANGED, "likewise"},
    {PROBLEM_INTERNAL, "nothing that is known fails this way"},
};

/* Each row of the table is met above, or stands in the list. */
START_TEST(test_every_code_has_a_test)
{
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        size_t rows = 0, reasons = 0;
        for (size_t i = 0; i < fault_count; i++) {
            rows += faults[i].told.code == (enum problem_code)code;
        }
        for (size_t i = 0; i < COUNT_OF(elsewhere); i++) {
            reasons += elsewhere[i].code == (enum problem_code)code;
        }
        ck_assert_msg((rows > 0) != (reasons > 0), "%s: %zu tests, %zu reasons for none",
                      problem_kind((enum problem_code)code)->code, rows, reasons);
    }
}
END_TEST

/* Any problem can be told by the HTTP side, without a route. The body plays no part then. */
START_TEST(test_refused_from_outside)
{
    struct api api;
    fixture_api(&api);
    struct problem problem;
    problem_set(&problem, (enum problem_code)_i, "line \"%d\"\n", 7);
    struct exchange *x = begin_refused_exchange(&api, &problem);
    ck_assert(x != NULL && exchange_is_refused(x));
    exchange_feed(x, "{}", 2);
    const struct api_reply *reply = exchange_finish(x);
    const struct problem_kind *kind = problem_kind((enum problem_code)_i);
    char wanted[600];
    (void)snprintf(wanted, sizeof wanted,
                   "{\"type\":\"/problems/%s\",\"title\":\"%s\",\"status\":%u,\"detail\":\"line "
                   "\\\"7\\\"\\u000a\",\"code\":\"%s\",\"request_id\":\"" FIXTURE_ID "\"}\n",
                   kind->code, kind->title, kind->status, kind->code);
    ck_assert_uint_eq(reply->body_size, strlen(wanted));
    ck_assert_mem_eq(reply->body, wanted, reply->body_size);
    ck_assert_uint_eq(reply->status, kind->status);
    exchange_free(x);
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
}
END_TEST

START_TEST(test_no_memory_reply)
{
    const struct api_reply *reply = api_reply_no_memory();
    hold_reply(reply);
    ck_assert_uint_eq(reply->status, 503);
    exchange_free(NULL);
}
END_TEST

/* A name of a key or parameter may hold U+0000 and any other character: the reply stays JSON. */
START_TEST(test_strange_names)
{
    static const struct {
        const char *target, *body, *part;
    } names[] = {
        {"/xor-game", "{\"nums\\u0000\":[1]}", "\"pointer\":\"/nums\\u0000\""},
        {"/xor-game", "{\"\\\"\\\\\\n\\u001f\":1}", "\"pointer\":\"/\\\"\\\\\\u000a\\u001f\""},
        {"/xor-game", "{\"\\uD83D\\uDE00\\u00e9\":1}", "\"pointer\":\"/\xF0\x9F\x98\x80\xC3\xA9\""},
        {"/xor-game?a%00%22", "{}", "\"parameter\":\"a?\\\"\""},
        {"/xor-game?%ff%fe", "{}", "\"parameter\":\"??\""},
    };
    struct api api;
    fixture_api(&api);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct outcome outcome = post(&api, names[i].target, names[i].body);
        ck_assert_int_eq(problem_code_of(&outcome), PROBLEM_UNKNOWN_KEY);
        ck_assert_msg(strstr(outcome.body, names[i].part) != NULL, "%s", outcome.body);
        outcome_free(&outcome);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("problems");
    tcase_add_loop_test(tcase, test_fault, 0, (int)fault_count);
    tcase_add_test(tcase, test_every_code_has_a_test);
    tcase_add_loop_test(tcase, test_refused_from_outside, PROBLEM_NONE + 1, PROBLEM_COUNT);
    tcase_add_test(tcase, test_no_memory_reply);
    tcase_add_test(tcase, test_strange_names);
    return run_tests(tcase);
}
