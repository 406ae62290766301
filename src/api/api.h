/* SPDX-License-Identifier: MIT */
/* api.h: what all requests share: the limits, the budget, the log, the metrics. */
#ifndef NIMSUM_API_API_H
#define NIMSUM_API_API_H

#include <stdatomic.h>

#include "memory/budget.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"
#include "problem.h"

/* name, default, smallest, largest, meaning: GET / shows them all, each is an option of the daemon.
 * A default of 0 is worked out from the machine or from another limit, and its meaning says how. */
#define API_LIMITS(X)                                                                              \
    X(body_bytes, 64 << 20, 1, UINT32_MAX, "the largest body")                                     \
    X(nesting, 32, 4, 63, "the deepest JSON")                                                      \
    X(batch_items, 100000, 1, 100000000, "boards or cases in a request")                           \
    X(envelope_values, 0, 16, 100000000,                                                           \
      "JSON values in a request outside arrays of numbers (7 for each of batch_items, and 64)")    \
    X(search_numbers, 64, 1, 64, "numbers on a board that is searched")                            \
    X(search_positions, 1000000, 1, 100000000,                                                     \
      "positions that the searches of a request may visit")                                        \
    X(reply_bytes, 256 << 20, 1024, UINT32_MAX, "the largest reply")                               \
    X(connections, 0, 1, 1000000,                                                                  \
      "connections at once (the limit of open files less 64, or what fits in 1/8 of the memory)")  \
    X(request_memory_bytes, 0, 1 << 20, INT64_MAX,                                                 \
      "memory of all requests together (half of the memory, at most 1 GiB)")

/* The limits of the contract. */
struct api_limits {
#define API_LIMIT_FIELD(name, standard, smallest, largest, meaning) uint64_t name;
    API_LIMITS(API_LIMIT_FIELD)
#undef API_LIMIT_FIELD
};

/* Set what follows from other limits where it is 0. A case of a batch has at most three members, so
 * that every batch within batch_items passes. */
static inline void api_limits_follow(struct api_limits *limits)
{
    enum { VALUES_OF_ITEM = 7, OTHER_VALUES = 64 };
    if (limits->envelope_values == 0) {
        limits->envelope_values = limits->batch_items * VALUES_OF_ITEM + OTHER_VALUES;
    }
}

struct arrays;

/* What all exchanges share. Borrowed by each exchange. */
struct api {
    struct api_limits limits;
    struct budget budget;        /* of request memory; limit: limits.request_memory_bytes */
    const char *version;         /* of the daemon */
    const char *library_version; /* of libmicrohttpd, NULL: unknown */
    struct metrics *metrics;     /* NULL: nothing is counted */
    struct log *log;             /* NULL: nothing is logged */
    struct arrays *arrays;   /* the operator's; NULL: there are none, and nothing tells of them */
    const char *cors_origin; /* whose scripts may read replies, "*": all, NULL: their own alone */
    bool has_admin;          /* there is an admin listener: /metrics is there alone */
    atomic_bool draining;    /* the daemon is about to stop: /readyz says so */
    atomic_bool cancelled;   /* the time to stop is over: long work gives up */
};

/* The path of a route with its variable part by name: "/problems/{code}"; NULL past the last route.
 * Routes that differ in their method alone are noted as the first of them. */
const char *api_route_pattern(size_t route);
extern const size_t api_route_count;

/* Whether text can be struct api's cors_origin: "*", or an origin as browsers write it:
 * scheme://host or scheme://host:port in lower case, without a path and without the scheme's own
 * port. */
bool api_is_cors_origin(const char *text);

#endif
