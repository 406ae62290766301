/* SPDX-License-Identifier: MIT */
/* observe.h: what is seen of each request: its id, its line in the log, its counts.
 *
 * A request that says who it is (X-Request-Id) keeps that id where it is well-formed; any other
 * gets one. The id goes back with every reply. The trace id of a W3C traceparent is logged.
 */
#ifndef NIMSUM_HTTP_OBSERVE_H
#define NIMSUM_HTTP_OBSERVE_H

#include "api/exchange.h"

struct sockaddr;

enum {
    OBSERVE_ID_BYTES = 128,
    OBSERVE_TRACE_BYTES = 32,
    OBSERVE_METHOD_BYTES = 16,
    OBSERVE_AGENT_BYTES = LOG_CLIENT_BYTES,
    OBSERVE_REMOTE_BYTES = 46
};

/* Ids of requests that bring none: 128 bits, random at the start of the process, then counted. */
struct observe_ids {
    char high[16]; /* as it is printed: it never changes */
    uint64_t low;
    atomic_uint_fast64_t made;
};

/* What the requests of one thread are seen with. */
struct observer {
    struct api *api;
    struct observe_ids *ids;
    struct metrics_shard *shard; /* the thread's own, or NULL */
};

/* One request. The texts are copies: libmicrohttpd's are gone when a request is broken off. */
struct observation {
    char id[OBSERVE_ID_BYTES + 1];
    char trace_id[OBSERVE_TRACE_BYTES + 1]; /* empty: none */
    char method[OBSERVE_METHOD_BYTES + 1];
    char user_agent[OBSERVE_AGENT_BYTES + 1]; /* empty: none */
    uint64_t start;                           /* nanoseconds of the monotonic clock */
    unsigned status;                          /* 0: no reply was begun */
    uint64_t bytes_out;
};

/* Start counting, from a place that nobody can foresee. */
void observe_ids_start(struct observe_ids *ids);

/* The next id, as text. Thread-safe. */
void observe_make_id(struct observe_ids *ids, char id[OBSERVE_ID_BYTES + 1]);

/* The address of a connection, without its port; "unix" where it has none. */
void observe_remote(const struct sockaddr *address, char remote[OBSERVE_REMOTE_BYTES]);

/* A request began. head: what is known of it; its texts are any bytes that the client likes. */
void observe_begin(const struct observer *observer, struct observation *seen, const char *method,
                   const struct api_head *head);

/* Its reply was begun. */
void observe_reply(struct observation *seen, const struct api_reply *reply);

/* It is over: log and count it. end: one word for how. */
void observe_end(const struct observer *observer, const struct observation *seen,
                 const struct api_notes *notes, uint64_t bytes_in, const char *remote,
                 const char *end);

/* A request of which no head was seen began and is over: it was told this status (0: the problem's
 * own). remote NULL: not known. */
void observe_unseen(const struct observer *observer, enum problem_code problem, unsigned status,
                    const char *id, const char *remote, const char *end);

#endif
