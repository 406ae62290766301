/* SPDX-License-Identifier: MIT */
/* api.h: a request as a value: begun from its head, fed its body's bytes, finished into a reply. No
 * sockets here.
 *
 *     struct exchange *x = exchange_new(api);            serves one request after another
 *     exchange_begin(x, &head);
 *     exchange_feed(x, bytes, size);                     any number of times, pieces of any size
 *     const struct api_reply *reply = exchange_finish(x);
 *     exchange_end(x);                                   after the reply was sent: it borrows from
 * x exchange_free(x);
 *
 * An exchange is used by one thread at a time; different exchanges may run in parallel.
 */
#ifndef NIMSUM_API_API_H
#define NIMSUM_API_API_H

#include <stdatomic.h>

#include "memory/budget.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"
#include "problem.h"

/* name, default, smallest, largest, meaning: GET / shows them all, each is an option of the daemon.
 * A default of 0 is worked out from the machine or from another limit, and its meaning says how. */
#define API_LIMITS(X)                                                                              \
    X(body_bytes, 64 << 20, 1, UINT32_MAX, "the largest body")                                     \
    X(nesting, 32, 4, 63, "the deepest JSON")                                                      \
    X(batch_items, 100000, 1, 100000000, "boards or cases in a request")                           \
    X(envelope_values, 0, 16, 100000000,                                                           \
      "JSON values in a request outside arrays of numbers (7 for each of batch_items, and 64)")    \
    X(search_numbers, 64, 1, 64, "numbers on a board that is searched")                            \
    X(search_positions, 1000000, 1, 100000000,                                                     \
      "positions that the searches of a request may visit")                                        \
    X(reply_bytes, 256 << 20, 1024, UINT32_MAX, "the largest reply")                               \
    X(connections, 0, 1, 1000000,                                                                  \
      "connections at once (the limit of open files less 64, or what fits in 1/8 of the memory)")  \
    X(request_memory_bytes, 0, 1 << 20, INT64_MAX,                                                 \
      "memory of all requests together (half of the memory, at most 1 GiB)")

/* The limits of the contract. */
struct api_limits {
#define API_LIMIT_FIELD(name, standard, smallest, largest, meaning) uint64_t name;
    API_LIMITS(API_LIMIT_FIELD)
#undef API_LIMIT_FIELD
};

/* Set what follows from other limits where it is 0. A case of a batch has at most three members, so
 * that every batch within batch_items passes. */
static inline void api_limits_follow(struct api_limits *limits)
{
    enum { VALUES_OF_ITEM = 7, OTHER_VALUES = 64 };
    if (limits->envelope_values == 0) {
        limits->envelope_values = limits->batch_items * VALUES_OF_ITEM + OTHER_VALUES;
    }
}

struct arrays;

/* What all exchanges share. Borrowed by each exchange. */
struct api {
    struct api_limits limits;
    struct budget budget;        /* of request memory; limit: limits.request_memory_bytes */
    const char *version;         /* of the daemon */
    const char *library_version; /* of libmicrohttpd, NULL: unknown */
    struct metrics *metrics;     /* NULL: nothing is counted */
    struct log *log;             /* NULL: nothing is logged */
    struct arrays *arrays;   /* the operator's; NULL: there are none, and nothing tells of them */
    const char *cors_origin; /* whose scripts may read replies, "*": all, NULL: their own alone */
    bool has_admin;          /* there is an admin listener: /metrics is there alone */
    atomic_bool draining;    /* the daemon is about to stop: /readyz says so */
    atomic_bool cancelled;   /* the time to stop is over: long work gives up */
};

/* The first lines of a field whose lines are one list. A client with more of them is sent what it
 * may have already, or what it may not want any more. */
enum { API_LIST_LINES = 8 };

struct api_list {
    const char *lines[API_LIST_LINES]; /* NULL: no more */
    bool has_more;
};

/* A request's head, as the HTTP side has it after its own checks of the framing. Text is borrowed
 * for the call of exchange_begin only; request_id until exchange_end. */
struct api_head {
    const char *method;
    const char *target; /* origin-form: path and query, as sent, not decoded */
    const char *content_type, *content_encoding, *expect; /* NULL: absent */
    struct api_list if_match, if_none_match, accept;
    const char *origin, *request_method;  /* Access-Control-Request-Method; NULL: absent */
    const char *request_id;               /* for problems and the log; NULL: absent */
    const char *traceparent, *user_agent; /* for the log alone; NULL: absent */
    bool has_length;
    uint64_t content_length; /* where has_length */
    bool is_admin;           /* came by the admin listener: only routes about the service */
};

/* A header field. */
struct api_field {
    const char *name, *value;
};

struct api_reply {
    unsigned status;
    const char *media_type; /* NULL: no body */
    const char *body;
    size_t body_size;
    const char *allow;                /* field value of Allow, or NULL */
    unsigned retry_after;             /* seconds, 0: none */
    const char *etag, *cache_control; /* field values, or NULL */
    bool is_kept;                     /* caches may give it to others: it tells no request's id */
    const struct api_field *fields;   /* further fields up to a NULL name, or NULL */
    const struct api_field *cors_fields; /* likewise */
};

struct exchange;

/* An exchange without a request. NULL: no memory. */
struct exchange *exchange_new(struct api *api);

/* Begin a request. The head may already decide the reply (exchange_is_refused): the body then only
 * has to be taken off the wire. */
void exchange_begin(struct exchange *exchange, const struct api_head *head);

/* Begin a request whose reply is this problem, told by the HTTP side (framing). Of the head only
 * method, origin, request_method, request_id and is_admin play a part. */
void exchange_begin_refused(struct exchange *exchange, const struct api_head *head,
                            const struct problem *problem);

/* Whether the reply is decided already, so that further body bytes play no part. */
bool exchange_is_refused(const struct exchange *exchange);

void exchange_feed(struct exchange *exchange, const char *bytes, size_t size);

/* Whether exchange_finish takes well under a millisecond. Judged by the work: numbers, other
 * values, searches. */
bool exchange_is_light(const struct exchange *exchange);

/* About how long exchange_finish takes. */
uint64_t exchange_microseconds(const struct exchange *exchange);

/* What there is to log and count of a request. */
struct api_notes {
    size_t route;  /* of api_route_pattern; api_route_count: none has the path */
    bool is_quiet; /* asked for every few seconds: health, readiness, metrics */
    enum problem_code problem;
    uint64_t verdicts; /* boards, ranges and positions decided */
    uint64_t numbers;  /* of the lists that ended in the body or in the query */
};

/* Valid from exchange_begin to exchange_end. */
struct api_notes exchange_notes(const struct exchange *exchange);

/* The path of a route with its variable part by name: "/problems/{code}"; NULL past the last route.
 * Routes that differ in their method alone are noted as the first of them. */
const char *api_route_pattern(size_t route);
extern const size_t api_route_count;

/* Refuse: there is no worker to finish it (503). */
void exchange_refuse_busy(struct exchange *exchange);

/* Bytes of request memory that the request is charged for now. */
size_t exchange_held_bytes(const struct exchange *exchange);

/* Nobody waits for the reply any more: work that takes long gives up. Any thread may call it between
 * exchange_begin and exchange_end. */
void exchange_abandon(struct exchange *exchange);

/* Work out the reply; valid until exchange_end. Always a complete reply, also where memory is
 * short. */
const struct api_reply *exchange_finish(struct exchange *exchange);

/* Release what the request held. exchange_begin may follow. Without a request nothing is done. */
void exchange_end(struct exchange *exchange);

/* End the request, if there is one, and free the exchange. NULL is allowed. */
void exchange_free(struct exchange *exchange);

/* The fields by which scripts of the allowed origin may read a reply for which there is no exchange,
 * up to a NULL name. */
enum { API_CORS_FIELDS = 4 };
void api_cors_fields(const struct api *api, bool is_admin,
                     struct api_field fields[API_CORS_FIELDS]);

/* Whether text can be struct api's cors_origin: "*", or an origin as browsers write it:
 * scheme://host or scheme://host:port in lower case, without a path and without the scheme's own
 * port. */
bool api_is_cors_origin(const char *text);

/* The reply for a request that no exchange could be made for: 503, static, so without its id. */
const struct api_reply *api_reply_no_memory(void);

#endif
