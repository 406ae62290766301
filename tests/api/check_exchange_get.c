/* SPDX-License-Identifier: MIT */
/* check_exchange_get.c, of src/api/conditional.c, src/api/service/assets.c,
 * src/api/service/pages.c: the games by GET, their entity tags, and what a client that has one
 * gets. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XOR      "/xor-game"
#define RANGES   "/nim/ranges"
#define POSITION "/nim/position"

/* The same question by GET and by POST. */
static const struct {
    const char *target, *path, *body;
} pairs[] = {
    {XOR "?nums=1,1,2", XOR, "{\"nums\":[1,1,2]}"},
    {XOR "?%6eums=%31,01%2C2&&", XOR, "{\"nums\":[1,1,2]}"},
    {XOR "?nums=1&nums=1&nums=2", XOR, "{\"nums\":[1,1,2]}"},
    {XOR "?nums=1&include=explanation&nums=+1,%202+&include=winning_moves", XOR,
     "{\"nums\":[1,1,2],\"include\":[\"winning_moves\",\"explanation\"]}"},
    {RANGES "?queries=1-2&heaps=1&queries=2-3&heaps=2,2", RANGES,
     "{\"heaps\":[1,2,2],\"queries\":[[1,2],[2,3]]}"},
    {XOR "?method=search&nums=7", XOR, "{\"nums\":[7],\"method\":\"search\"}"},
    {XOR "?include=explanation,winning_moves&nums=7,9223372036854775807&integers=strings", XOR,
     "{\"nums\":[7,9223372036854775807],\"include\":[\"winning_moves\",\"explanation\"],"
     "\"integers\":\"strings\"}"},
    {XOR "?nums=4294967296&include=", XOR, "{\"nums\":[4294967296]}"},
    {RANGES "?heaps=1,2,2&queries=1-2,2-3", RANGES,
     "{\"heaps\":[1,2,2],\"queries\":[[1,2],[2,3]]}"},
    {RANGES "?queries=0-0,0-1&heaps=1,1&index_base=0&convention=misere&verdicts=bits"
            "&include=nim_sums,move_counts&integers=strings",
     RANGES,
     "{\"heaps\":[1,1],\"queries\":[[0,0],[0,1]],\"index_base\":0,\"convention\":\"misere\","
     "\"verdicts\":\"bits\",\"include\":[\"nim_sums\",\"move_counts\"],\"integers\":\"strings\"}"},
    {POSITION "?heaps=3,4,5", POSITION, "{\"heaps\":[3,4,5]}"},
    {POSITION "?heaps=3,4,5&include", POSITION, "{\"heaps\":[3,4,5],\"include\":[]}"},
    {POSITION "?convention=misere&heaps=0,1&index_base=00", POSITION,
     "{\"heaps\":[0,1],\"convention\":\"misere\",\"index_base\":0}"},
};

/* The reply to target for a client that sends this If-None-Match. */
static struct outcome get_if(struct api *api, const char *method, const char *target,
                             const char *if_none_match)
{
    const struct request request = {
        .method = method, .target = target, .if_none_match = if_none_match};
    return exchange_of(api, &request);
}

START_TEST(test_same_as_post)
{
    struct api api;
    fixture_api(&api);
    struct outcome posted = post(&api, pairs[_i].path, pairs[_i].body);
    struct outcome got = get(&api, pairs[_i].target);
    struct outcome head = get_if(&api, "HEAD", pairs[_i].target, NULL);
    ck_assert_msg(posted.status == 200 && got.status == 200, "%s", got.body);
    ck_assert_str_eq(got.body, posted.body);
    ck_assert_str_eq(got.media_type, "application/json");
    ck_assert_str_eq(got.cache_control, "public, max-age=3600");
    ck_assert_str_eq(posted.cache_control, "");
    ck_assert_str_eq(posted.etag, "");
    ck_assert_uint_eq(strlen(got.etag), 18);
    ck_assert_str_eq(head.etag, got.etag);
    ck_assert_str_eq(head.body, got.body); /* the HTTP side leaves it out */
    outcome_free(&posted);
    outcome_free(&got);
    outcome_free(&head);
}
END_TEST

/* No body has a meaning here, whatever it is and whatever its type. */
START_TEST(test_body_has_no_meaning)
{
    struct api api;
    fixture_api(&api);
    const struct request request = {.method = "GET",
                                    .target = XOR "?nums=1,1,2",
                                    .content_type = "text/html",
                                    .body = "{\"nums\":[1],\"nums\"",
                                    .cut = 5,
                                    .has_length = true,
                                    .content_length = 18};
    struct outcome plain = get(&api, XOR "?nums=1,1,2"), outcome = exchange_of(&api, &request);
    ck_assert_uint_eq(outcome.status, 200);
    ck_assert_str_eq(outcome.body, plain.body);
    outcome_free(&plain);
    outcome_free(&outcome);
}
END_TEST

/* A tag is of the version and the target, and of nothing else. */
START_TEST(test_etag)
{
    static const char *const targets[] = {XOR "?nums=1", XOR "?nums=01", XOR "?nums=2",
                                          POSITION "?heaps=1", POSITION "?heaps=1&include="};
    char tags[2 * COUNT_OF(targets)][32];
    size_t count = 0;
    for (int version = 0; version < 2; version++) {
        for (size_t i = 0; i < COUNT_OF(targets); i++) {
            struct api api;
            fixture_api(&api);
            api.version = version == 0 ? "1.2.3" : "1.2.4";
            struct outcome outcome = get(&api, targets[i]), again = get(&api, targets[i]);
            ck_assert_str_eq(outcome.etag, again.etag);
            (void)snprintf(tags[count++], sizeof tags[0], "%s", outcome.etag);
            outcome_free(&outcome);
            outcome_free(&again);
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            ck_assert_str_ne(tags[i], tags[j]);
        }
    }
}
END_TEST

/* "@" stands for the tag. */
static const struct {
    const char *if_none_match;
    bool is_known;
} fields[] = {
    {"@", true},
    {"W/@", true},
    {"*", true},
    {" @ ", true},
    {"\"x\", @", true},
    {"@,\"x\"", true},
    {"W/\"x\",\"\" ,\t W/@", true},
    {",,@", true},
    {"\"a,b\",@", true},
    {"\"x\", *", true},
    {"", false},
    {",", false},
    {"\"x\"", false},
    {"\"*\"", false},
    {"W/", false},
    {"w/@", false},
    {"W/ @", false},
    {"\"", false},
    {"\"x", false},
    {"\"x, @", false},
    {"x, @", false},
    {"\"@", false},
    {"x@", false},
};

START_TEST(test_if_none_match)
{
    struct api api;
    fixture_api(&api);
    const char *target = POSITION "?heaps=3,4,5";
    struct outcome whole = get(&api, target);
    char field[128] = "";
    for (const char *p = fields[_i].if_none_match; *p != '\0'; p++) {
        size_t size = strlen(field);
        (void)snprintf(field + size, sizeof field - size, "%.*s", *p == '@' ? 32 : 1,
                       *p == '@' ? whole.etag : p);
    }
    static const char *const methods[] = {"GET", "HEAD"};
    for (size_t i = 0; i < COUNT_OF(methods); i++) {
        char *exact = strdup(field); /* so that a sanitizer sees a step beyond */
        struct outcome outcome = get_if(&api, methods[i], target, exact);
        free(exact);
        ck_assert_msg(outcome.status == (fields[_i].is_known ? 304 : 200), "%s: %u", field,
                      outcome.status);
        ck_assert_str_eq(outcome.etag, whole.etag);
        ck_assert_str_eq(outcome.cache_control, whole.cache_control);
        outcome_free(&outcome);
    }
    outcome_free(&whole);
}
END_TEST

/* As test_if_none_match: what If-Match lets through. A weak tag is not the same (RFC 9110, 13.1.1). */
static const struct {
    const char *if_match;
    bool holds;
} preconditions[] = {
    {"@", true}, {"*", true},      {"\"x\", @", true}, {"W/@, @", true},       {"W/@", false},
    {"", false}, {"\"x\"", false}, {"x", false},       {"W/\"x\",W/@", false}, {",", false},
};

START_TEST(test_if_match)
{
    struct api api;
    fixture_api(&api);
    static const char *const targets[] = {POSITION "?heaps=3,4,5", "/openapi.yaml"};
    for (size_t i = 0; i < COUNT_OF(targets); i++) {
        struct outcome whole = get(&api, targets[i]);
        char field[128] = "";
        for (const char *p = preconditions[_i].if_match; *p != '\0'; p++) {
            size_t size = strlen(field);
            (void)snprintf(field + size, sizeof field - size, "%.*s", *p == '@' ? 32 : 1,
                           *p == '@' ? whole.etag : p);
        }
        struct request request = {.method = "GET", .target = targets[i], .if_match = field};
        struct outcome outcome = exchange_of(&api, &request);
        ck_assert_msg(outcome.status == (preconditions[_i].holds ? 200 : 412), "%s: %u", field,
                      outcome.status);
        outcome_free(&outcome);
        request.if_none_match = "*"; /* comes after it */
        outcome = exchange_of(&api, &request);
        ck_assert_msg(outcome.status == (preconditions[_i].holds ? 304 : 412), "%s: %u", field,
                      outcome.status);
        outcome_free(&outcome);
        outcome_free(&whole);
    }
}
END_TEST

/* Problems are told to everyone; POST knows no tags. */
START_TEST(test_not_conditional)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = get_if(&api, "GET", XOR "?nums=x", "*");
    ck_assert_uint_eq(outcome.status, 422);
    outcome_free(&outcome);
    const struct request request = {
        .method = "POST", .target = XOR, .if_none_match = "*", .body = "{\"nums\":[1]}"};
    outcome = exchange_of(&api, &request);
    ck_assert_uint_eq(outcome.status, 200);
    ck_assert_str_eq(outcome.etag, "");
    outcome_free(&outcome);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("get");
    tcase_add_loop_test(tcase, test_same_as_post, 0, (int)COUNT_OF(pairs));
    tcase_add_test(tcase, test_body_has_no_meaning);
    tcase_add_test(tcase, test_etag);
    tcase_add_loop_test(tcase, test_if_none_match, 0, (int)COUNT_OF(fields));
    tcase_add_loop_test(tcase, test_if_match, 0, (int)COUNT_OF(preconditions));
    tcase_add_test(tcase, test_not_conditional);
    return run_tests(tcase);
}
