/* SPDX-License-Identifier: MIT */
/* check_allocation.c, of src/api/exchange.c, src/api/reply.c, src/api/service/pages.c: whatever
 * allocation fails, the reply is the right one or 503, and all memory comes back. */
#include "faults.h"

#include "failing_allocation.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 40000, LARGE_BYTES = LARGE * 40 };

/* What each request needs is small, but for the large ones: their numbers and replies are mapped.
 */
static const struct request small[] = {
    {.method = "POST", .target = "/xor-game", .body = "{\"nums\":[1,1,2]}"},
    {.method = "POST", .target = "/xor-game", .body = "{\"nums\":[1,4294967296,2]}"},
    {.method = "POST", .target = "/xor-game", .body = "{\"boards\":[[1,2],[3],[4,5,6]]}"},
    {.method = "POST",
     .target = "/xor-game",
     .body = "{\"nums\":[1,2,3,4,5,6,7,9,10,11,12,13,14,15],\"method\":\"search\"}"},
    {.method = "POST",
     .target = "/xor-game",
     .body = "{\"boards\":[[1],[1,2,3,4,8,16,32]],\"method\":\"search\"}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"heaps\":[1,2,3],\"queries\":[[1,1],[1,3]]}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"heaps\":[1,2,4294967296],\"queries\":[[1,1],[1,3]],\"include\":[\"nim_sums\"],"
             "\"verdicts\":\"bits\"}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"queries\":[[0,0],[0,2]],\"heaps\":[1,1,0],\"convention\":\"misere\","
             "\"index_base\":0}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"heaps\":[1,1,9223372036854775807],\"queries\":[[1,2]],\"convention\":\"misere\"}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]},{\"heaps\":[2,3],\"queries\":[[1,2]]}"
             "],\"verdicts\":\"none\"}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .content_type = "text/plain",
     .body = "2 2 1 1 1 1 2 2 1 1 9223372036854775807 1 2"},
    {.method = "POST",
     .target = "/xor-game",
     .body = "{\"boards\":[[1,2],[3],[4,5,6,8]],\"include\":[\"winning_moves\",\"explanation\"]}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"heaps\":[1,2,4294967296],\"queries\":[[1,1],[1,3],[2,2]],\"include\":"
             "[\"winning_moves\",\"move_counts\"],\"convention\":\"misere\"}"},
    {.method = "POST",
     .target = "/nim/position",
     .body = "{\"heaps\":[3,4,5],\"integers\":\"strings\"}"},
    {.method = "GET", .target = "/xor-game?nums=1,2,3,4,5,6&method=search&include=explanation"},
    {.method = "GET", .target = "/nim/ranges?heaps=1,2,2&queries=1-2,2-3&include=winning_moves"},
    {.method = "HEAD", .target = "/nim/position?heaps=9223372036854775807,1", .if_none_match = "*"},
    {.method = "GET", .target = "/"},
    {.method = "GET", .target = "/healthz"},
    {.method = "HEAD", .target = "/readyz"},
    {.method = "GET", .target = "/openapi.yaml"},
    {.method = "GET", .target = "/problems/too-few"},
    {.method = "GET", .target = "/", .accept = "text/html"},
    {.method = "GET", .target = "/problems"},
    {.method = "GET", .target = "/problems", .accept = "text/html"},
    {.method = "GET", .target = "/problems/too-few", .accept = "text/html"},
    {.method = "OPTIONS", .target = "/"},
};

/* before, count times part with separators between, after. */
struct large {
    int count;
    const char *target, *content_type;
    const char *before, *part, *separator, *after;
};

static const struct large large[] = {
    {LARGE, "/xor-game", NULL, "{\"nums\":[", "7", ",", "]}"},
    {LARGE, "/xor-game", NULL, "{\"boards\":[", "[7]", ",", "]}"},
    {LARGE, "/xor-game", NULL, "{\"boards\":[[1,2],", "[7]", ",", "]}"}, /* keeps its rows' ends */
    {LARGE, "/nim/ranges", NULL, "{\"queries\":[[1,2]],\"heaps\":[1,", "7", ",", ",4294967296]}"},
    {LARGE, "/nim/ranges", NULL, "{\"heaps\":[1,2],\"queries\":[", "[1,2]", ",",
     "],\"include\":[\"nim_sums\"]}"},
    {LARGE, "/nim/ranges", NULL, "{\"convention\":\"misere\",\"queries\":[[1,2]],\"heaps\":[", "1",
     ",", "]}"},
    {LARGE, "/nim/ranges", NULL, "{\"heaps\":[1,2],\"queries\":[", "[1,2]", ",",
     "],\"include\":[\"winning_moves\",\"move_counts\"]}"},
    {LARGE, "/nim/ranges", NULL,
     "{\"include\":[\"move_counts\",\"winning_moves\"],\"queries\":[[1,2]],\"heaps\":[", "7", ",",
     ",9223372036854775807]}"},
    {LARGE, "/nim/position", NULL, "{\"heaps\":[8,", "7", ",", "]}"},
    {LARGE, "/xor-game", NULL, "{\"include\":[\"winning_moves\"],\"nums\":[1,", "2,1", ",", "]}"},
    {3000, "/nim/ranges", NULL, "{\"heaps\":[1],\"queries\":[[1,1]],\"include\":[", "\"nim_sums\"",
     ",", "]}"},
    {LARGE, "/nim/ranges", "text/plain", "1 40001 1 ", "7", " ", " 4294967296 1 2"},
    {LARGE, "/nim/ranges", "text/plain", "40000 ", "1 1 4 1 1", "\n", ""},
};

static void feed_in_two(struct exchange *x, const struct request *request)
{
    size_t size = request->body == NULL ? 0 : strlen(request->body);
    exchange_feed(x, request->body, size / 2);
    if (size > 0) {
        exchange_feed(x, request->body + size / 2, size - size / 2);
    }
}

static bool same(const struct api_reply *reply, const struct outcome *wanted)
{
    return reply->status == wanted->status && reply->body_size == wanted->size &&
           (wanted->size == 0 || memcmp(reply->body, wanted->body, wanted->size) == 0);
}

static void keep_nothing_warm(struct api *api)
{
    for (int i = 0; i < MAPPINGS_TICKS; i++) {
        mappings_age(&api->budget.mappings);
    }
}

/* Let allocation k fail. Returns whether there was such an allocation. */
static bool answer_without_memory(struct api *api, const struct request *request,
                                  const struct outcome *wanted, size_t k, enum failing failing)
{
    const struct api_head head = head_of(request);
    size_t used_before = atomic_load(&api->budget.used_bytes);
    keep_nothing_warm(api);
    failing_allocation_start(k, failing);
    struct exchange *x = begin_exchange(api, &head);
    if (x != NULL) {
        feed_in_two(x, request);
    }
    const struct api_reply *reply = x == NULL ? api_reply_no_memory() : exchange_finish(x);
    bool failed = failing_allocation_pause();
    if (!same(reply, wanted)) {
        hold_reply(reply);
        if (!failed || reply->status != 503) {
            ck_abort_msg("%s %.60s, allocation %zu fails%s: %u %.*s", request->target,
                         request->body == NULL ? "" : request->body, k,
                         failing == FAILING_ONCE ? "" : " and all after it", reply->status,
                         (int)reply->body_size, reply->body);
        }
    }
    failing_allocation_resume();
    exchange_free(x);
    keep_nothing_warm(api);
    (void)failing_allocation_pause();
    if (failing_allocation_live() != 0 || atomic_load(&api->budget.used_bytes) != used_before) {
        ck_abort_msg("%s, allocation %zu fails: %ld blocks and %zu bytes stay", request->target, k,
                     failing_allocation_live(), atomic_load(&api->budget.used_bytes));
    }
    return failed;
}

/* Every allocation in turn, and after each the same request with all the memory it wants. */
static void fail_everywhere(struct api *api, const struct request *request)
{
    struct outcome wanted = exchange_of(api, request);
    for (int failing = FAILING_ONCE; failing <= FAILING_FROM_THEN_ON; failing++) {
        size_t k = 0;
        while (answer_without_memory(api, request, &wanted, k, (enum failing)failing)) {
            ck_assert(!answer_without_memory(api, request, &wanted, SIZE_MAX, FAILING_ONCE));
            k += k < 64 ? 1 : k / 8; /* cJSON makes two for each value of a body */
        }
        ck_assert_uint_ge(k, 1); /* the exchange itself is one */
    }
    outcome_free(&wanted);
}

START_TEST(test_small)
{
    struct api api;
    fixture_api(&api);
    fail_everywhere(&api, &small[_i]);
}
END_TEST

START_TEST(test_large)
{
    const struct large *l = &large[_i];
    struct api api;
    fixture_api(&api);
    char *body = malloc(LARGE_BYTES);
    ck_assert(body != NULL);
    char *p = body + sprintf(body, "%s", l->before);
    for (int i = 0; i < l->count; i++) {
        p += sprintf(p, "%s%s", i == 0 ? "" : l->separator, l->part);
    }
    (void)sprintf(p, "%s", l->after);
    const struct request request = {
        .method = "POST", .target = l->target, .content_type = l->content_type, .body = body};
    struct outcome outcome = exchange_of(&api, &request);
    ck_assert_msg(outcome.status == 200, "%.300s", outcome.body);
    outcome_free(&outcome);
    fail_everywhere(&api, &request);
    free(body);
}
END_TEST

START_TEST(test_refusals)
{
    struct api api;
    fault_api(&faults[_i], &api);
    fail_everywhere(&api, &faults[_i].request);
}
END_TEST

/* What is told changes from one scrape to the next, so its text is not compared. */
START_TEST(test_metrics)
{
    struct api api;
    fixture_api(&api);
    const struct api_head head = {.method = "GET", .target = "/metrics"};
    size_t k = 0;
    for (bool failed = true; failed; k++) {
        failing_allocation_start(k, FAILING_ONCE);
        struct exchange *x = begin_exchange(&api, &head);
        const struct api_reply *reply = x == NULL ? api_reply_no_memory() : exchange_finish(x);
        failed = failing_allocation_pause();
        hold_reply(reply);
        ck_assert_uint_eq(reply->status, failed ? 503 : 200);
        failing_allocation_resume();
        exchange_free(x);
        (void)failing_allocation_pause();
        ck_assert_int_eq(failing_allocation_live(), 0);
    }
    ck_assert_uint_gt(k, 2); /* the exchange and the text */
}
END_TEST

START_TEST(test_refused_from_outside)
{
    struct api api;
    fixture_api(&api);
    struct problem problem;
    problem_set(&problem, PROBLEM_BAD_REQUEST, "a reason");
    failing_allocation_start(0, FAILING_ONCE);
    struct exchange *x = begin_refused_exchange(&api, &problem);
    ck_assert(failing_allocation_pause() && x == NULL);
    failing_allocation_start(1, FAILING_ONCE);
    x = begin_refused_exchange(&api, &problem);
    const struct api_reply *reply = x == NULL ? NULL : exchange_finish(x);
    ck_assert(failing_allocation_pause() && reply != NULL);
    ck_assert_ptr_eq(reply->body, api_reply_no_memory()->body);
    ck_assert_uint_eq(reply->status, 503);
    failing_allocation_resume();
    exchange_free(x);
    (void)failing_allocation_pause();
    ck_assert_int_eq(failing_allocation_live(), 0);
}
END_TEST

int main(void)
{
    failing_allocation_init();
    TCase *tcase = tcase_create("failures");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_small, 0, (int)COUNT_OF(small));
    tcase_add_loop_test(tcase, test_large, 0, (int)COUNT_OF(large));
    tcase_add_loop_test(tcase, test_refusals, 0, (int)fault_count);
    tcase_add_test(tcase, test_metrics);
    tcase_add_test(tcase, test_refused_from_outside);
    return run_tests(tcase);
}
