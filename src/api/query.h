/* query.h: the parameters of a request target's query, percent-decoded. */
#ifndef NIMSUM_API_QUERY_H
#define NIMSUM_API_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

struct query_parameter {
    char name[PROBLEM_KEY_BYTES]; /* decoded, cut */
    size_t name_size;
};

/* The first parameter of query (what follows the "?"); false where there is none. Bytes that are no
 * UTF-8 once decoded are shown as "?". */
bool query_first(const char *query, struct query_parameter *parameter);

#endif
