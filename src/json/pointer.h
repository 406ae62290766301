/* SPDX-License-Identifier: MIT */
/* pointer.h: the way to a value, as a chain of steps on the caller's stack.
 *
 * A handler walks down the document and keeps one struct json_node a level. Only when something is
 * wrong is the chain written out: as a JSON Pointer (RFC 6901) for programs, or as a path for
 * people.
 */
#ifndef NIMSUM_JSON_POINTER_H
#define NIMSUM_JSON_POINTER_H

#include "problem.h"

struct cJSON;

/* A value of the document and the step that led to it. The root has parent NULL. */
struct json_node {
    const struct json_node *parent; /* borrowed */
    const char *key;                /* member name, or NULL for an element */
    size_t index;                   /* element number from 0, where key is NULL */
    const struct cJSON *value;      /* borrowed; NULL for a place inside a number list */
};

/* The place of element index of node, whose value is in a number list or plays no part. */
static inline struct json_node json_element(const struct json_node *node, size_t index)
{
    return (struct json_node){.parent = node, .index = index};
}

/* Set problem's pointer to the node's place. */
void json_point(struct problem *problem, const struct json_node *node);

enum { JSON_PATH_BYTES = 160 };

/* The same place for a sentence: cases[2].queries[0]; "the body" for the root. Returns out. */
const char *json_path(const struct json_node *node, char out[JSON_PATH_BYTES]);

#endif
