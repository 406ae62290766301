/* SPDX-License-Identifier: MIT */
/* fuzz_dispatch.c: whole requests, without a socket: any head and any body, and what holds for
 * every reply. The first bytes choose method, target, field values, limits and how the body is cut;
 * the rest is the body (after its first line, where that is the target). */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/exchange.h"
#include "api/media_type.h"
#include "reply_rules.h"

enum { HEAD_BYTES = 7, FIRST_LINE_IS_TARGET = 15 };

enum {
    SMALL_BODY = 1,
    SMALL_MEMORY = 2,
    SMALL_REPLY = 4,
    SMALL_COUNTS = 8,
    DRAINING = 16,
    CANCELLED = 32,
    IS_ADMIN = 64,
    HAS_LENGTH = 128
};

struct request {
    struct api_head head;
    uint8_t limits;
    const char *body;
    size_t size, piece;
};

static const char *const methods[16] = {"POST",    "GET",  "HEAD",   "OPTIONS", "POST", "POST",
                                        "PUT",     "POST", "DELETE", "POST",    "post", "POST",
                                        "CONNECT", "GET",  "POST",   ""};
static const char *const targets[16] = {"/xor-game",
                                        "/nim/ranges",
                                        "/nim/position",
                                        "/",
                                        "/healthz",
                                        "/readyz",
                                        "/openapi.yaml",
                                        "/openapi.json",
                                        "/problems/too-few",
                                        "/problems/",
                                        "/xor-game?nums=1,1,2",
                                        "/nim/ranges?heaps=1,2,2&queries=1-2,2-3&include=",
                                        "*",
                                        "/metrics",
                                        "/docs",
                                        NULL};
static const char *const content_types[16] = {NULL,
                                              "application/json",
                                              "text/plain",
                                              "application/json; charset=utf-8",
                                              "application/vnd.game+json",
                                              "application/x-www-form-urlencoded",
                                              "text/plain; charset=iso-8859-1",
                                              "text/plain;",
                                              "image/png",
                                              "",
                                              ";",
                                              "application/json;charset=\"",
                                              "TEXT/PLAIN ; a=b",
                                              NULL,
                                              "text/plain",
                                              NULL};
static const char *const expects[4] = {NULL, NULL, "100-continue", "a-cake"};
static const char *const encodings[4] = {NULL, NULL, "identity", "gzip"};

/* In a heap block of its own, or NULL. */
static char *copy_of(const char *text, size_t size)
{
    char *copy = text == NULL ? NULL : malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

static char *copy_of_text(const char *text)
{
    return text == NULL ? NULL : copy_of(text, strlen(text));
}

static void set_limits(struct api *api, uint8_t choice)
{
    *api = (struct api){.version = "1.2.3"};
#define SET_LIMIT(name, standard, smallest, largest, meaning) api->limits.name = standard;
    API_LIMITS(SET_LIMIT)
#undef SET_LIMIT
    api->limits.connections = 1000;
    api_limits_follow(&api->limits);
    api->limits.search_positions = 2000; /* an input must not take long */
    api->limits.request_memory_bytes = UINT64_C(1) << 30;
    if ((choice & SMALL_BODY) != 0) {
        api->limits.body_bytes = 48;
    }
    if ((choice & SMALL_MEMORY) != 0) {
        api->limits.request_memory_bytes = 3000;
    }
    if ((choice & SMALL_REPLY) != 0) {
        api->limits.reply_bytes = 100;
    }
    if ((choice & SMALL_COUNTS) != 0) {
        api->limits.batch_items = 2;
        api->limits.envelope_values = 16;
        api->limits.search_numbers = 4;
        api->limits.search_positions = 3;
    }
    atomic_init(&api->draining, (choice & DRAINING) != 0);
    atomic_init(&api->cancelled, (choice & CANCELLED) != 0);
    budget_init(&api->budget, (size_t)api->limits.request_memory_bytes);
}

/* The head's text is gone once the exchange has begun. */
static struct exchange *begin(struct api *api, const struct request *request)
{
    struct api_head head = request->head;
    char *target = copy_of_text(head.target), *type = copy_of_text(head.content_type);
    head.target = target;
    head.content_type = type;
    struct exchange *x = exchange_new(api);
    if (x != NULL) {
        exchange_begin(x, &head);
    }
    free(target);
    free(type);
    return x;
}

static void feed(struct exchange *x, const struct request *request, size_t piece)
{
    for (size_t done = 0; done < request->size; done += piece) {
        size_t taken = piece < request->size - done ? piece : request->size - done;
        char *copy = malloc(taken);
        if (copy == NULL) {
            abort();
        }
        memcpy(copy, request->body + done, taken);
        exchange_feed(x, copy, taken);
        free(copy);
    }
}

static struct reply_seen run(const struct request *request, size_t piece)
{
    struct api api;
    set_limits(&api, request->limits);
    struct exchange *x = begin(&api, request);
    if (x == NULL) {
        abort();
    }
    struct reply_seen seen = {
        .body_is_json = !exchange_is_refused(x) && strcmp(request->head.method, "POST") == 0 &&
                        media_type_of(request->head.content_type) == MEDIA_JSON};
    feed(x, request, piece);
    if (exchange_is_light(x) && exchange_microseconds(x) > 1000) {
        reply_rules_broken("long work is light", NULL);
    }
    const struct api_reply *reply = exchange_finish(x);
    reply_rules_hold(reply, &seen);
    if (seen.body_is_json) {
        reply_rules_hold_syntax(&seen, request->body, request->size);
    }
    seen.body = copy_of(reply->body == NULL ? "" : reply->body, reply->body_size);
    seen.size = reply->body_size;
    exchange_free(x);
    budget_free(&api.budget);
    if (atomic_load(&api.budget.used_bytes) != 0) {
        reply_rules_broken("bytes stayed charged", NULL);
    }
    return seen;
}

/* The client goes away in the middle of the body. */
static void run_dropped(const struct request *request)
{
    struct api api;
    struct request part = *request;
    part.size /= 2;
    set_limits(&api, part.limits);
    struct exchange *x = begin(&api, &part);
    if (x == NULL) {
        abort();
    }
    feed(x, &part, part.piece);
    exchange_free(x);
    budget_free(&api.budget);
    if (atomic_load(&api.budget.used_bytes) != 0) {
        reply_rules_broken("bytes stayed charged to a dropped request", NULL);
    }
}

/* The reply must not depend on how the body was cut, but where memory ran out, which does; and
 * /metrics tells of the process. */
static void run_twice(const struct request *request)
{
    struct reply_seen whole = run(request, request->size + 1);
    struct reply_seen cut = run(request, request->piece);
    bool memory = whole.status == 503 || whole.status == 413 || cut.status == 503 ||
                  cut.status == 413;
    bool metrics = strstr(request->head.target, "/metrics") != NULL;
    if (!memory && !metrics &&
        (whole.status != cut.status || whole.size != cut.size ||
         memcmp(whole.body, cut.body, whole.size) != 0)) {
        fprintf(stderr, "whole: %u %s\ncut in %zu: %u %s\n", whole.status, whole.body,
                request->piece, cut.status, cut.body);
        abort();
    }
    free(whole.body);
    free(cut.body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD_BYTES) {
        return 0;
    }
    const char *body = (const char *)data + HEAD_BYTES, *end = (const char *)data + size;
    char *target = NULL;
    if (data[1] % 16 == FIRST_LINE_IS_TARGET) {
        const char *line_end = memchr(body, '\n', (size_t)(end - body));
        line_end = line_end != NULL ? line_end : end;
        target = copy_of(body, (size_t)(line_end - body));
        body = line_end < end ? line_end + 1 : end;
    }
    struct request request = {.head = {.method = methods[data[0] % 16],
                                       .target = target != NULL ? target : targets[data[1] % 15],
                                       .content_type = content_types[data[2] % 16],
                                       .expect = expects[data[3] % 4],
                                       .content_encoding = encodings[data[3] / 4 % 4],
                                       .is_admin = (data[4] & IS_ADMIN) != 0,
                                       .has_length = (data[4] & HAS_LENGTH) != 0},
                              .limits = data[4],
                              .body = body,
                              .size = (size_t)(end - body),
                              .piece = (size_t)data[5] + 1};
    /* The HTTP side sees to it that the length is the body's; here it may lie. */
    request.head.content_length = data[6] == 0     ? UINT64_MAX
                                  : data[6] == 255 ? UINT64_C(1) << 20
                                                   : request.size + data[6] - 1;
    run_twice(&request);
    run_dropped(&request);
    free(target);
    return 0;
}
