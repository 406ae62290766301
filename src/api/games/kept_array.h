/* SPDX-License-Identifier: MIT */
/* kept_array.h: "array" and "version" of a request: which of the operator's arrays it asks
 * about. */
#ifndef NIMSUM_API_GAMES_KEPT_ARRAY_H
#define NIMSUM_API_GAMES_KEPT_ARRAY_H

#include "api/exchange_internal.h"

/* The array that is named; NULL with a problem set: unknown-array, array-changed, wrong-type. There
 * must be arrays. It is good until the exchange's reply is made. */
const struct array *kept_array(struct exchange *x, const struct json_document *document,
                               const struct json_node *name, const struct json_node *version);

#endif
