/* SPDX-License-Identifier: MIT */
/* check_exchange_work.c, of src/api/work.c: what the HTTP side asks of an exchange: how long it
 * will take, whether it may be admitted, and who may have it. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEBIBYTE ((size_t)1 << 20)

/* An exchange that was fed the whole body. */
static struct exchange *fed(struct api *api, const struct request *request)
{
    const struct api_head head = head_of(request);
    struct exchange *x = begin_exchange(api, &head);
    ck_assert(x != NULL);
    if (request->body != NULL) {
        exchange_feed(x, request->body, strlen(request->body));
    }
    return x;
}

static const struct {
    struct request request;
    bool is_light;
} works[] = {
    {{.method = "POST", .target = "/xor-game", .body = "{\"nums\":[1,2]}"}, true},
    {{.method = "POST", .target = "/xor-game", .body = "{\"nums\":[1],\"method\":\"search\"}"},
     false},
    {{.method = "POST",
      .target = "/xor-game",
      .body = "{\"method\":\"\\u0073earch\",\"nums\":[1]}"},
     false},
    {{.method = "POST", .target = "/xor-game", .body = "{\"nums\":[1],\"method\":\"theorem\"}"},
     true},
    {{.method = "POST", .target = "/nim/ranges", .body = "{\"a\":\"search\"}"}, true},
    {{.method = "POST", .target = "/nim/ranges", .content_type = "text/plain", .body = "1 1"},
     true},
    {{.method = "POST", .target = "/nothing", .body = "\"search\""}, true},
    {{.method = "POST", .target = "/xor-game"}, true},
    {{.method = "GET", .target = "/"}, true},
    {{.method = "GET", .target = "/xor-game?nums=1&method=search"}, false},
    {{.method = "HEAD", .target = "/xor-game?method=%73earch&nums=1"}, false},
    {{.method = "GET", .target = "/xor-game?nums=1&method=theorem"}, true},
    {{.method = "GET", .target = "/xor-game?nums=x&method=search"}, true},
    {{.method = "GET", .target = "/nim/position?heaps=1,2", .body = "\"search\""}, true},
    {{.method = "GET", .target = "/nim/ranges?heaps=1&queries=1-1&verdicts=search"}, true},
    {{.method = "POST", .target = "/nim/position", .body = "{\"heaps\":[1,2]}"}, true},
};

START_TEST(test_small_work)
{
    struct api api;
    fixture_api(&api);
    struct exchange *x = fed(&api, &works[_i].request);
    ck_assert_int_eq(exchange_is_light(x), works[_i].is_light);
    hold_reply(exchange_finish(x));
    exchange_free(x);
}
END_TEST

/* before, count times part with commas between, after. free() it. */
static char *repeat(const char *before, const char *part, size_t count, const char *after)
{
    char *body = malloc(strlen(before) + count * (strlen(part) + 1) + strlen(after) + 1);
    ck_assert(body != NULL);
    char *p = body + sprintf(body, "%s", before);
    for (size_t i = 0; i < count; i++) {
        p += sprintf(p, "%s%s", i == 0 ? "" : ",", part);
    }
    (void)sprintf(p, "%s", after);
    return body;
}

/* A thousand numbers or values are light, a hundred thousand are not: whatever the reply takes. */
START_TEST(test_large_work)
{
    static const struct {
        const char *target, *before, *part, *after;
    } bodies[] = {
        {"/xor-game", "{\"nums\":[", "1", "]}"},
        {"/xor-game", "{\"boards\":[", "[1]", "]}"},
        {"/xor-game", "{\"boards\":[", "[1,2]", "]}"},
        {"/xor-game", "{\"nums\":[1],\"include\":[", "\"\"", "]}"},
        {"/nim/ranges", "{\"heaps\":[1,2,3],\"queries\":[", "[1,3]", "]}"},
        {"/nim/position", "{\"heaps\":[", "5", "]}"},
    };
    struct api api;
    fixture_api(&api);
    for (size_t count = 1000; count <= 100000; count *= 100) {
        char *body = repeat(bodies[_i].before, bodies[_i].part, count, bodies[_i].after);
        const struct request request = {
            .method = "POST", .target = bodies[_i].target, .body = body};
        struct exchange *x = fed(&api, &request);
        ck_assert_int_eq(exchange_is_light(x), count == 1000);
        exchange_free(x);
        free(body);
    }
}
END_TEST

/* What a reply includes makes work of what would be light: boards with moves and sentences, long
 * strings that cJSON has to copy, positions. */
START_TEST(test_work_of_what_is_included)
{
    static const struct {
        const char *target, *before, *part, *after;
        bool is_light;
    } bodies[] = {
        {"/xor-game", "{\"boards\":[", "[1]", "]}", true},
        {"/xor-game", "{\"boards\":[", "[1]", "],\"include\":[\"winning_moves\"]}", false},
        {"/xor-game", "{\"include\":[\"expl\\u0061nation\"],\"boards\":[", "[1]", "]}", false},
        {"/xor-game", "{\"include\":[\"explanations\"],\"boards\":[", "[1]", "]}", true},
        {"/nim/ranges", "{\"heaps\":[7],\"queries\":[", "[1,1]", "]}", true},
        {"/nim/ranges", "{\"include\":[\"nim_sums\"],\"heaps\":[7],\"queries\":[", "[1,1]",
         ",[1,1],[1,1]]}", true},
    };
    struct api api;
    fixture_api(&api);
    char *body = repeat(bodies[_i].before, bodies[_i].part, 4000, bodies[_i].after);
    const struct request request = {.method = "POST", .target = bodies[_i].target, .body = body};
    struct exchange *x = fed(&api, &request);
    ck_assert_int_eq(exchange_is_light(x), bodies[_i].is_light);
    exchange_free(x);
    free(body);
}
END_TEST

/* The bound on a search is known before it starts. */
START_TEST(test_length_of_searches)
{
    static const struct {
        const char *numbers;
        unsigned copies;
        bool is_long;
    } boards[] = {
        {"1,2,4", 1, false},
        {"7,7,7,7", 16, false}, /* 64 equal numbers: 65 positions */
        {"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20", 1, true},
    };
    struct api api;
    fixture_api(&api);
    for (int batch = 0; batch < 2; batch++) {
        char *body = repeat(batch ? "{\"method\":\"search\",\"boards\":[[1],["
                                  : "{\"method\":\"search\",\"nums\":[",
                            boards[_i].numbers, boards[_i].copies, batch ? "]]}" : "]}");
        const struct request request = {.method = "POST", .target = "/xor-game", .body = body};
        struct exchange *x = fed(&api, &request);
        ck_assert(!exchange_is_light(x));
        ck_assert_int_eq(exchange_microseconds(x) > 65536, boards[_i].is_long);
        exchange_free(x);
        free(body);
    }
}
END_TEST

START_TEST(test_no_worker)
{
    struct api api;
    fixture_api(&api);
    const struct request request = {
        .method = "POST", .target = "/xor-game", .body = "{\"nums\":[1],\"method\":\"search\"}"};
    struct exchange *x = fed(&api, &request);
    exchange_refuse_busy(x);
    ck_assert(exchange_is_refused(x));
    const struct api_reply *reply = exchange_finish(x);
    hold_reply(reply);
    ck_assert_uint_eq(reply->status, 503);
    exchange_free(x);
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
}
END_TEST

/* The time to stop is over: work that was not begun is turned away. What was refused before keeps
 * its reason. */
START_TEST(test_cancelled)
{
    struct api api;
    fixture_api(&api);
    atomic_store(&api.cancelled, true);
    const struct told busy = {.code = PROBLEM_OVERLOADED};
    struct outcome outcome = post(&api, "/xor-game", "{\"nums\":[1]}");
    expect_problem("cancelled", &outcome, &busy);
    outcome_free(&outcome);
    outcome = get(&api, "/nothing");
    ck_assert_uint_eq(outcome.status, 404);
    outcome_free(&outcome);
}
END_TEST

/* Nobody waits for it any more: the same. The next request on the exchange is none of that. */
START_TEST(test_abandoned)
{
    struct api api;
    fixture_api(&api);
    const struct request request = {
        .method = "POST", .target = "/xor-game", .body = "{\"nums\":[1]}"};
    struct exchange *x = fed(&api, &request);
    exchange_abandon(x);
    ck_assert_uint_eq(exchange_finish(x)->status, 503);
    exchange_end(x);
    const struct api_head head = {.method = "GET", .target = "/xor-game?nums=1"};
    exchange_begin(x, &head);
    ck_assert_uint_eq(exchange_finish(x)->status, 200);
    exchange_free(x);
}
END_TEST

/* Ends the time to stop as soon as a search has its memory. */
static void *cancel_when_searching(void *cls)
{
    struct api *api = cls;
    while (atomic_load(&api->budget.used_bytes) < MEBIBYTE) {
        (void)sched_yield();
    }
    atomic_store(&api->cancelled, true);
    return NULL;
}

/* A search that is under way stops, too, and says why. */
START_TEST(test_cancelled_search)
{
    struct api api;
    fixture_api(&api);
    api.limits.search_positions = 20 * 1000 * 1000;
    char body[1024] =
        "{\"method\":\"search\",\"nums\":[1"; /* so many sub-boards that it does not end */
    for (unsigned i = 1; i < 61; i++) {
        size_t size = strlen(body);
        (void)snprintf(body + size, sizeof body - size, ",%llu", 1ULL << i);
    }
    strcat(body, "]}");
    const struct request request = {.method = "POST", .target = "/xor-game", .body = body};
    struct exchange *x = fed(&api, &request);
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, cancel_when_searching, &api), 0);
    const struct api_reply *reply = exchange_finish(x);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    hold_reply(reply);
    ck_assert_uint_eq(reply->status, 503);
    exchange_free(x);
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
}
END_TEST

/* The admin listener has what is about the service and nothing else. */
START_TEST(test_admin)
{
    static const struct {
        const char *method, *target;
        unsigned status;
    } requests[] = {
        {"GET", "/healthz", 200},     {"HEAD", "/healthz", 200},
        {"GET", "/readyz", 200},      {"POST", "/healthz", 405},
        {"OPTIONS", "/readyz", 204},  {"POST", "/xor-game", 404},
        {"GET", "/xor-game", 404},    {"OPTIONS", "/xor-game", 404},
        {"POST", "/nim/ranges", 404}, {"GET", "/nim/position?heaps=1", 404},
    };
    struct api api;
    fixture_api(&api);
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        const struct request request = {
            .method = requests[i].method, .target = requests[i].target, .is_admin = true};
        struct outcome outcome = exchange_of(&api, &request);
        ck_assert_msg(outcome.status == requests[i].status, "%s %s: %u", request.method,
                      request.target, outcome.status);
        outcome_free(&outcome);
    }
}
END_TEST

/* With an admin listener the metrics are there alone, and / does not link them. */
START_TEST(test_metrics_move)
{
    struct api api;
    fixture_api(&api);
    for (int i = 0; i < 4; i++) {
        api.has_admin = i >= 2;
        const struct request options = {
            .method = "OPTIONS", .target = "/metrics", .is_admin = i % 2 == 1};
        struct outcome outcome = exchange_of(&api, &options);
        ck_assert_uint_eq(outcome.status, i == 2 ? 404 : 204);
        outcome_free(&outcome);
        outcome = get(&api, "/");
        ck_assert_int_eq(strstr(outcome.body, "metrics") != NULL, !api.has_admin);
        ck_assert_int_eq(strstr(outcome.body, "\"readiness\":\"/readyz\"") != NULL, true);
        outcome_free(&outcome);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("work");
    tcase_add_loop_test(tcase, test_small_work, 0, (int)COUNT_OF(works));
    tcase_add_loop_test(tcase, test_large_work, 0, 6);
    tcase_add_loop_test(tcase, test_work_of_what_is_included, 0, 6);
    tcase_add_loop_test(tcase, test_length_of_searches, 0, 3);
    tcase_add_test(tcase, test_no_worker);
    tcase_add_test(tcase, test_cancelled);
    tcase_add_test(tcase, test_abandoned);
    tcase_add_test(tcase, test_cancelled_search);
    tcase_add_test(tcase, test_admin);
    tcase_add_test(tcase, test_metrics_move);
    return run_tests(tcase);
}
