/* document_internal.h: what the files of document.h share. */
#ifndef NIMSUM_JSON_DOCUMENT_INTERNAL_H
#define NIMSUM_JSON_DOCUMENT_INTERNAL_H

#include "document.h"

/* The lifted array that value stands for, or NULL. */
const struct json_array *document_lifted(const struct json_document *document,
                                         const struct cJSON *value);

/* The flaw of a number outside lifted arrays, or JSON_FLAW_NONE where value is no such number. */
enum json_flaw document_flaw(const struct cJSON *value);

/* A string of the body, or NULL where value is something else. */
const char *document_string(const struct cJSON *value);

/* Set the problem "wrong-type": node is not wanted ("a string"). Returns false. */
bool document_wrong_type(const struct json_document *document, const struct json_node *node,
                         const char *wanted);

#endif
