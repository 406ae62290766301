/* exchange.h: what the files of src/api share: an exchange's inside, and its routes. */
#ifndef NIMSUM_API_EXCHANGE_H
#define NIMSUM_API_EXCHANGE_H

#include "api.h"
#include "contest.h"
#include "document.h"
#include "writer.h"

struct exchange;

/* One method on one path. Exactly one of the answers is set. An answer fills x->reply, or sets
 * x->problem. */
struct route {
    const char *method, *path;
    bool is_prefix;  /* path is followed by one more segment */
    bool takes_text; /* text/plain bodies are contest text */
    bool may_search; /* with "method": "search" */
    bool is_admin;   /* about the service: the admin listener has it too */
    void (*answer)(struct exchange *x);
    void (*answer_json)(struct exchange *x, const struct json_document *document);
};

enum body_kind { BODY_IGNORED, BODY_JSON, BODY_TEXT };

struct exchange {
    struct api *api;
    const struct route *route; /* NULL where none fits */
    bool is_admin;             /* came by the admin listener */
    enum body_kind body;
    uint64_t received; /* body bytes */
    struct account account;
    struct problem problem; /* PROBLEM_NONE: none yet */
    char rest[32];          /* what follows a prefix route's path, where it fits */
    size_t rest_size;
    union {
        struct json_scanner json;
        struct contest_reader text;
    } reader;
    struct account spare; /* for problems: they must be told even where the budget is used up */
    struct buffer reply_bytes; /* the body of the reply, where it is not static */
    struct api_reply reply;
    char allow[64];
};

/* routes.c */
extern const struct route api_routes[];
extern const size_t api_route_count;

/* Find the route and note what refuses the request: 404, 405, 417, 415, query parameters, 413 in
 * that order. */
void route_request(struct exchange *x, const struct api_head *head);

/* reply.c: the reply is the text written to x->reply_bytes. */
void reply_with_bytes(struct exchange *x, unsigned status, const char *media_type);

/* The reply is static text. */
void reply_with_static(struct exchange *x, unsigned status, const char *media_type,
                       const char *body, size_t size);

/* The reply is x->problem. */
void reply_with_problem(struct exchange *x);

/* The reply is 200 and the JSON that writer wrote to x->reply_bytes, or the problem that it ran
 * into. */
void reply_with_json(struct exchange *x, const struct json_writer *writer);

/* Turn a refusal of the account into x->problem: 413 where the request could not fit alone, else
 * 503. */
void note_memory_refusal(struct exchange *x);

/* The handlers: one file each. */
void xor_game_answer(struct exchange *x, const struct json_document *document);
void nim_ranges_answer(struct exchange *x, const struct json_document *document);
void meta_root_answer(struct exchange *x);
void meta_alive_answer(struct exchange *x);
void meta_ready_answer(struct exchange *x);
void meta_openapi_answer(struct exchange *x);
void meta_problem_answer(struct exchange *x);
void meta_options_answer(struct exchange *x);

#endif
