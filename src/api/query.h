/* SPDX-License-Identifier: MIT */
/* query.h: a query of a request target, translated into the JSON object that POST would take.
 *
 * So a game has one reader, whichever way it was asked. Names and values are percent-decoded;
 * numbers are plain digits, a pair is l-r. A list has commas, or its name stands again, or both:
 * nums=1,1,2 and nums=1&nums=1,2 are the same. Blanks around its items ("%20" or "+") play no part;
 * elsewhere "+" is a plus.
 */
#ifndef NIMSUM_API_QUERY_H
#define NIMSUM_API_QUERY_H

#include "json/document.h"
#include "json/writer.h"

enum { QUERY_PARAMETERS = 64 }; /* the most in one query; a list counts once */

/* Write the object that query (what follows "?", NULL where there is none) stands for. Its
 * parameters are the keys that are not JSON_NESTED; of POST, no keys at all. Where the
 * query is not of that form, problem is set, with the parameter at fault: unknown-key,
 * duplicate-key, too-many, too-few, wrong-type. Where memory failed, the writer says so. */
bool query_to_json(const char *query, struct json_keys keys, struct json_writer *writer,
                   struct problem *problem);

/* The decoded value of the parameter of that name, the first, cut at maximum bytes; false: there is
 * none. */
bool query_find(const char *query, const char *name, char *out, size_t maximum, size_t *size);

/* Problems of the translated object point into it; a query's client knows parameters. */
void query_point_to_parameter(struct problem *problem);

#endif
