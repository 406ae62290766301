/* SPDX-License-Identifier: MIT */
/* metrics.h: what the daemon counts, and its text form for Prometheus (exposition format 0.0.4).
 *
 * Each thread that counts has a shard of its own, so that counting is a few additions to memory
 * that no other thread writes to; only a scrape adds the shards up. Labels come from fixed sets
 * (the routes' patterns, the methods that are known, the statuses of our replies, the problems), so
 * no client can make the number of series grow. All numbers are relaxed atomics: a scrape sees each
 * counter whole, but not all of them at one moment.
 */
#ifndef NIMSUM_TELEMETRY_METRICS_H
#define NIMSUM_TELEMETRY_METRICS_H

#include <stdatomic.h>

#include "memory/buffer.h"
#include "problem.h"

struct metrics;
struct metrics_shard;

/* What is counted when a request is over. */
struct metrics_request {
    size_t route;       /* below route_count, or route_count: none */
    const char *method; /* NULL or not known: other */
    unsigned status;    /* 0: no reply was begun */
    enum problem_code problem;
    uint64_t bytes_in, bytes_out, nanoseconds;
    uint64_t verdicts, numbers;
};

/* Metrics for route_count routes and that many shards. route_name: the label of a route; routes
 * with equal names must be counted as one of them, or the text would hold a series twice. NULL: no
 * memory. */
struct metrics *metrics_new(size_t route_count, const char *(*route_name)(size_t route),
                            size_t shard_count);
void metrics_free(struct metrics *metrics);

/* Count on a shard from one thread at a time. */
struct metrics_shard *metrics_shard(struct metrics *metrics, size_t index);

/* A connection was taken, or is over. */
void metrics_connection(struct metrics_shard *shard, bool is_over);

/* A request began; metrics_end must follow, on the same shard. Neither waits nor allocates. */
void metrics_begin(struct metrics_shard *shard);
void metrics_end(struct metrics_shard *shard, const struct metrics_request *request);

/* Of the operator's arrays. */
struct metrics_arrays {
    uint64_t count, bytes, most_bytes, reloads, failed_reloads, last_success;
};

/* What is told beside the counters. */
struct metrics_state {
    const char *version, *library_version;
    const struct budget *budget;
    const struct metrics_arrays *arrays; /* NULL: nothing is told of arrays */
    uint64_t dropped_log_lines;
};

/* Write everything to out, as the exposition format has it. metrics NULL: the state alone. False:
 * out did not take it. */
bool metrics_write(const struct metrics *metrics, const struct metrics_state *state,
                   struct buffer *out);

#endif
