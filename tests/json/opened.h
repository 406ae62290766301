/* SPDX-License-Identifier: MIT */
/* opened.h: a body given as text, scanned and opened as a document, for the tests of the typed
 * reader. */
#ifndef NIMSUM_TESTS_JSON_OPENED_H
#define NIMSUM_TESTS_JSON_OPENED_H

#include "json/document.h"

struct opened {
    struct account account;
    struct json_scanner scanner;
    struct json_document document;
    struct problem problem;
    struct json_node root;
    bool is_open;
};

/* Scan body[0..size) and open it, with the default limits or others. */
void opened_init(struct opened *opened, const char *body, size_t size,
                 const struct json_limits *limits);

/* Close and free all of it, which must leave nothing held. */
void opened_free(struct opened *opened);

/* Assert (Check) what the problem tells, and that it tells nothing else but a detail. NULL: the
 * member must not be set. */
void opened_assert(const struct opened *opened, enum problem_code code, const char *pointer,
                   const char *key, const char *detail);

#endif
