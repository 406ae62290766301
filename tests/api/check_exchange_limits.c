/* SPDX-License-Identifier: MIT */
/* check_exchange_limits.c, of src/api/exchange.c, src/api/head.c: each limit at its edge and one
 * past it. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XOR    "/xor-game"
#define RANGES "/nim/ranges"

enum { BODY_BYTES = 4096 };

/* before, count times part with commas between, after. */
static const char *repeat(char *body, const char *before, const char *part, size_t count,
                          const char *after)
{
    size_t size = (size_t)snprintf(body, BODY_BYTES, "%s", before);
    for (size_t i = 0; i < count && size < BODY_BYTES; i++) {
        size += (size_t)snprintf(body + size, BODY_BYTES - size, "%s%s", i == 0 ? "" : ",", part);
    }
    ck_assert_uint_lt(size + strlen(after), BODY_BYTES);
    (void)snprintf(body + size, BODY_BYTES - size, "%s", after);
    return body;
}

static void expect_status(struct api *api, const struct request *request, unsigned status)
{
    struct outcome outcome = exchange_of(api, request);
    ck_assert_msg(outcome.status == status, "%s: not %u, but %u %s", request->body, status,
                  outcome.status, outcome.body);
    outcome_free(&outcome);
}

static void expect_told(struct api *api, const char *target, const char *body,
                        const struct told *told)
{
    struct outcome outcome = post(api, target, body);
    expect_problem(body, &outcome, told);
    outcome_free(&outcome);
}

START_TEST(test_body_bytes)
{
    struct api api;
    fixture_api(&api);
    const char *bodies[] = {"{\"nums\":[1,1,2]}   ", "1 1 1 1 1 1      \n"};
    struct request request = {.method = "POST",
                              .target = RANGES,
                              .content_type = _i == 0 ? NULL : "text/plain",
                              .body = bodies[_i]};
    request.target = _i == 0 ? XOR : RANGES;
    size_t size = strlen(bodies[_i]);
    for (request.cut = 0; request.cut < size; request.cut++) {
        request.has_length = request.cut % 2 == 0;
        request.content_length = size;
        api.limits.body_bytes = size;
        expect_status(&api, &request, 200);
        api.limits.body_bytes = size - 1;
        expect_status(&api, &request, 413);
    }
    request.has_length = true;
    request.body = NULL;
    request.cut = 0;
    const struct told told = {.code = PROBLEM_BODY_TOO_LARGE, .limit = size - 1};
    struct outcome outcome = exchange_of(&api, &request);
    expect_problem("announced", &outcome, &told);
    ck_assert(outcome.refused_by_head);
    outcome_free(&outcome);
}
END_TEST

/* depth times open, then inner, then depth times close. */
static const char *nest(char *body, const char *open, const char *inner, const char *close,
                        size_t depth)
{
    size_t size = 0;
    for (size_t i = 0; i <= 2 * depth; i++) {
        const char *part = i < depth ? open : i == depth ? inner : close;
        size += (size_t)snprintf(body + size, BODY_BYTES - size, "%s", part);
    }
    ck_assert_uint_lt(size, BODY_BYTES);
    return body;
}

START_TEST(test_nesting)
{
    static const uint64_t limits[] = {4, 5, 32, 63};
    struct api api;
    fixture_api(&api);
    uint64_t limit = api.limits.nesting = limits[_i];
    char body[BODY_BYTES];
    const struct told fits = {.code = PROBLEM_WRONG_TYPE, .pointer = ""};
    const struct told deep = {.code = PROBLEM_MALFORMED_JSON,
                              .offset_1 = limit + 1,
                              .line = 1,
                              .column = limit + 1,
                              .limit = limit};
    expect_told(&api, XOR, nest(body, "[", "", "]", limit), &fits);
    expect_told(&api, XOR, nest(body, "[", "", "]", limit + 1), &deep);
    expect_told(&api, XOR, nest(body, "[", "1", "]", limit), &fits);
    expect_told(&api, XOR, nest(body, "[", "{}", "]", limit), &deep);
    const struct told object = {.code = PROBLEM_UNKNOWN_KEY, .pointer = "/a"};
    const struct told deep_object = {.code = PROBLEM_MALFORMED_JSON,
                                     .offset_1 = 5 * limit + 1,
                                     .line = 1,
                                     .column = 5 * limit + 1,
                                     .limit = limit};
    expect_told(&api, RANGES, nest(body, "{\"a\":", "1", "}", limit), &object);
    expect_told(&api, RANGES, nest(body, "{\"a\":", "{}", "}", limit), &deep_object);
}
END_TEST

START_TEST(test_batch_items)
{
    struct api api;
    fixture_api(&api);
    api.limits.batch_items = 3;
    char body[BODY_BYTES];
    struct request request = {.method = "POST", .target = XOR, .body = body};
    struct told told = {.code = PROBLEM_TOO_MANY, .pointer = "/boards", .limit = 3};
    repeat(body, "{\"boards\":[", "[1]", 3, "]}");
    expect_status(&api, &request, 200);
    expect_told(&api, XOR, repeat(body, "{\"boards\":[", "[1]", 4, "]}"), &told);

    const char *one = "{\"heaps\":[1],\"queries\":[[1,1]]}";
    request.target = RANGES;
    told.pointer = "/cases";
    repeat(body, "{\"cases\":[", one, 3, "]}");
    expect_status(&api, &request, 200);
    expect_told(&api, RANGES, repeat(body, "{\"cases\":[", one, 4, "]}"), &told);

    request.content_type = "text/plain";
    request.body = "3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1";
    expect_status(&api, &request, 200);
    request.body = "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1";
    expect_status(&api, &request, 422);
}
END_TEST

/* Lists of numbers count as one value each; keys and all else count one by one. */
START_TEST(test_envelope_values)
{
    static const char before[] = "{\"heaps\":[1,2,3,4,5,6,7,8,9],\"queries\":[[1,1],[1,2]],"
                                 "\"include\":[";
    enum { VALUES_BEFORE = 7 };
    struct api api;
    fixture_api(&api);
    char body[BODY_BYTES];
    struct request request = {.method = "POST", .target = RANGES, .body = body};
    for (uint64_t limit = 16; limit < 60; limit++) {
        api.limits.envelope_values = limit;
        const struct told told = {.code = PROBLEM_TOO_MANY, .pointer = "", .limit = limit};
        repeat(body, before, "\"nim_sums\"", limit - VALUES_BEFORE, "]}");
        expect_status(&api, &request, 200);
        repeat(body, before, "\"nim_sums\"", limit - VALUES_BEFORE + 1, "]}");
        expect_told(&api, RANGES, body, &told);
    }
}
END_TEST

/* Where envelope_values is not set, a batch meets no limit but its own: one within it passes, one
 * beyond it is told as that, however large. A list of other things is told as what it is. */
START_TEST(test_values_follow_the_batch)
{
    static const char one[] = "{\"heaps\":[1],\"queries\":[[1,1]]}";
    struct api api;
    fixture_api(&api);
    char body[BODY_BYTES];
    const struct request request = {.method = "POST", .target = RANGES, .body = body};
    for (uint64_t limit = 1; limit <= 8; limit *= 2) {
        api.limits.batch_items = limit;
        api.limits.envelope_values = 0;
        api_limits_follow(&api.limits);
        const struct told told = {.code = PROBLEM_TOO_MANY, .pointer = "/cases", .limit = limit};
        repeat(body, "{\"cases\":[", one, limit, "],\"include\":[\"nim_sums\"]}");
        expect_status(&api, &request, 200);
        for (size_t count = limit + 1; count < 4 * limit + 20; count += limit) {
            expect_told(&api, RANGES, repeat(body, "{\"cases\":[", one, count, "]}"), &told);
            repeat(body, "{\"verdicts\":\"none\",\"cases\":[", one, count, "]}");
            expect_told(&api, RANGES, body, &told);
        }
        const struct told values = {
            .code = PROBLEM_TOO_MANY, .pointer = "", .limit = api.limits.envelope_values};
        repeat(body, "{\"include\":[", "\"\"", values.limit, "]}");
        expect_told(&api, RANGES, body, &values);
        repeat(body, "{\"casez\":[", "{}", values.limit, "]}");
        expect_told(&api, RANGES, body, &values);
        repeat(body, "{\"x\":{\"cases\":[", "{}", values.limit, "]}}");
        expect_told(&api, RANGES, body, &values);
    }
    api.limits.envelope_values = 1;
    api_limits_follow(&api.limits);
    ck_assert_uint_eq(api.limits.envelope_values, 1);
}
END_TEST

START_TEST(test_search_numbers)
{
    struct api api;
    fixture_api(&api);
    char body[BODY_BYTES];
    struct request request = {.method = "POST", .target = XOR, .body = body};
    for (uint64_t limit = 1; limit <= 64; limit++) {
        api.limits.search_numbers = limit;
        struct told told = {.code = PROBLEM_SEARCH_TOO_LARGE, .pointer = "/nums", .limit = limit};
        repeat(body, "{\"method\":\"search\",\"nums\":[", "5", limit, "]}");
        expect_status(&api, &request, 200);
        repeat(body, "{\"method\":\"search\",\"nums\":[", "5", limit + 1, "]}");
        expect_told(&api, XOR, body, &told);
        told.pointer = "/boards/1";
        repeat(body, "{\"method\":\"search\",\"boards\":[[1],[", "5", limit + 1, "]]}");
        expect_told(&api, XOR, body, &told);
    }
}
END_TEST

/* How many positions the request's searches decide. */
static uint64_t positions_of(struct api *api, const char *body)
{
    static const char name[] = "\"positions_searched\":";
    struct outcome outcome = post(api, XOR, body);
    ck_assert_uint_eq(outcome.status, 200);
    uint64_t sum = 0;
    for (const char *p = outcome.body; (p = strstr(p, name)) != NULL;) {
        p += sizeof name - 1;
        sum += strtoull(p, NULL, 10);
    }
    outcome_free(&outcome);
    ck_assert_uint_ge(sum, 1);
    return sum;
}

START_TEST(test_search_positions)
{
    static const struct {
        const char *body, *last_board;
    } searches[] = {
        {"{\"nums\":[1],\"method\":\"search\"}", "/nums"},
        {"{\"nums\":[1,2,3,4,5,6,8],\"method\":\"search\"}", "/nums"},
        {"{\"nums\":[1,2,4,8,16,32,64,128,256,512,1024],\"method\":\"search\"}", "/nums"},
        {"{\"boards\":[[1,2,4],[3],[1,2,4,8,16],[9]],\"method\":\"search\"}", "/boards/3"},
        {"{\"boards\":[[1,2,4],[1,2,4,8,16,32,64]],\"method\":\"search\"}", "/boards/1"},
    };
    struct api api;
    fixture_api(&api);
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        api.limits.search_positions = 1000000;
        uint64_t positions = positions_of(&api, searches[i].body);
        api.limits.search_positions = positions;
        ck_assert_uint_eq(positions_of(&api, searches[i].body), positions);
        api.limits.search_positions = positions - 1;
        struct told told = {.code = PROBLEM_SEARCH_TOO_LARGE,
                            .pointer = searches[i].last_board,
                            .limit = positions - 1};
        if (positions > 1) { /* the limit is at least 1 */
            expect_told(&api, XOR, searches[i].body, &told);
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("limits");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_body_bytes, 0, 2);
    tcase_add_loop_test(tcase, test_nesting, 0, 4);
    tcase_add_test(tcase, test_batch_items);
    tcase_add_test(tcase, test_envelope_values);
    tcase_add_test(tcase, test_values_follow_the_batch);
    tcase_add_test(tcase, test_search_numbers);
    tcase_add_test(tcase, test_search_positions);
    return run_tests(tcase);
}
