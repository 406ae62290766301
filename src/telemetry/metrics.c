/* SPDX-License-Identifier: MIT */
/* metrics.c: counting. */
#include "telemetry/metrics_internal.h"

#include <stdlib.h>
#include <string.h>

#include "system/clock.h"

const char *const metrics_methods[METRICS_METHOD_COUNT] = {
#define METHOD_NAME(name) #name,
    METRICS_METHODS(METHOD_NAME)
#undef METHOD_NAME
        "other"};

const char *const metrics_statuses[METRICS_STATUS_COUNT] = {
#define STATUS_NAME(status) #status,
    METRICS_STATUSES(STATUS_NAME)
#undef STATUS_NAME
        [METRICS_NO_STATUS] = "none",
    [METRICS_OTHER_STATUS] = "other"};

/* From a small request's tens of microseconds to a body that comes as slowly as it may. */
const uint64_t metrics_bounds[METRICS_BUCKETS] = {
    50000,    100000,    250000,    500000,    1000000,    2500000,    5000000,     10000000,
    25000000, 100000000, 250000000, 500000000, 1000000000, 2500000000, 10000000000, 60000000000};

struct metrics *metrics_new(size_t route_count, const char *(*route_name)(size_t route),
                            size_t shard_count)
{
    struct metrics *metrics = malloc(sizeof *metrics);
    if (metrics == NULL) {
        return NULL;
    }
    size_t bytes = sizeof(struct metrics_shard) + (route_count + 1) * sizeof(struct metrics_route);
    bytes = (bytes + METRICS_LINE_BYTES - 1) / METRICS_LINE_BYTES * METRICS_LINE_BYTES;
    *metrics = (struct metrics){.route_name = route_name,
                                .route_count = route_count,
                                .shard_count = shard_count,
                                .start_seconds = (double)clock_nanoseconds(CLOCK_REALTIME) / 1e9,
                                .shard_bytes = bytes,
                                .shards = aligned_alloc(METRICS_LINE_BYTES, shard_count * bytes)};
    if (metrics->shards == NULL) {
        free(metrics);
        return NULL;
    }
    memset(metrics->shards, 0, shard_count * bytes);
    return metrics;
}

void metrics_free(struct metrics *metrics)
{
    if (metrics != NULL) {
        free(metrics->shards);
        free(metrics);
    }
}

struct metrics_shard *metrics_shard(struct metrics *metrics, size_t index)
{
    return (struct metrics_shard *)(void *)(metrics->shards + index * metrics->shard_bytes);
}

/* A shard has one writer, so the addition itself need not be atomic. */
static void count(atomic_uint_fast64_t *counter, uint64_t more)
{
    uint64_t value = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, value + more, memory_order_relaxed);
}

/* A zero is common enough not to be added. */
static void count_some(atomic_uint_fast64_t *counter, uint64_t more)
{
    if (more != 0) {
        count(counter, more);
    }
}

void metrics_connection(struct metrics_shard *shard, bool is_over)
{
    count(is_over ? &shard->connections_over : &shard->connections_begun, 1);
}

void metrics_begin(struct metrics_shard *shard)
{
    count(&shard->requests_begun, 1);
}

static size_t method_index(const char *method)
{
    size_t i = 0;
    while (method != NULL && i < METRICS_METHOD_COUNT - 1 &&
           strcmp(method, metrics_methods[i]) != 0) {
        i++;
    }
    return method == NULL ? METRICS_METHOD_COUNT - 1 : i;
}

static size_t status_index(unsigned status)
{
    static const unsigned known[] = {
#define STATUS_NUMBER(status) status,
        METRICS_STATUSES(STATUS_NUMBER)
#undef STATUS_NUMBER
    };
    if (status == 0) {
        return METRICS_NO_STATUS;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i] == status) {
            return i;
        }
    }
    return METRICS_OTHER_STATUS;
}

static size_t bucket_index(uint64_t nanoseconds)
{
    size_t i = 0;
    while (i < METRICS_BUCKETS && nanoseconds > metrics_bounds[i]) {
        i++;
    }
    return i;
}

void metrics_end(struct metrics_shard *shard, const struct metrics_request *r)
{
    struct metrics_route *route = &shard->routes[r->route];
    count(&route->requests[method_index(r->method)][status_index(r->status)], 1);
    count(&route->durations[bucket_index(r->nanoseconds)], 1);
    count(&route->nanoseconds, r->nanoseconds);
    count_some(&shard->bytes_in, r->bytes_in);
    count_some(&shard->bytes_out, r->bytes_out);
    count_some(&shard->verdicts, r->verdicts);
    count_some(&shard->numbers, r->numbers);
    count_some(&shard->refused[r->problem], r->problem != PROBLEM_NONE);
    count(&shard->requests_over, 1);
}
