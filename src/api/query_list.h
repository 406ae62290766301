/* SPDX-License-Identifier: MIT */
/* query_list.h: the value of one parameter, written as JSON. */
#ifndef NIMSUM_API_QUERY_LIST_H
#define NIMSUM_API_QUERY_LIST_H

#include "api/query.h"
#include "api/query_piece.h"

/* A list while its values are read: each may hold several items. */
struct query_list {
    const struct json_key *parameter;
    struct json_writer *writer;
    struct problem *problem;
    size_t count; /* items so far */
};

/* Write the items of one more value; the brackets are the caller's. False: the problem names the
 * item that is wrong. */
bool query_list_add(struct query_list *list, struct piece value);

/* Write a value that is a word or a number. False: the problem is set. */
bool query_put_scalar(struct json_writer *writer, const struct json_key *parameter,
                      struct piece value, struct problem *problem);

/* How a list of this kind is written: "1,1,2"; NULL for what is no list. */
const char *query_list_example(enum json_kind kind);

/* Set a problem of the parameter; the detail begins with its name. Returns false. */
bool query_fault(struct problem *problem, enum problem_code code, const struct json_key *parameter,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
