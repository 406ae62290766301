/* SPDX-License-Identifier: MIT */
/* exchange_internal.h: what the files of src/api share: an exchange's inside, and its routes. */
#ifndef NIMSUM_API_EXCHANGE_INTERNAL_H
#define NIMSUM_API_EXCHANGE_INTERNAL_H

#include "api/exchange.h"
#include "api/service/assets.h"
#include "arrays/arrays.h"
#include "contest/contest.h"
#include "json/document.h"
#include "api/query.h"
#include "json/writer.h"

/* What each number, and each row of a table, costs, in the unit of work.c. */
struct work_weights {
    unsigned char number, row;
};

/* The words of a body that decide how long it takes; for the envelope. */
extern const char *const work_words[];

/* A game: what POST takes as JSON and GET as a query. */
struct game {
    const struct json_key *keys; /* of its JSON object, and with them its parameters */
    unsigned char key_count;
    unsigned char array_keys; /* so many of them, the last, only where there are arrays */
    /* Fills x->reply, or sets x->problem, or leaves both where memory was refused. */
    void (*handle)(struct exchange *x, const struct json_document *document);
    struct work_weights work[2]; /* as it is, and where the reply may include more */
    bool takes_text;             /* text/plain bodies are contest text */
    bool may_search;             /* with "method": "search" */
};

/* A request's target, taken apart once. */
struct target {
    const char *path;
    size_t path_size;
    const char *query; /* behind "?"; NULL: none */
};

/* One method on one path. */
struct route {
    const char *method, *path;
    const char *pattern; /* where path is followed by one more segment: its name in the log */
    const struct game *game;
    void (*handle)(struct exchange *x); /* of a route that is no game; see struct game */
    /* What there is at a path of the route, which x->resource becomes; NULL: nothing. Without find
     * there is always something. */
    const void *(*find)(struct exchange *x, const struct target *target);
    /* What else the head decides, once nothing has refused the request. */
    void (*begin)(struct exchange *x, const struct api_head *head, const struct target *target);
    bool is_admin;  /* about the service: the admin listener has it too; the log is quiet on it */
    bool moves;     /* where there is an admin listener, it alone has it */
    bool of_arrays; /* there only where there are arrays */
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
    const void *resource;       /* what route->find found */
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
    union {
        struct json_scanner json;
        struct contest_reader text;
    } reader;
    const struct snapshot *snapshot; /* of the arrays, once one was looked at; NULL: none yet */
    uint64_t etag_arrays;            /* the versions that the reply is made from; 0: none */
    bool follows_arrays;             /* the target alone does not tell which */
    struct buffer reply_bytes;       /* the body of the reply, where it is not static */
    /* The same for what must be told even where the budget is used up: problems, metrics. */
    struct account uncharged;
    struct buffer uncharged_bytes;
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

/* Find the route; or 404, or 405 with x->allow. False: the request is refused. */
bool find_route(struct exchange *x, const char *method, const struct target *target);

/* exchange.c: whether long work has to give up: see exchange_abandon and struct api's cancelled.
 * exchange: a struct exchange. */
bool exchange_gives_up(void *exchange);

/* head.c: route the request and note what refuses it: 501, 404, 405, 417, 415, query parameters,
 * 413 in that order. */
void read_head(struct exchange *x, const struct api_head *head, const struct target *target);

/* service/arrays.c: the arrays as they are for this exchange, from the first look until its reply
 * is made; there must be some. */
const struct snapshot *exchange_arrays(struct exchange *x);
void exchange_release_arrays(struct exchange *x);

/* Add to the problem of a key or parameter that goes with arrays why it is unknown: there are
 * none. */
void tell_of_no_arrays(struct exchange *x);

/* Note the versions of the arrays that the reply to this query is made from. */
void note_array_versions(struct exchange *x, const char *query);

const void *find_array(struct exchange *x, const struct target *target);

/* conditional.c: let the entity tag follow text. */
void note_array_version(struct exchange *x, const char *text);

/* The entity tag of a GET that is worked out from its target alone, and what the client's
 * preconditions say to it (RFC 9110 sections 8.8.3, 13.1.1 and 13.1.2). */
void note_etag(struct exchange *x, const struct api_head *head);

/* The same where the tag is known. */
void note_fixed_etag(struct exchange *x, const struct api_head *head, const char *etag);

/* Let a 200 be kept by caches as cache_control says, or be a 304 where the client has it, or a 412
 * where it wants another. */
void reply_conditionally(struct exchange *x, const char *cache_control);

/* reply.c: the reply is the text written to bytes, one of x's two buffers. */
void reply_with_bytes(struct exchange *x, unsigned status, const char *media_type,
                      const struct buffer *bytes);

/* The reply is static text. */
void reply_with_static(struct exchange *x, unsigned status, const char *media_type,
                       const char *body, size_t size);

/* The reply is x->problem. */
void reply_with_problem(struct exchange *x);

/* The reply is 200 and the JSON that writer wrote to x->reply_bytes, ended with a line feed, or the
 * problem that it ran into. */
void reply_with_json(struct exchange *x, struct json_writer *writer);

/* Refuse: 413, the body passes its limit. */
void refuse_long_body(struct exchange *x);

/* Refuse for memory: 413, since the request could not fit even alone; or 503. */
void refuse_as_too_large(struct exchange *x);
void refuse_for_now(struct exchange *x);

/* cors.c: whether scripts of the request's origin may read the reply. */
void note_cors(struct exchange *x, const struct api_head *head);

/* Say so in the reply, which is otherwise complete. */
void reply_with_cors(struct exchange *x);

/* The games: one file each. Those of the arrays are no games, but asked as they are. */
extern const struct game xor_game, nim_ranges, nim_position, arrays_game, array_game;

/* The keys of the route's game, as far as there are any without arrays. */
struct json_keys exchange_keys(const struct exchange *x);

/* A game's GET is read from its query at once. */
void begin_query(struct exchange *x, const struct api_head *head, const struct target *target);

/* The service itself. */
void handle_root(struct exchange *x);
void handle_alive(struct exchange *x);
void handle_ready(struct exchange *x);
void handle_metrics(struct exchange *x);
void handle_options(struct exchange *x);

/* Documents and pages that are built in, at any path. */
const void *find_asset(struct exchange *x, const struct target *target);
void begin_asset(struct exchange *x, const struct api_head *head, const struct target *target);
void handle_asset(struct exchange *x);

/* Problems, told to people and to programs. */
const void *find_problem(struct exchange *x, const struct target *target);
void handle_problem(struct exchange *x);
void handle_problems(struct exchange *x);

/* Whether a browser asks for a route that has a page and JSON (x->wants_page). */
void begin_page(struct exchange *x, const struct api_head *head, const struct target *target);

#endif
