/* SPDX-License-Identifier: MIT */
/* exchange.h: a request as a value: begun from its head, fed its body's bytes, finished into a
 * reply. No sockets here.
 *
 *     struct exchange *x = exchange_new(api);     serves one request after another
 *     exchange_begin(x, &head);
 *     exchange_feed(x, bytes, size);              any number of times, pieces of any size
 *     const struct api_reply *reply = exchange_finish(x);
 *     exchange_end(x);                            after the reply was sent: it borrows from x
 *     exchange_free(x);
 *
 * An exchange is used by one thread at a time; different exchanges may run in parallel.
 */
#ifndef NIMSUM_API_EXCHANGE_H
#define NIMSUM_API_EXCHANGE_H

#include "api/api.h"

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

/* Begin a request, after the one before was ended (exchange_end). The head may already decide the
 * reply (exchange_is_refused): the body then only has to be taken off the wire. */
void exchange_begin(struct exchange *exchange, const struct api_head *head);

/* Begin a request whose reply is this problem, told by the HTTP side (framing). Of the head only
 * method, origin, request_method, request_id and is_admin play a part. */
void exchange_begin_refused(struct exchange *exchange, const struct api_head *head,
                            const struct problem *problem);

/* Whether the reply is decided already, so that further body bytes play no part. */
bool exchange_is_refused(const struct exchange *exchange);

/* Read the next piece of the body. Bytes are borrowed for the call, and ignored once the request is
 * refused. Never waits; O(size). */
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

/* Refuse: there is no worker to finish it (503). */
void exchange_refuse_busy(struct exchange *exchange);

/* Bytes of request memory that the request is charged for now. */
size_t exchange_held_bytes(const struct exchange *exchange);

/* Nobody waits for the reply any more: work that takes long gives up. Any thread may call it
 * between exchange_begin and exchange_end. */
void exchange_abandon(struct exchange *exchange);

/* Work out the reply; valid until exchange_end. Always a complete reply, also where memory is
 * short. */
const struct api_reply *exchange_finish(struct exchange *exchange);

/* Release what the request held. exchange_begin may follow. Without a request nothing is done. */
void exchange_end(struct exchange *exchange);

/* End the request, if there is one, and free the exchange. NULL is allowed. */
void exchange_free(struct exchange *exchange);

/* The fields by which scripts of the allowed origin may read a reply for which there is no
 * exchange, up to a NULL name. */
enum { API_CORS_FIELDS = 4 };
void api_cors_fields(const struct api *api, bool is_admin,
                     struct api_field fields[API_CORS_FIELDS]);

/* The reply for a request that no exchange could be made for: 503, static, so without its id. */
const struct api_reply *api_reply_no_memory(void);

#endif
