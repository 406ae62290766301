/* SPDX-License-Identifier: MIT */
/* reply_rules.h: what holds for every reply of src/api. Each function aborts where it does not. */
#ifndef NIMSUM_TESTS_REPLY_RULES_H
#define NIMSUM_TESTS_REPLY_RULES_H

#include "api/exchange.h"

struct reply_seen {
    bool body_is_json; /* the request's body was taken as JSON */
    unsigned status;
    enum problem_code code; /* PROBLEM_NONE: no problem */
    struct place place;     /* of malformed-json */
    char *body;             /* copied */
    size_t size;
};

/* The status is one that openapi.yaml names, a JSON body is JSON, a problem's members agree with
 * the table and with the status, Allow and Retry-After stand where they must and nowhere else. Sets
 * status, code and place. */
void reply_rules_hold(const struct api_reply *reply, struct reply_seen *seen);

/* The request's body, which was taken as JSON, was refused as malformed where the reference reader
 * refuses it, and at the same place. */
void reply_rules_hold_syntax(const struct reply_seen *seen, const char *body, size_t size);

/* Tell which rule is broken, and abort. */
_Noreturn void reply_rules_broken(const char *rule, const struct api_reply *reply);

#endif
