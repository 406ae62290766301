/* SPDX-License-Identifier: MIT */
/* check_cors.c, of src/api/cors.c: which replies scripts of another origin may read, and what
 * makes an origin. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OURS     "https://app.example"
#define READABLE "Access-Control-Allow-Origin: " OURS "\n"
#define EXPOSED  "Access-Control-Expose-Headers: ETag, Retry-After, X-Request-Id\n"
#define ACCEPTED                                                                                   \
    "Access-Control-Allow-Headers: Content-Type, If-Match, If-None-Match, X-Request-Id, "          \
    "traceparent, tracestate\n"                                                                    \
    "Access-Control-Max-Age: 7200\n"

/* The whole list of fields, a line each, that a request gets where cors_origin is set. */
static const struct {
    const char *name, *cors_origin;
    struct api_head head;
    unsigned status;
    const char *fields;
} cases[] = {
    {"off", NULL, {.method = "GET", .target = "/healthz", .origin = OURS}, 200, ""},
    {"off, preflight",
     NULL,
     {.method = "OPTIONS", .target = "/xor-game", .origin = OURS, .request_method = "POST"},
     204,
     ""},
    {"ours",
     OURS,
     {.method = "GET", .target = "/healthz", .origin = OURS},
     200,
     "Vary: Origin\n" READABLE EXPOSED},
    {"no origin", OURS, {.method = "GET", .target = "/healthz"}, 200, "Vary: Origin\n"},
    {"longer",
     OURS,
     {.method = "GET", .target = "/healthz", .origin = OURS ".evil.example"},
     200,
     "Vary: Origin\n"},
    {"shorter",
     OURS,
     {.method = "GET", .target = "/healthz", .origin = "https://app"},
     200,
     "Vary: Origin\n"},
    {"null",
     OURS,
     {.method = "GET", .target = "/healthz", .origin = "null"},
     200,
     "Vary: Origin\n"},
    {"problem",
     OURS,
     {.method = "GET", .target = "/nope", .origin = OURS},
     404,
     "Vary: Origin\n" READABLE EXPOSED},
    {"early problem",
     OURS,
     {.method = "POST", .target = "/xor-game", .content_type = "image/png", .origin = OURS},
     415,
     "Vary: Origin\n" READABLE EXPOSED},
    {"game",
     OURS,
     {.method = "GET", .target = "/xor-game?nums=1", .origin = OURS},
     200,
     "Vary: Origin\n" READABLE EXPOSED},
    {"not modified",
     OURS,
     {.method = "GET",
      .target = "/xor-game?nums=1",
      .origin = OURS,
      .if_none_match = {.lines = {"*"}}},
     304,
     "Vary: Origin\n" READABLE EXPOSED},
    {"preflight",
     OURS,
     {.method = "OPTIONS", .target = "/xor-game", .origin = OURS, .request_method = "POST"},
     204,
     "Vary: Origin\n" READABLE "Access-Control-Allow-Methods: POST, GET, HEAD, OPTIONS\n" ACCEPTED},
    {"preflight of another origin",
     OURS,
     {.method = "OPTIONS", .target = "/", .origin = "http://app.example", .request_method = "GET"},
     204,
     "Vary: Origin\n"},
    {"preflight for nothing",
     OURS,
     {.method = "OPTIONS", .target = "/nope", .origin = OURS, .request_method = "GET"},
     404,
     "Vary: Origin\n" READABLE},
    {"options",
     OURS,
     {.method = "OPTIONS", .target = "/xor-game", .origin = OURS},
     204,
     "Vary: Origin\n" READABLE EXPOSED},
    {"no preflight",
     OURS,
     {.method = "GET", .target = "/healthz", .origin = OURS, .request_method = "GET"},
     200,
     "Vary: Origin\n" READABLE EXPOSED},
    {"any",
     "*",
     {.method = "GET", .target = "/healthz", .origin = OURS},
     200,
     "Access-Control-Allow-Origin: *\n" EXPOSED},
    {"any, no origin",
     "*",
     {.method = "GET", .target = "/healthz"},
     200,
     "Access-Control-Allow-Origin: *\n" EXPOSED},
    {"any, preflight",
     "*",
     {.method = "OPTIONS", .target = "/healthz", .origin = OURS, .request_method = "GET"},
     204,
     "Access-Control-Allow-Origin: *\n"
     "Access-Control-Allow-Methods: GET, HEAD, OPTIONS\n" ACCEPTED},
    {"admin",
     "*",
     {.method = "GET", .target = "/healthz", .origin = OURS, .is_admin = true},
     200,
     ""},
};

/* The fields, a line each. */
static void list_fields(const struct api_field *fields, char *out, size_t size)
{
    out[0] = '\0';
    for (; fields != NULL && fields->name != NULL; fields++) {
        size_t used = strlen(out);
        ck_assert(used < size);
        (void)snprintf(out + used, size - used, "%s: %s\n", fields->name, fields->value);
    }
}

START_TEST(test_fields)
{
    struct api api;
    fixture_api(&api);
    api.cors_origin = cases[_i].cors_origin;
    struct exchange *x = begin_exchange(&api, &cases[_i].head);
    ck_assert(x != NULL);
    const struct api_reply *reply = exchange_finish(x);
    hold_reply(reply);
    char fields[512];
    list_fields(reply->cors_fields, fields, sizeof fields);
    ck_assert_msg(reply->status == cases[_i].status && strcmp(fields, cases[_i].fields) == 0,
                  "%s: %u\n%s", cases[_i].name, reply->status, fields);
    exchange_free(x);
}
END_TEST

/* An exchange serves one request after another: nothing of an earlier one stays. */
START_TEST(test_again)
{
    struct api api;
    fixture_api(&api);
    api.cors_origin = OURS;
    const struct api_head ours = {.method = "GET", .target = "/healthz", .origin = OURS};
    const struct api_head none = {.method = "GET", .target = "/healthz"};
    struct exchange *x = begin_exchange(&api, &ours);
    ck_assert(x != NULL);
    char first[512], second[512];
    list_fields(exchange_finish(x)->cors_fields, first, sizeof first);
    exchange_begin(x, &none);
    list_fields(exchange_finish(x)->cors_fields, second, sizeof second);
    ck_assert_str_eq(first, "Vary: Origin\n" READABLE EXPOSED);
    ck_assert_str_eq(second, "Vary: Origin\n");
    struct problem problem = {.code = PROBLEM_NONE};
    (void)problem_set(&problem, PROBLEM_BAD_REQUEST, "a head that cannot be read");
    exchange_begin_refused(x, &none, &problem);
    list_fields(exchange_finish(x)->cors_fields, first, sizeof first);
    exchange_begin_refused(x, &ours, &problem);
    list_fields(exchange_finish(x)->cors_fields, second, sizeof second);
    ck_assert_str_eq(first, "Vary: Origin\n");
    ck_assert_str_eq(second, "Vary: Origin\n" READABLE EXPOSED);
    exchange_free(x);
}
END_TEST

/* Where there is no exchange nobody has looked at the origin. */
START_TEST(test_without_exchange)
{
    static const struct {
        const char *cors_origin;
        bool is_admin;
        const char *fields;
    } replies[] = {
        {NULL, false, ""},
        {OURS, false, "Vary: Origin\n" READABLE EXPOSED},
        {"*", false, "Access-Control-Allow-Origin: *\n" EXPOSED},
        {OURS, true, ""},
    };
    for (size_t i = 0; i < COUNT_OF(replies); i++) {
        const struct api api = {.cors_origin = replies[i].cors_origin};
        struct api_field fields[API_CORS_FIELDS];
        api_cors_fields(&api, replies[i].is_admin, fields);
        char text[512];
        list_fields(fields, text, sizeof text);
        ck_assert_str_eq(text, replies[i].fields);
    }
}
END_TEST

static const struct {
    const char *text;
    bool is_origin;
} origins[] = {
    {"*", true},
    {"http://localhost", true},
    {"https://app.example", true},
    {"http://localhost:3000", true},
    {"http://127.0.0.1:8080", true},
    {"http://[::1]", true},
    {"http://[::1]:1", true},
    {"https://xn--bcher-kva.example:65535", true},
    {"chrome-extension://abcdefghijklmnop", true},
    {"http://a:443", true},
    {"https://a:80", true},
    {"", false},
    {"null", false},
    {"**", false},
    {"*.example", false},
    {"https://*.example", false},
    {"app.example", false},
    {"//app.example", false},
    {"://app.example", false},
    {"1s://app.example", false},
    {"https:/app.example", false},
    {"https://", false},
    {"https://:1", false},
    {"https://app.example/", false},
    {"https://app.example/path", false},
    {"https://app.example?q", false},
    {"https://user@app.example", false},
    {"https://app.example,https://b.example", false},
    {"https://app.example https://b.example", false},
    {"https://App.example", false},
    {"HTTPS://app.example", false},
    {"https://app.example:", false},
    {"https://app.example:0", false},
    {"https://app.example:08", false},
    {"https://app.example:65536", false},
    {"https://app.example:100000", false},
    {"https://app.example:1x", false},
    {"https://app.example:1:2", false},
    {"https://app.example:443", false},
    {"http://app.example:80", false},
    {"http://[::1", false},
    {"http://[]", false},
    {"http://[::1]x", false},
    {"https://app.example\r\nX: y", false},
};

START_TEST(test_origins)
{
    ck_assert_msg(api_is_cors_origin(origins[_i].text) == origins[_i].is_origin, "\"%s\"",
                  origins[_i].text);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("cors");
    tcase_add_loop_test(tests, test_fields, 0, (int)COUNT_OF(cases));
    tcase_add_test(tests, test_again);
    tcase_add_test(tests, test_without_exchange);
    tcase_add_loop_test(tests, test_origins, 0, (int)COUNT_OF(origins));
    return run_tests(tests);
}
