/* SPDX-License-Identifier: MIT */
/* observe.c: ids, and what goes to the log and to the metrics. */
#include "http/observe.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>

#include "http/audit_syntax.h"
#include "system/clock.h"

static void put_hex(char *out, uint64_t value)
{
    for (int i = 15; i >= 0; i--, value >>= 4) {
        out[i] = "0123456789abcdef"[value & 15];
    }
}

void observe_ids_start(struct observe_ids *ids)
{
    uint64_t random[2];
    if (getrandom(random, sizeof random, GRND_NONBLOCK) != (ssize_t)sizeof random) {
        /* Before the system has any: these are ids, not secrets. */
        random[0] = clock_nanoseconds(CLOCK_REALTIME);
        random[1] = clock_nanoseconds(CLOCK_MONOTONIC);
    }
    put_hex(ids->high, random[0]);
    ids->low = random[1];
    atomic_init(&ids->made, 0);
}

void observe_make_id(struct observe_ids *ids, char id[OBSERVE_ID_BYTES + 1])
{
    uint64_t number = atomic_fetch_add_explicit(&ids->made, 1, memory_order_relaxed);
    memcpy(id, ids->high, sizeof ids->high);
    put_hex(id + sizeof ids->high, ids->low + number);
    id[32] = '\0';
}

void observe_remote(const struct sockaddr *address, char remote[OBSERVE_REMOTE_BYTES])
{
    const void *host = NULL;
    int family = AF_INET;
    if (address != NULL && address->sa_family == AF_INET) {
        host = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    } else if (address != NULL && address->sa_family == AF_INET6) {
        const struct in6_addr *own =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        /* An IPv4 client of a socket for both is told as such: ::ffff:192.0.2.1 is 192.0.2.1. */
        bool is_mapped = IN6_IS_ADDR_V4MAPPED(own);
        family = is_mapped ? AF_INET : AF_INET6;
        host = is_mapped ? (const void *)&own->s6_addr[12] : own;
    }
    if (host == NULL || inet_ntop(family, host, remote, OBSERVE_REMOTE_BYTES) == NULL) {
        memcpy(remote, "unix", sizeof "unix");
    }
}

static void copy_text(char *out, size_t maximum, const char *text)
{
    size_t size = text == NULL ? 0 : strnlen(text, maximum);
    memcpy(out, text == NULL ? "" : text, size);
    out[size] = '\0';
}

void observe_begin(const struct observer *observer, struct observation *seen, const char *method,
                   const struct api_head *head)
{
    if (head->request_id != NULL && audit_is_request_id(head->request_id)) {
        copy_text(seen->id, OBSERVE_ID_BYTES, head->request_id);
    } else {
        observe_make_id(observer->ids, seen->id);
    }
    const char *trace_id = head->traceparent == NULL ? NULL : audit_trace_id(head->traceparent);
    copy_text(seen->trace_id, OBSERVE_TRACE_BYTES, trace_id);
    copy_text(seen->method, OBSERVE_METHOD_BYTES, method);
    copy_text(seen->user_agent, OBSERVE_AGENT_BYTES, head->user_agent);
    seen->start = clock_nanoseconds(CLOCK_MONOTONIC);
    seen->status = 0;
    seen->bytes_out = 0;
    if (observer->shard != NULL) {
        metrics_begin(observer->shard);
    }
}

void observe_reply(struct observation *seen, const struct api_reply *reply)
{
    seen->status = reply->status;
    seen->bytes_out = strcmp(seen->method, "HEAD") == 0 ? 0 : reply->body_size;
}

/* A failure of ours is told at every level; what asks again and again, only at the last. */
static enum log_level level_of(const struct api_notes *notes, unsigned status)
{
    if (notes->is_quiet) {
        return LOG_DEBUG;
    }
    return status >= 500 && notes->problem != PROBLEM_BAD_REQUEST ? LOG_ERROR : LOG_INFO;
}

static const char *or_null(const char *text)
{
    return text[0] == '\0' ? NULL : text;
}

void observe_end(const struct observer *observer, const struct observation *seen,
                 const struct api_notes *notes, uint64_t bytes_in, const char *remote,
                 const char *end)
{
    uint64_t taken = clock_nanoseconds(CLOCK_MONOTONIC) - seen->start;
    if (observer->shard != NULL) {
        const struct metrics_request counted = {.route = notes->route,
                                                .method = seen->method,
                                                .status = seen->status,
                                                .problem = notes->problem,
                                                .bytes_in = bytes_in,
                                                .bytes_out = seen->bytes_out,
                                                .nanoseconds = taken,
                                                .verdicts = notes->verdicts,
                                                .numbers = notes->numbers};
        metrics_end(observer->shard, &counted);
    }
    struct log *log = observer->api->log;
    enum log_level level = level_of(notes, seen->status);
    if (log == NULL || !log_takes(log, level)) {
        return;
    }
    const struct log_request line = {
        .level = level,
        .unix_milliseconds = clock_nanoseconds(CLOCK_REALTIME) / 1000000,
        .id = seen->id,
        .trace_id = or_null(seen->trace_id),
        .method = or_null(seen->method),
        .route = api_route_pattern(notes->route),
        .status = seen->status,
        .bytes_in = bytes_in,
        .bytes_out = seen->bytes_out,
        .microseconds = taken / 1000,
        .remote = remote,
        .user_agent = or_null(seen->user_agent),
        .problem = notes->problem == PROBLEM_NONE ? NULL : problem_kind(notes->problem)->code,
        .end = end};
    log_request(log, &line);
}

void observe_unseen(const struct observer *observer, enum problem_code problem, unsigned status,
                    const char *id, const char *remote, const char *end)
{
    struct observation seen = {.start = clock_nanoseconds(CLOCK_MONOTONIC),
                               .status = status != 0 ? status : problem_kind(problem)->status};
    copy_text(seen.id, OBSERVE_ID_BYTES, id);
    const struct api_notes notes = {.route = api_route_count, .problem = problem};
    if (observer->shard != NULL) {
        metrics_begin(observer->shard);
    }
    observe_end(observer, &seen, &notes, 0, remote, end);
}
