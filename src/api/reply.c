/* SPDX-License-Identifier: MIT */
/* reply.c: the ways to a reply, and problems as application/problem+json (RFC 9457). A reply in
 * JSON ends with a line feed, so that a terminal shows its prompt on a line of its own. */
#include "api/exchange_internal.h"

#include <inttypes.h>
#include <string.h>

enum { RETRY_AFTER_SECONDS = 1 };

static const char no_memory_body[] =
    "{\"type\":\"/problems/overloaded\",\"title\":\"The service is busy\",\"status\":503,"
    "\"detail\":\"there is no memory for this request now\",\"code\":\"overloaded\"}\n";

static const struct api_reply no_memory_reply = {.status = 503,
                                                 .media_type = "application/problem+json",
                                                 .body = no_memory_body,
                                                 .body_size = sizeof no_memory_body - 1,
                                                 .retry_after = RETRY_AFTER_SECONDS,
                                                 .cache_control = "no-store"};

const struct api_reply *api_reply_no_memory(void)
{
    return &no_memory_reply;
}

void reply_with_static(struct exchange *x, unsigned status, const char *media_type,
                       const char *body, size_t size)
{
    x->reply.status = status;
    x->reply.media_type = media_type;
    x->reply.body = body;
    x->reply.body_size = size;
}

void reply_with_bytes(struct exchange *x, unsigned status, const char *media_type,
                      const struct buffer *bytes)
{
    reply_with_static(x, status, media_type, bytes->data, bytes->size);
}

static void put_text_member(struct json_writer *w, bool present, const char *name, const char *text,
                            size_t size)
{
    if (present) {
        json_put(w, name);
        json_put_string(w, text, size);
    }
}

/* request_id: of the request, so that who shows the problem to us gives the log's key; or NULL. */
static void put_problem(struct json_writer *w, const struct problem *problem,
                        const char *request_id)
{
    const struct problem_kind *kind = problem_kind(problem->code);
    json_put_format(w, "{\"type\":\"/problems/%s\",\"title\":\"%s\",\"status\":%u", kind->code,
                    kind->title, kind->status);
    put_text_member(w, true, ",\"detail\":", problem->detail, problem->detail_size);
    json_put_format(w, ",\"code\":\"%s\"", kind->code);
    put_text_member(w, problem->has_pointer, ",\"pointer\":", problem->pointer,
                    problem->pointer_size);
    put_text_member(w, problem->has_parameter, ",\"parameter\":", problem->parameter,
                    problem->parameter_size);
    put_text_member(w, problem->has_key, ",\"key\":", problem->key, problem->key_size);
    put_text_member(w, problem->has_version, ",\"version\":", problem->version,
                    sizeof problem->version);
    if (problem->has_place) {
        json_put_format(w, ",\"line\":%" PRIu64 ",\"column\":%" PRIu64 ",\"offset\":%" PRIu64,
                        problem->place.line, problem->place.column, problem->place.offset);
    }
    if (problem->has_limit) {
        json_put_format(w, ",\"limit\":%" PRIu64, problem->limit);
    }
    put_text_member(w, request_id != NULL, ",\"request_id\":", request_id,
                    request_id == NULL ? 0 : strlen(request_id));
    json_put(w, "}\n");
}

void reply_with_problem(struct exchange *x)
{
    x->uncharged_bytes.size = 0; /* what a handler began to write there is not told */
    struct json_writer writer = {.out = &x->uncharged_bytes};
    put_problem(&writer, &x->problem, x->request_id);
    if (writer.failed) {
        x->reply = no_memory_reply;
        return;
    }
    reply_with_bytes(x, problem_kind(x->problem.code)->status, "application/problem+json",
                     &x->uncharged_bytes);
    x->reply.cache_control = "no-store";
    x->reply.fields = x->problem.code == PROBLEM_UNSUPPORTED_MEDIA_TYPE ? x->accepted : NULL;
    if (x->problem.code == PROBLEM_METHOD_NOT_ALLOWED) {
        x->reply.allow = x->allow;
    }
    if (x->problem.code == PROBLEM_OVERLOADED) {
        x->reply.retry_after = RETRY_AFTER_SECONDS;
    }
}

void refuse_long_body(struct exchange *x)
{
    problem_set(&x->problem, PROBLEM_BODY_TOO_LARGE, "the body is longer than %llu bytes",
                (unsigned long long)x->api->limits.body_bytes);
    problem_limit(&x->problem, x->api->limits.body_bytes);
}

void refuse_as_too_large(struct exchange *x)
{
    problem_set(&x->problem, PROBLEM_BODY_TOO_LARGE,
                "the request needs more memory than one may have of that for all");
    problem_limit(&x->problem, x->api->limits.request_memory_bytes);
}

void refuse_for_now(struct exchange *x)
{
    problem_set(&x->problem, PROBLEM_OVERLOADED, "there is no memory for this request now");
}

void reply_with_json(struct exchange *x, struct json_writer *writer)
{
    json_put(writer, "\n");
    if (!writer->failed) {
        reply_with_bytes(x, 200, "application/json", &x->reply_bytes);
    } else if (x->reply_bytes.over_maximum) {
        problem_set(&x->problem, PROBLEM_TOO_MANY, "the reply would be longer than %llu bytes",
                    (unsigned long long)x->api->limits.reply_bytes);
        problem_limit(&x->problem, x->api->limits.reply_bytes);
        problem_pointer(&x->problem, "", 0);
    } /* else memory was refused */
}
