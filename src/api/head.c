/* SPDX-License-Identifier: MIT */
/* head.c: what a request's head alone decides: its route, how its body is read, what refuses it. */
#include "api/exchange_internal.h"

#include <string.h>
#include <strings.h>

#include "api/media_type.h"
#include "api/query.h"

/* The methods of RFC 9110 section 9.3 and RFC 5789: 405 where a path lacks one. Others are not
 * implemented (RFC 9110 section 9.1). */
static bool is_method(const char *method)
{
    static const char *const known[] = {"GET",     "HEAD",    "POST",  "PUT",  "DELETE",
                                        "CONNECT", "OPTIONS", "TRACE", "PATCH"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(method, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_post(const struct exchange *x)
{
    return strcmp(x->route->method, "POST") == 0;
}

static bool takes_text(const struct exchange *x)
{
    return x->route->game != NULL && x->route->game->takes_text;
}

/* What a 415 tells would be taken (RFC 9110 section 12.5.3, W3C Linked Data Platform 1.0). */
static const struct api_field accept_plain[] = {{"Accept-Encoding", "identity"}, {NULL, NULL}};
static const struct api_field accept_json[] = {{"Accept-Post", "application/json"}, {NULL, NULL}};
static const struct api_field accept_text[] = {{"Accept-Post", "application/json, text/plain"},
                                               {NULL, NULL}};

/* 415: what the body is, from its Content-Type and Content-Encoding. */
static bool accept_media(struct exchange *x, const struct api_head *head)
{
    x->accepted = accept_plain;
    if (head->content_encoding != NULL && strcasecmp(head->content_encoding, "identity") != 0) {
        return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                           "content codings are not taken: send the body as it is");
    }
    if (!is_post(x)) {
        return true; /* a GET's body means nothing (RFC 9110 section 9.3.1) */
    }
    x->accepted = takes_text(x) ? accept_text : accept_json;
    switch (media_type_of(head->content_type)) {
    case MEDIA_JSON: x->input = INPUT_JSON; return true;
    case MEDIA_TEXT:
        if (takes_text(x)) {
            x->input = INPUT_TEXT;
            return true;
        }
        return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                           "text/plain is not taken here: send JSON as application/json");
    case MEDIA_OTHER_CHARSET:
        return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                           "the body must be in UTF-8");
    case MEDIA_OTHER: break;
    }
    return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE, "send application/json%s",
                       takes_text(x) ? " or text/plain" : "");
}

/* 422: POST takes no query parameters; documents and probes ignore theirs. A game's GET reads its
 * query later. */
static bool accept_query(struct exchange *x, const char *query)
{
    if (is_post(x) && query == NULL) {
        return true;
    }
    if (!is_post(x)) {
        x->input = x->route->game != NULL ? INPUT_QUERY : INPUT_NONE;
        return true;
    }
    struct buffer text;
    buffer_init(&text, &x->account, PROBLEM_DETAIL_BYTES);
    struct json_writer writer = {.out = &text};
    bool none = query_to_json(query, (struct json_keys){NULL, 0}, &writer, &x->problem);
    buffer_free(&text);
    return none;
}

static void accept_length(struct exchange *x, const struct api_head *head)
{
    if (head->has_length && head->content_length > x->api->limits.body_bytes) {
        refuse_long_body(x);
    }
}

void read_head(struct exchange *x, const struct api_head *head, const struct target *target)
{
    x->is_admin = head->is_admin;
    if (!is_method(head->method)) {
        problem_set(&x->problem, PROBLEM_NOT_IMPLEMENTED,
                    "the methods are GET, HEAD, POST and OPTIONS");
        return;
    }
    if (!find_route(x, head->method, target)) {
        return;
    }
    if (head->expect != NULL && strcasecmp(head->expect, "100-continue") != 0) {
        problem_set(&x->problem, PROBLEM_EXPECTATION_FAILED,
                    "100-continue is the only expectation that is known");
        return;
    }
    if (accept_media(x, head) && accept_query(x, target->query)) {
        accept_length(x, head);
    }
    if (exchange_is_refused(x)) {
        x->input = INPUT_NONE;
    }
}
