/* SPDX-License-Identifier: MIT */
/* exchange.h: what the files of src/api share: an exchange's inside, and its routes. */
#ifndef NIMSUM_API_EXCHANGE_H
#define NIMSUM_API_EXCHANGE_H

#include "api/api.h"
#include "api/service/assets.h"
#include "arrays/arrays.h"
#include "contest/contest.h"
#include "json/document.h"
#include "api/query.h"
#include "json/writer.h"

struct exchange;

/* What each number, and each row of a table, costs, in the unit of work.c. */
struct work_weights {
    unsigned char number, row;
};

/* The words of a body that decide how long it takes; for the envelope. */
extern const char *const work_words[];

/* One method on one path. Exactly one of the answers is set. An answer fills x->reply, or sets
 * x->problem. */
struct route {
    const char *method, *path;
    const char *pattern;                 /* of a prefix: the path with that segment's name */
    const struct query_parameter *query; /* GET: the parameters, which stand for a JSON object */
    const struct query_parameter
        *array_query; /* the same where there are arrays; NULL: no others */
    void (*handle)(struct exchange *x);
    void (*handle_json)(struct exchange *x, const struct json_document *document);
    /* Set where path is followed by one more segment: whether there is something at that path. */
    bool (*has)(const char *path, size_t size);
    bool takes_text; /* text/plain bodies are contest text */
    bool may_search; /* with "method": "search" */
    struct work_weights
        work[2];    /* of a JSON body: as it is, and where the reply may include more */
    bool is_asset;  /* the built-in file of the request's path */
    bool is_admin;  /* about the service: the admin listener has it too, */
    bool moves;     /* and where there is one, the other has it not */
    bool has_page;  /* for browsers; JSON for everyone else */
    bool of_arrays; /* there only where there are arrays; with has: of one of them */
};

/* A preflight has the most: Vary, four fields, and the NULL name. */
enum { CORS_FIELDS = 6 };

/* What the reply is to a script of another origin. */
enum cors { CORS_OFF, CORS_OTHER_ORIGIN, CORS_READABLE, CORS_PREFLIGHT };

/* What the reply is worked out from. */
enum input { INPUT_NONE, INPUT_JSON, INPUT_TEXT, INPUT_QUERY };

struct exchange {
    struct api *api;
    const struct route *route;  /* NULL where none fits */
    const struct asset *asset;  /* of an asset route */
    size_t label_route;         /* the first route of the path, or api_route_count */
    uint64_t verdicts, numbers; /* see struct api_notes */
    bool is_admin;              /* came by the admin listener */
    atomic_bool is_abandoned;   /* nobody waits for the reply */
    bool wants_page;            /* a browser asks a route that has one */
    enum input input;
    uint64_t received; /* body bytes */
    struct account account;
    struct problem problem; /* PROBLEM_NONE: none yet */
    const char *request_id; /* the HTTP side's, for the problem; NULL: unknown */
    char last_segment
        [ARRAY_NAME_BYTES]; /* what follows the path of a route with has, where it fits */
    size_t last_segment_size;
    union {
        struct json_scanner json;
        struct contest_reader text;
    } reader;
    const struct snapshot *snapshot; /* of the arrays, once one was looked at; NULL: none yet */
    uint64_t etag_arrays;            /* the versions that the reply is made from; 0: none */
    bool follows_arrays;             /* the target alone does not tell which */
    struct account uncharged; /* for problems: they must be told even where the budget is used up */
    struct buffer reply_bytes; /* the body of the reply, where it is not static */
    struct api_reply reply;
    char allow[64];
    char etag[24];                    /* quoted; empty: none */
    bool etag_is_known;               /* the client has this representation, */
    bool etag_is_unasked;             /* or wants others alone (If-Match) */
    const struct api_field *accepted; /* of a 415: what would be taken */
    enum cors cors;
    struct api_field cors_fields[CORS_FIELDS]; /* of the reply, with the NULL name */
    size_t cors_field_count;
};

/* routes.c */
extern const struct route api_routes[];

/* Find the route and note what refuses the request: 404, 405, 417, 415, query parameters, 413 in
 * that order. */
void route_request(struct exchange *x, const struct api_head *head);

/* arrays.c: the arrays as they are for this exchange, from the first look until its reply is made;
 * there must be some. */
const struct snapshot *exchange_arrays(struct exchange *x);
void exchange_release_arrays(struct exchange *x);

/* Note the versions of the arrays that the reply to this query is made from. */
void note_array_versions(struct exchange *x, const char *query);

/* The array of the path's last segment; NULL: there is none. */
const struct array *array_at(struct exchange *x, const char *path, size_t size);
bool array_has_path(const char *path, size_t size);
void handle_arrays(struct exchange *x, const struct json_document *document);
void handle_array(struct exchange *x, const struct json_document *document);

/* conditional.c: let the entity tag follow text. */
void note_array_version(struct exchange *x, const char *text);

/* reply.c: the reply is the text written to x->reply_bytes. */
void reply_with_bytes(struct exchange *x, unsigned status, const char *media_type);

/* The reply is static text. */
void reply_with_static(struct exchange *x, unsigned status, const char *media_type,
                       const char *body, size_t size);

/* The entity tag of a GET that is worked out from its target alone, and what the client's
 * preconditions say to it (RFC 9110 sections 8.8.3, 13.1.1 and 13.1.2). */
void note_etag(struct exchange *x, const struct api_head *head);

/* The same where the tag is known. */
void note_fixed_etag(struct exchange *x, const struct api_head *head, const char *etag);

/* Let a 200 be kept by caches as cache_control says, or be a 304 where the client has it, or a 412
 * where it wants another. */
void reply_conditionally(struct exchange *x, const char *cache_control);

/* The reply is x->problem. */
void reply_with_problem(struct exchange *x);

/* The reply is 200 and the JSON that writer wrote to x->reply_bytes, ended with a line feed, or the
 * problem that it ran into. */
void reply_with_json(struct exchange *x, struct json_writer *writer);

/* Refuse for memory: 413, since the request could not fit even alone; or 503. */
void refuse_as_too_large(struct exchange *x);
void refuse_for_now(struct exchange *x);

/* Turn a refusal of the account into x->problem: 413 where the request could not fit alone, else
 * 503. */
void note_memory_refusal(struct exchange *x);

/* Whether long work has to give up: see exchange_abandon and struct api's cancelled. exchange: a
 * struct exchange. */
bool exchange_gives_up(void *exchange);

/* cors.c: whether scripts of the request's origin may read the reply. */
void note_cors(struct exchange *x, const struct api_head *head);

/* Say so in the reply, which is otherwise complete. */
void reply_with_cors(struct exchange *x);

/* The handlers: one file each. */
void handle_xor_game(struct exchange *x, const struct json_document *document);
void handle_nim_ranges(struct exchange *x, const struct json_document *document);
void handle_nim_position(struct exchange *x, const struct json_document *document);
void handle_root(struct exchange *x);
void handle_alive(struct exchange *x);
void handle_ready(struct exchange *x);
void handle_metrics(struct exchange *x);
void handle_problem(struct exchange *x);
void handle_problems(struct exchange *x);
void handle_options(struct exchange *x);
void handle_asset(struct exchange *x);

/* Find the asset of an asset route, which there is. */
void asset_find(struct exchange *x, const struct api_head *head);

/* Whether there is something at a path below /assets/, /problems/. */
bool asset_has(const char *path, size_t size);
bool has_problem_page(const char *path, size_t size);

#endif
