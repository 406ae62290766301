/* SPDX-License-Identifier: MIT */
/* exchange_fixture.h: a request as a value in, a reply as a value out, without a socket.
 *
 * Every reply that passes through here is held to what holds for all replies: JSON bodies parse and
 * end with a line feed, a problem's status, type and title are its table row's and it is never to
 * be stored, Allow and Retry-After stand where they must and nowhere else, a 304 has an entity tag,
 * and the budget is as it was before the exchange. Failures fail the running test.
 */
#ifndef NIMSUM_TESTS_EXCHANGE_FIXTURE_H
#define NIMSUM_TESTS_EXCHANGE_FIXTURE_H

#include "api/exchange.h"

/* The id of every request: its problem tells it. */
#define FIXTURE_ID "a-request.7"

/* The limits' defaults, as many connections as nobody asks for, and a budget of 1 GiB. */
void fixture_api(struct api *api);

/* Set the budget's limit, and the limit of the contract with it. */
void fixture_memory(struct api *api, size_t bytes);

struct request {
    const char *method, *target;
    const char *content_type, *content_encoding, *expect, *if_none_match, *if_match,
        *accept;             /* NULL: absent */
    const char *body;        /* NULL: none */
    size_t size;             /* 0: strlen(body) */
    size_t cut;              /* feed body[0..cut) first, then the rest; 0: all at once */
    uint64_t content_length; /* where has_length: what the head announces */
    bool has_length;
    bool is_admin; /* came by the admin listener */
};

/* A new exchange with a request begun. NULL: no memory. */
struct exchange *begin_exchange(struct api *api, const struct api_head *head);
struct exchange *begin_refused_exchange(struct api *api, const struct problem *problem);

/* A request's head. */
struct api_head head_of(const struct request *request);

struct outcome {
    unsigned status;
    bool refused_by_head; /* before any byte of the body */
    char *media_type;     /* "" where there is no body */
    char *body;           /* NUL-terminated after size bytes */
    size_t size;
    char *allow, *etag, *cache_control; /* "" where there is none */
    unsigned retry_after;
};

/* Begin, feed, finish, free. outcome_free() the outcome. */
struct outcome exchange_of(struct api *api, const struct request *request);
void outcome_free(struct outcome *outcome);

/* The same for POST with a JSON body, and for the other common kinds. */
struct outcome post(struct api *api, const char *target, const char *body);
struct outcome post_text(struct api *api, const char *body);
struct outcome get(struct api *api, const char *target);

/* POST body to target and compare status and body, byte by byte, but for the last line feed. */
void expect_reply(struct api *api, const char *target, const char *body, const char *reply);

/* What a reply of ours says, held against the rules above; reply may be told more than once. */
void hold_reply(const struct api_reply *reply);

/* The code of a problem's body, PROBLEM_NONE where the body is no problem. */
enum problem_code problem_code_of(const struct outcome *outcome);

/* What a problem must tell. Members that are NULL or 0 must be absent; offset_1 is the offset and
 * 1, so that offset 0 can be told apart from none. */
struct told {
    enum problem_code code;
    const char *pointer, *parameter, *key;
    uint64_t offset_1, line, column;
    uint64_t limit;
};

/* The outcome is that problem; name: the case's, for the message. */
void expect_problem(const char *name, const struct outcome *outcome, const struct told *told);

#endif
