/* exchange.c: the life of one exchange: begin, feed, finish, free. */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

/* Work of about half a millisecond, in numbers read; another JSON value costs as much as
 * WORK_PER_VALUE numbers. */
enum { LIGHT_WORK = 32 * 1024, WORK_PER_VALUE = 16 };

static struct exchange *new_exchange(struct api *api)
{
    struct exchange *x = malloc(sizeof *x);
    if (x == NULL) {
        return NULL;
    }
    /* Member by member: the readers are large and set themselves up. */
    x->api = api;
    x->route = NULL;
    x->body = BODY_IGNORED;
    x->received = 0;
    x->account = (struct account){.budget = &api->budget};
    x->spare = (struct account){.budget = NULL};
    x->problem.code = PROBLEM_NONE;
    x->rest_size = 0;
    x->reply = (struct api_reply){.status = 0};
    buffer_init(&x->reply_bytes, &x->account, api->limits.reply_bytes);
    return x;
}

static void begin_reading(struct exchange *x)
{
    const struct api_limits *limits = &x->api->limits;
    /* The dearest body bytes are those of "[],": three of them make a struct json_array. */
    size_t memory_bytes = (size_t)limits->body_bytes * (sizeof(struct json_array) / 3 + 1) +
                          BUFFER_MAP_BYTES;
    if (x->body == BODY_JSON) {
        struct json_limits json = {(unsigned)limits->nesting, (size_t)limits->envelope_values,
                                   memory_bytes};
        json_scanner_init(&x->reader.json, &x->account, &json);
    } else if (x->body == BODY_TEXT) {
        struct contest_limits text = {(size_t)limits->batch_items, (size_t)limits->reply_bytes,
                                      memory_bytes};
        contest_init(&x->reader.text, &x->account, &text);
    }
}

/* The body is of no use any more. */
static void end_reading(struct exchange *x)
{
    if (x->body == BODY_JSON) {
        json_scanner_free(&x->reader.json);
    } else if (x->body == BODY_TEXT) {
        contest_free(&x->reader.text);
    }
    x->body = BODY_IGNORED;
}

/* A large body is admitted before it is read: better refused now than when most of it has come. */
static void admit(struct exchange *x, const struct api_head *head)
{
    if (x->body != BODY_IGNORED && head->has_length && head->content_length > BUFFER_MAP_BYTES &&
        !account_prepay(&x->account, (size_t)head->content_length)) {
        note_memory_refusal(x);
        x->body = BODY_IGNORED;
    }
}

struct exchange *exchange_begin(struct api *api, const struct api_head *head)
{
    struct exchange *x = new_exchange(api);
    if (x != NULL) {
        route_request(x, head);
        admit(x, head);
        begin_reading(x);
    }
    return x;
}

struct exchange *exchange_begin_refused(struct api *api, const struct problem *problem)
{
    struct exchange *x = new_exchange(api);
    if (x != NULL) {
        x->problem = *problem;
    }
    return x;
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
        problem_set(&x->problem, PROBLEM_BODY_TOO_LARGE, "the body is longer than %llu bytes",
                    (unsigned long long)x->api->limits.body_bytes);
        problem_limit(&x->problem, x->api->limits.body_bytes);
        end_reading(x);
        return;
    }
    if (x->body == BODY_JSON) {
        (void)json_scanner_feed(&x->reader.json, bytes, size);
    } else if (x->body == BODY_TEXT) {
        (void)contest_feed(&x->reader.text, bytes, size);
    }
    if (x->account.refusal != BUDGET_OK) {
        note_memory_refusal(x);
        end_reading(x);
    }
}

bool exchange_may_search(const struct exchange *x)
{
    static const char word[] = "\"search\"";
    if (x->body != BODY_JSON || !x->route->may_search) {
        return false;
    }
    const struct buffer *text = &x->reader.json.envelope.text;
    return text->size > 0 && memmem(text->data, text->size, word, sizeof word - 1) != NULL;
}

bool exchange_is_light(const struct exchange *x)
{
    if (x->body != BODY_JSON) {
        return true; /* contest text is answered as it arrives */
    }
    const struct json_scanner *json = &x->reader.json;
    size_t work = json_lift_count(&json->lift) + json->envelope.values * WORK_PER_VALUE;
    return work <= LIGHT_WORK && !exchange_may_search(x);
}

void exchange_refuse_busy(struct exchange *x)
{
    problem_set(&x->problem, PROBLEM_OVERLOADED, "too many requests wait for a worker");
}

static void answer_json(struct exchange *x)
{
    struct json_document document;
    if (json_document_open(&document, &x->reader.json, &x->account, &x->problem)) {
        x->route->answer_json(x, &document);
    } else if (x->problem.code == PROBLEM_NONE) {
        note_memory_refusal(x);
    }
    json_document_close(&document);
}

static void answer_text(struct exchange *x)
{
    struct contest_reader *text = &x->reader.text;
    if (contest_end(text, &x->problem)) {
        x->reply_bytes = text->out; /* moved */
        buffer_init(&text->out, &x->account, 0);
        reply_with_bytes(x, 200, "text/plain");
    } else if (x->problem.code == PROBLEM_NONE) {
        note_memory_refusal(x);
    }
}

const struct api_reply *exchange_finish(struct exchange *x)
{
    account_settle(&x->account);
    if (!exchange_is_refused(x) && atomic_load(&x->api->cancelled)) {
        problem_set(&x->problem, PROBLEM_OVERLOADED, "the service is about to stop");
    }
    if (!exchange_is_refused(x)) {
        if (x->body == BODY_JSON) {
            answer_json(x);
        } else if (x->body == BODY_TEXT) {
            answer_text(x);
        } else {
            x->route->answer(x);
        }
    }
    end_reading(x);
    if (exchange_is_refused(x)) {
        reply_with_problem(x);
    }
    return &x->reply;
}

void exchange_free(struct exchange *x)
{
    if (x == NULL) {
        return;
    }
    end_reading(x);
    account_settle(&x->account);
    buffer_free(&x->reply_bytes);
    free(x);
}
