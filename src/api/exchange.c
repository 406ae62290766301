/* SPDX-License-Identifier: MIT */
/* exchange.c: the life of one exchange: begin, feed, finish, free. */
#include "api/exchange_internal.h"

#include <stdlib.h>
#include <string.h>

/* A query has no more bytes than a request's head, and grows little. */
enum { QUERY_TEXT_BYTES = 1 << 20 };

/* The largest page of metrics takes a tenth of it. */
enum { UNCHARGED_BYTES = 1 << 20 };

struct exchange *exchange_new(struct api *api)
{
    struct exchange *x = malloc(sizeof *x);
    if (x != NULL) {
        x->api = api;
        x->input = INPUT_NONE;
        x->snapshot = NULL;
        atomic_init(&x->is_abandoned, false);
        x->account = (struct account){.budget = &api->budget};
        x->uncharged = (struct account){.budget = NULL};
        buffer_init(&x->reply_bytes, &x->account, api->limits.reply_bytes);
        buffer_init(&x->uncharged_bytes, &x->uncharged, UNCHARGED_BYTES);
    }
    return x;
}

/* Member by member: the readers are large and set themselves up. */
static void reset(struct exchange *x, const char *request_id)
{
    x->route = NULL;
    x->label_route = api_route_count;
    x->verdicts = 0;
    x->numbers = 0;
    x->resource = NULL;
    x->wants_page = false;
    x->received = 0;
    atomic_store_explicit(&x->is_abandoned, false, memory_order_relaxed);
    x->account.refusal = BUDGET_OK;
    x->account.is_large = false;
    x->problem.code = PROBLEM_NONE;
    x->request_id = request_id;
    x->etag[0] = '\0';
    x->etag_arrays = 0;
    x->follows_arrays = false;
    x->accepted = NULL;
    x->cors = CORS_OFF;
    x->reply = (struct api_reply){.status = 0};
}

static void begin_reading(struct exchange *x)
{
    const struct api_limits *limits = &x->api->limits;
    /* The dearest body bytes are those of "[],": three of them make a struct json_number_list. */
    size_t memory_bytes = (size_t)limits->body_bytes * (sizeof(struct json_number_list) / 3 + 1) +
                          BUFFER_MAP_BYTES;
    if (x->input == INPUT_JSON || x->input == INPUT_QUERY) {
        struct json_limits json = {(unsigned)limits->nesting, (size_t)limits->envelope_values,
                                   memory_bytes};
        json_scanner_init(&x->reader.json, &x->account, &json);
        x->reader.json.envelope.words = work_words;
    } else if (x->input == INPUT_TEXT) {
        struct contest_limits text = {(size_t)limits->batch_items, (size_t)limits->reply_bytes,
                                      memory_bytes};
        contest_init(&x->reader.text, &x->account, &text);
    }
}

/* The body is of no use any more. */
static void end_reading(struct exchange *x)
{
    if (x->input == INPUT_JSON || x->input == INPUT_QUERY) {
        json_scanner_free(&x->reader.json);
    } else if (x->input == INPUT_TEXT) {
        contest_free(&x->reader.text);
    }
    x->input = INPUT_NONE;
}

/* Nothing is taken for a declared length, but a body that could never fit is refused by it, and so
 * is a large one while the memory for large ones is used up: better now than when most has come. */
static void admit(struct exchange *x, const struct api_head *head)
{
    uint64_t length = head->has_length ? head->content_length : 0;
    x->account.is_large = length > BUDGET_SMALL_BYTES;
    if ((x->input != INPUT_JSON && x->input != INPUT_TEXT) || !x->account.is_large) {
        return;
    }
    if (length > x->api->budget.limit_bytes) {
        refuse_as_too_large(x);
    } else if (!account_may_take(&x->account, BUFFER_MAP_BYTES)) {
        refuse_for_now(x);
    }
    if (exchange_is_refused(x)) {
        x->input = INPUT_NONE;
    }
}

/* Where a reader or a handler stopped without a problem, memory was refused: 413 where the request
 * could not fit even alone, else 503. */
static void note_memory_refusal(struct exchange *x)
{
    if (!exchange_is_refused(x)) {
        if (x->account.refusal == BUDGET_TOO_LARGE) {
            refuse_as_too_large(x);
        } else {
            refuse_for_now(x);
        }
    }
}

struct json_keys exchange_keys(const struct exchange *x)
{
    const struct game *game = x->route->game;
    size_t left_out = x->api->arrays == NULL ? game->array_keys : 0;
    return (struct json_keys){game->keys, game->key_count - left_out};
}

/* The query is read as the JSON object that it stands for. */
void begin_query(struct exchange *x, const struct api_head *head, const struct target *target)
{
    if (x->api->arrays != NULL) {
        note_array_versions(x, target->query);
    }
    struct buffer text;
    buffer_init(&text, &x->account, QUERY_TEXT_BYTES);
    struct json_writer writer = {.out = &text};
    if (query_to_json(target->query, exchange_keys(x), &writer, &x->problem) && !writer.failed) {
        (void)json_scanner_feed(&x->reader.json, text.data, text.size);
        note_etag(x, head);
    }
    buffer_free(&text);
}

void exchange_begin(struct exchange *x, const struct api_head *head)
{
    size_t path_size = strcspn(head->target, "?");
    const char *end = head->target + path_size;
    const struct target target = {head->target, path_size, *end == '?' ? end + 1 : NULL};
    reset(x, head->request_id);
    note_cors(x, head);
    read_head(x, head, &target);
    admit(x, head);
    begin_reading(x);
    if (!exchange_is_refused(x) && x->route->begin != NULL) {
        x->route->begin(x, head, &target);
    }
    if (x->account.refusal != BUDGET_OK) {
        note_memory_refusal(x);
    }
}

void exchange_begin_refused(struct exchange *x, const struct api_head *head,
                            const struct problem *problem)
{
    reset(x, head->request_id);
    note_cors(x, head);
    x->problem = *problem;
}

bool exchange_is_refused(const struct exchange *x)
{
    return x->problem.code != PROBLEM_NONE;
}

void exchange_feed(struct exchange *x, const char *bytes, size_t size)
{
    if (exchange_is_refused(x)) {
        return;
    }
    x->received += size;
    if (x->received > x->api->limits.body_bytes) {
        refuse_long_body(x);
        end_reading(x);
        return;
    }
    if (x->input == INPUT_JSON) {
        (void)json_scanner_feed(&x->reader.json, bytes, size);
    } else if (x->input == INPUT_TEXT) {
        (void)contest_feed(&x->reader.text, bytes, size);
    }
    if (x->account.refusal != BUDGET_OK) {
        note_memory_refusal(x);
        end_reading(x);
    }
}

struct api_notes exchange_notes(const struct exchange *x)
{
    return (struct api_notes){.route = x->label_route,
                              .is_quiet = x->label_route < api_route_count &&
                                          api_routes[x->label_route].is_admin,
                              .problem = x->problem.code,
                              .verdicts = x->verdicts,
                              .numbers = x->numbers};
}

/* Before the reader is gone. What was refused decided nothing. */
static void note_work(struct exchange *x)
{
    if (x->input == INPUT_JSON || x->input == INPUT_QUERY) {
        x->numbers = json_lists_total(&x->reader.json.lists);
    } else if (x->input == INPUT_TEXT) {
        x->numbers = x->reader.text.numbers;
        x->verdicts = x->reader.text.queries;
    }
    if (exchange_is_refused(x)) {
        x->verdicts = 0;
    }
}

size_t exchange_held_bytes(const struct exchange *x)
{
    return x->account.held_bytes;
}

void exchange_abandon(struct exchange *x)
{
    atomic_store_explicit(&x->is_abandoned, true, memory_order_relaxed);
}

bool exchange_gives_up(void *exchange)
{
    const struct exchange *x = exchange;
    return atomic_load_explicit(&x->is_abandoned, memory_order_relaxed) ||
           atomic_load_explicit(&x->api->cancelled, memory_order_relaxed);
}

void exchange_refuse_busy(struct exchange *x)
{
    problem_set(&x->problem, PROBLEM_OVERLOADED, "too many requests wait for a worker");
}

/* Too many values, since there are too many cases: the limit that a client knows. */
static void note_batch(struct exchange *x)
{
    uint64_t limit = x->api->limits.batch_items;
    if (json_envelope_passes(&x->reader.json.envelope, "cases", (size_t)limit)) {
        problem_set(&x->problem, PROBLEM_TOO_MANY, "cases holds more than %llu elements",
                    (unsigned long long)limit);
        problem_limit(&x->problem, limit);
        problem_pointer(&x->problem, "/cases", strlen("/cases"));
    }
}

static void answer_json(struct exchange *x)
{
    struct json_document document;
    if (json_document_open(&document, &x->reader.json, &x->account, &x->problem)) {
        x->route->game->handle(x, &document);
    } else if (x->problem.code == PROBLEM_TOO_MANY) {
        note_batch(x);
    }
    json_document_close(&document);
    if (x->input == INPUT_QUERY && exchange_is_refused(x)) {
        query_point_to_parameter(&x->problem);
    }
}

static void answer_text(struct exchange *x)
{
    struct contest_reader *text = &x->reader.text;
    if (contest_end(text, &x->problem)) {
        x->reply_bytes = text->out; /* moved */
        buffer_init(&text->out, &x->account, 0);
        reply_with_bytes(x, 200, "text/plain", &x->reply_bytes);
    }
}

/* What a GET is answered may be kept by any cache that is not forbidden to (RFC 9111 section 3). */
static void note_caches(struct exchange *x)
{
    const char *cache_control = x->reply.cache_control;
    x->reply.is_kept = x->route != NULL && strcmp(x->route->method, "GET") == 0 &&
                       (cache_control == NULL || strcmp(cache_control, "no-store") != 0);
}

const struct api_reply *exchange_finish(struct exchange *x)
{
    if (!exchange_is_refused(x) && exchange_gives_up(x)) { /* one who has gone reads nothing */
        problem_set(&x->problem, PROBLEM_OVERLOADED, "the service is about to stop");
    }
    if (!exchange_is_refused(x)) {
        if (x->input == INPUT_JSON) {
            answer_json(x);
        } else if (x->input == INPUT_QUERY) {
            answer_json(x);
            reply_conditionally(x, x->follows_arrays ? "no-cache" : "public, max-age=3600");
        } else if (x->input == INPUT_TEXT) {
            answer_text(x);
        } else {
            x->route->handle(x);
        }
    }
    if (x->reply.status == 0) {
        note_memory_refusal(x);
    }
    note_work(x);
    end_reading(x);
    exchange_release_arrays(x);
    if (exchange_is_refused(x)) {
        tell_of_no_arrays(x);
        reply_with_problem(x);
    }
    reply_with_cors(x);
    note_caches(x);
    return &x->reply;
}

void exchange_end(struct exchange *x)
{
    end_reading(x);
    exchange_release_arrays(x);
    buffer_free(&x->reply_bytes);
    buffer_free(&x->uncharged_bytes);
}

void exchange_free(struct exchange *x)
{
    if (x != NULL) {
        exchange_end(x);
        free(x);
    }
}
