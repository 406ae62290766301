/* SPDX-License-Identifier: MIT */
/* metrics_internal.h: what metrics.c (counting) and metrics_write.c (telling) share. */
#ifndef NIMSUM_TELEMETRY_METRICS_INTERNAL_H
#define NIMSUM_TELEMETRY_METRICS_INTERNAL_H

#include "telemetry/metrics.h"

/* Methods and statuses that have a label of their own. */
#define METRICS_METHODS(X) X(GET) X(HEAD) X(POST) X(OPTIONS)
#define METRICS_STATUSES(X)                                                                        \
    X(200)                                                                                         \
    X(204)                                                                                         \
    X(304)                                                                                         \
    X(400) X(404) X(405) X(408) X(409) X(412) X(413) X(415) X(417) X(422) X(500) X(501) X(503)

enum metrics_method {
#define METRICS_METHOD(name) METRICS_##name,
    METRICS_METHODS(METRICS_METHOD)
#undef METRICS_METHOD
        METRICS_OTHER_METHOD,
    METRICS_METHOD_COUNT
};

enum metrics_status {
#define METRICS_STATUS(status) METRICS_##status,
    METRICS_STATUSES(METRICS_STATUS)
#undef METRICS_STATUS
        METRICS_NO_STATUS,
    METRICS_OTHER_STATUS,
    METRICS_STATUS_COUNT
};

enum { METRICS_BUCKETS = 16 /* of durations, without +Inf */ };

extern const char *const metrics_methods[METRICS_METHOD_COUNT];
extern const char *const metrics_statuses[METRICS_STATUS_COUNT];
extern const uint64_t metrics_bounds[METRICS_BUCKETS]; /* nanoseconds, rising */

/* One route's counters. */
struct metrics_route {
    atomic_uint_fast64_t requests[METRICS_METHOD_COUNT][METRICS_STATUS_COUNT];
    /* Each duration is in the first bucket that holds it. */
    atomic_uint_fast64_t durations[METRICS_BUCKETS + 1];
    atomic_uint_fast64_t nanoseconds;
};

/* Shards lie on cache lines of their own: with two threads a shared counter costs a request some
 * 0.15 microseconds, and more with each further thread. */
enum { METRICS_LINE_BYTES = 64 };

struct metrics_shard {
    atomic_uint_fast64_t connections_begun;
    atomic_uint_fast64_t connections_over;
    atomic_uint_fast64_t requests_begun, requests_over;
    atomic_uint_fast64_t bytes_in, bytes_out, verdicts, numbers;
    atomic_uint_fast64_t refused[PROBLEM_COUNT];
    struct metrics_route routes[]; /* one more than there are names: none */
};

struct metrics {
    const char *(*route_name)(size_t route);
    size_t route_count, shard_count;
    double start_seconds; /* since 1970 */
    size_t shard_bytes;   /* whole lines */
    char *shards;
};

#endif
