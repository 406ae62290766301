/* SPDX-License-Identifier: MIT */
/* document_internal.h: what the files of document.h share. */
#ifndef NIMSUM_JSON_DOCUMENT_INTERNAL_H
#define NIMSUM_JSON_DOCUMENT_INTERNAL_H

#include "json/document.h"
#include "problem_quote.h"

/* The number list that value stands for, or NULL. */
const struct json_number_list *document_list(const struct json_document *document,
                                             const struct cJSON *value);

/* The rejection of a number outside number lists, or JSON_ACCEPTED where value is no such number.
 */
enum json_rejection document_rejection(const struct cJSON *value);

enum { JSON_QUOTE_MOST = 64 }; /* bytes of a string that a detail may show */

/* A string of the envelope in quotes, its first bytes, of which shown <= JSON_QUOTE_MOST are told:
 * see quote_text. out: QUOTE_BYTES(shown) bytes, which are returned. */
const char *document_quote(const char *text, size_t shown, char *out);

/* "a string", and so on. */
const char *document_type_name(const struct json_document *document, const struct cJSON *value);

/* A string of the body, or NULL where value is something else. */
const char *document_string(const struct cJSON *value);

/* Set the problem "wrong-type": node is not wanted ("a string"). Returns false. */
bool document_wrong_type(const struct json_document *document, const struct json_node *node,
                         const char *wanted);

#endif
