/* SPDX-License-Identifier: MIT */
/* exchange_fixture.c: exchanges as values; cJSON reads the replies. */
#include "exchange_fixture.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define GIBIBYTE ((size_t)1 << 30)

void fixture_api(struct api *api)
{
    *api = (struct api){.version = "1.2.3"};
#define SET_LIMIT(name, standard, smallest, largest, meaning) api->limits.name = standard;
    API_LIMITS(SET_LIMIT)
#undef SET_LIMIT
    api->limits.connections = 1000;
    api_limits_follow(&api->limits);
    fixture_memory(api, GIBIBYTE);
}

void fixture_memory(struct api *api, size_t bytes)
{
    api->limits.request_memory_bytes = bytes;
    budget_init(&api->budget, bytes);
}

/* JSON, and a line feed at its end. */
static cJSON *parse(const char *body, size_t size)
{
    const char *end = NULL;
    cJSON *tree = cJSON_ParseWithLengthOpts(body, size, &end, 0);
    ck_assert_msg(tree != NULL && end + 1 == body + size && *end == '\n', "no line of JSON: %.*s",
                  (int)size, body);
    return tree;
}

static const char *text_member(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* The table row that a problem's body names; its members agree with it. */
static enum problem_code hold_problem(const cJSON *tree, unsigned status)
{
    const char *code = text_member(tree, "code"), *type = text_member(tree, "type");
    const char *title = text_member(tree, "title"), *detail = text_member(tree, "detail");
    ck_assert(code != NULL && type != NULL && title != NULL && detail != NULL);
    enum problem_code found = problem_find(code, strlen(code));
    ck_assert_msg(found != PROBLEM_NONE, "no such problem: %s", code);
    ck_assert_uint_eq(problem_kind(found)->status, status);
    ck_assert_str_eq(problem_kind(found)->title, title);
    ck_assert(strncmp(type, "/problems/", 10) == 0);
    ck_assert_str_eq(type + 10, code);
    ck_assert_str_ne(detail, "");
    const cJSON *told = cJSON_GetObjectItemCaseSensitive(tree, "status");
    ck_assert(cJSON_IsNumber(told) && told->valuedouble == status);
    const char *id = text_member(tree, "request_id");
    ck_assert_msg(id == NULL || strcmp(id, FIXTURE_ID) == 0, "another id: %s", id);
    return found;
}

void hold_reply(const struct api_reply *reply)
{
    enum problem_code code = PROBLEM_NONE;
    if (reply->status == 304) { /* the HTTP side leaves the body out */
        ck_assert_ptr_null(reply->media_type);
        ck_assert_ptr_nonnull(reply->etag);
    } else if (reply->media_type == NULL) {
        ck_assert_uint_eq(reply->body_size, 0);
        ck_assert_uint_eq(reply->status, 204);
    } else if (strcmp(reply->media_type, "application/problem+json") == 0) {
        cJSON *tree = parse(reply->body, reply->body_size);
        code = hold_problem(tree, reply->status);
        cJSON_Delete(tree);
    } else {
        ck_assert_uint_eq(reply->status, 200);
        if (strcmp(reply->media_type, "application/json") == 0) {
            cJSON_Delete(parse(reply->body, reply->body_size));
        }
    }
    bool has_allow = code == PROBLEM_METHOD_NOT_ALLOWED || reply->status == 204;
    ck_assert_int_eq(reply->allow != NULL, has_allow);
    ck_assert_int_eq(reply->retry_after > 0, code == PROBLEM_OVERLOADED);
    if (code != PROBLEM_NONE) {
        ck_assert_str_eq(reply->cache_control, "no-store");
        ck_assert_ptr_null(reply->etag);
    }
}

static char *copy_of(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    ck_assert(copy != NULL);
    if (size > 0) {
        memcpy(copy, text, size);
    }
    copy[size] = '\0';
    return copy;
}

static char *copy_of_text(const char *text)
{
    return text == NULL ? copy_of("", 0) : copy_of(text, strlen(text));
}

struct exchange *begin_exchange(struct api *api, const struct api_head *head)
{
    struct exchange *x = exchange_new(api);
    if (x != NULL) {
        exchange_begin(x, head);
    }
    return x;
}

struct exchange *begin_refused_exchange(struct api *api, const struct problem *problem)
{
    struct exchange *x = exchange_new(api);
    if (x != NULL) {
        exchange_begin_refused(x, &(struct api_head){.method = "GET", .request_id = FIXTURE_ID},
                               problem);
    }
    return x;
}

struct api_head head_of(const struct request *request)
{
    return (struct api_head){.method = request->method,
                             .target = request->target,
                             .content_type = request->content_type,
                             .content_encoding = request->content_encoding,
                             .expect = request->expect,
                             .if_match = {.lines = {request->if_match}},
                             .if_none_match = {.lines = {request->if_none_match}},
                             .accept = {.lines = {request->accept}},
                             .request_id = FIXTURE_ID,
                             .has_length = request->has_length,
                             .content_length = request->content_length,
                             .is_admin = request->is_admin};
}

/* Feed bytes from a heap block of exactly their size, which is gone before the next. */
static void feed(struct exchange *x, const char *bytes, size_t size)
{
    if (size > 0) {
        char *piece = malloc(size);
        ck_assert(piece != NULL);
        memcpy(piece, bytes, size);
        exchange_feed(x, piece, size);
        free(piece);
    }
}

struct outcome exchange_of(struct api *api, const struct request *request)
{
    size_t used_before = atomic_load(&api->budget.used_bytes);
    const struct api_head head = head_of(request);
    struct exchange *x = begin_exchange(api, &head);
    ck_assert(x != NULL);
    bool refused = exchange_is_refused(x);
    if (request->body != NULL) {
        size_t size = request->size != 0 ? request->size : strlen(request->body);
        feed(x, request->body, request->cut);
        feed(x, request->body + request->cut, size - request->cut);
    }
    const struct api_reply *reply = exchange_finish(x);
    hold_reply(reply);
    struct outcome outcome = {.status = reply->status,
                              .refused_by_head = refused,
                              .media_type = copy_of_text(reply->media_type),
                              .body = copy_of(reply->body, reply->body_size),
                              .size = reply->body_size,
                              .allow = copy_of_text(reply->allow),
                              .etag = copy_of_text(reply->etag),
                              .cache_control = copy_of_text(reply->cache_control),
                              .retry_after = reply->retry_after};
    exchange_free(x);
    ck_assert_uint_eq(atomic_load(&api->budget.used_bytes), used_before);
    return outcome;
}

void outcome_free(struct outcome *outcome)
{
    free(outcome->media_type);
    free(outcome->body);
    free(outcome->allow);
    free(outcome->etag);
    free(outcome->cache_control);
    *outcome = (struct outcome){.status = 0};
}

struct outcome post(struct api *api, const char *target, const char *body)
{
    const struct request request = {.method = "POST", .target = target, .body = body};
    return exchange_of(api, &request);
}

struct outcome post_text(struct api *api, const char *body)
{
    const struct request request = {
        .method = "POST", .target = "/nim/ranges", .content_type = "text/plain", .body = body};
    return exchange_of(api, &request);
}

struct outcome get(struct api *api, const char *target)
{
    const struct request request = {.method = "GET", .target = target};
    return exchange_of(api, &request);
}

void expect_reply(struct api *api, const char *target, const char *body, const char *reply)
{
    struct outcome outcome = post(api, target, body);
    ck_assert_uint_eq(outcome.size, strlen(reply) + 1); /* the line feed is held elsewhere */
    ck_assert_mem_eq(outcome.body, reply, strlen(reply));
    ck_assert_uint_eq(outcome.status, 200);
    ck_assert_str_eq(outcome.media_type, "application/json");
    outcome_free(&outcome);
}

enum problem_code problem_code_of(const struct outcome *outcome)
{
    if (strcmp(outcome->media_type, "application/problem+json") != 0) {
        return PROBLEM_NONE;
    }
    cJSON *tree = parse(outcome->body, outcome->size);
    enum problem_code code = hold_problem(tree, outcome->status);
    cJSON_Delete(tree);
    return code;
}

static bool same_text(const cJSON *tree, const char *name, const char *wanted)
{
    const char *text = text_member(tree, name);
    return text == NULL || wanted == NULL ? text == wanted : strcmp(text, wanted) == 0;
}

/* wanted: 0 for absent. add: what wanted is larger by. */
static bool same_number(const cJSON *tree, const char *name, uint64_t wanted, uint64_t add)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(tree, name);
    return number == NULL ? wanted == 0
                          : wanted != 0 && number->valuedouble == (double)(wanted - add);
}

void expect_problem(const char *name, const struct outcome *outcome, const struct told *told)
{
    enum problem_code code = problem_code_of(outcome);
    cJSON *tree = parse(outcome->body, outcome->size);
    bool same = code == told->code && same_text(tree, "request_id", FIXTURE_ID) &&
                same_text(tree, "pointer", told->pointer) &&
                same_text(tree, "parameter", told->parameter) &&
                same_text(tree, "key", told->key) &&
                same_number(tree, "offset", told->offset_1, 1) &&
                same_number(tree, "line", told->line, 0) &&
                same_number(tree, "column", told->column, 0) &&
                same_number(tree, "limit", told->limit, 0);
    cJSON_Delete(tree);
    if (!same) {
        ck_abort_msg("%s: not %s as told, but %s", name, problem_kind(told->code)->code,
                     outcome->body);
    }
}
