/* SPDX-License-Identifier: MIT */
/* metrics_write.c: the counters as the text that Prometheus reads, version 0.0.4. */
#include "telemetry/metrics_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "telemetry/process.h"

enum { SAMPLE_BYTES = 256 };

struct text {
    struct buffer *out;
    bool failed;
};

static void put(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Every piece is shorter than SAMPLE_BYTES: names and labels are ours. */
static void put(struct text *text, const char *format, ...)
{
    char piece[SAMPLE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    text->failed = text->failed || size < 0 || (size_t)size >= sizeof piece ||
                   !buffer_append(text->out, piece, (size_t)size);
}

static void put_head(struct text *text, const char *name, const char *type, const char *help)
{
    put(text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void put_one(struct text *text, const char *name, const char *type, const char *help,
                    uint64_t value)
{
    put_head(text, name, type, help);
    put(text, "%s %" PRIu64 "\n", name, value);
}

static void put_known(struct text *text, const char *name, const char *help, uint64_t value)
{
    if (value != 0) {
        put_one(text, name, "gauge", help, value);
    }
}

/* The sum over all shards of the counter that lies offset bytes into each. */
static uint64_t sum(const struct metrics *m, size_t offset)
{
    uint64_t value = 0;
    for (size_t i = 0; i < m->shard_count; i++) {
        const char *at = m->shards + i * m->shard_bytes + offset;
        value += atomic_load_explicit((const atomic_uint_fast64_t *)(const void *)at,
                                      memory_order_relaxed);
    }
    return value;
}

/* The same for a counter of a route. */
static uint64_t sum_route(const struct metrics *m, size_t route, size_t offset)
{
    return sum(m, offsetof(struct metrics_shard, routes) + route * sizeof(struct metrics_route) +
                      offset);
}

#define SUM(metrics, member) sum(metrics, offsetof(struct metrics_shard, member))

static const char *label_of(const struct metrics *m, size_t route)
{
    return route < m->route_count ? m->route_name(route) : "none";
}

static void put_requests(struct text *text, const struct metrics *m)
{
    put_head(text, "nimsum_http_requests_total", "counter",
             "Requests that are over; code none: no reply was begun.");
    for (size_t route = 0; route <= m->route_count; route++) {
        for (size_t i = 0; i < METRICS_METHOD_COUNT * METRICS_STATUS_COUNT; i++) {
            uint64_t value = sum_route(m, route, i * sizeof(atomic_uint_fast64_t));
            if (value != 0) {
                put(text,
                    "nimsum_http_requests_total{route=\"%s\",method=\"%s\",code=\"%s\"} %" PRIu64
                    "\n",
                    label_of(m, route), metrics_methods[i / METRICS_STATUS_COUNT],
                    metrics_statuses[i % METRICS_STATUS_COUNT], value);
            }
        }
    }
}
_Static_assert(offsetof(struct metrics_route, requests) == 0, "put_requests walks from there");

/* A bucket's count holds those of the smaller ones. */
static void put_histogram(struct text *text, const struct metrics *m, size_t route)
{
    static const char name[] = "nimsum_http_request_duration_seconds";
    const char *label = label_of(m, route);
    uint64_t counts[METRICS_BUCKETS + 1], all = 0;
    for (size_t i = 0; i <= METRICS_BUCKETS; i++) {
        counts[i] = sum_route(
            m, route, offsetof(struct metrics_route, durations) + i * sizeof(atomic_uint_fast64_t));
        all += counts[i];
    }
    if (all == 0) {
        return;
    }
    uint64_t so_far = 0;
    for (size_t i = 0; i < METRICS_BUCKETS; i++) {
        so_far += counts[i];
        put(text, "%s_bucket{route=\"%s\",le=\"%g\"} %" PRIu64 "\n", name, label,
            (double)metrics_bounds[i] / 1e9, so_far);
    }
    put(text, "%s_bucket{route=\"%s\",le=\"+Inf\"} %" PRIu64 "\n", name, label, all);
    put(text, "%s_sum{route=\"%s\"} %.9f\n", name, label,
        (double)sum_route(m, route, offsetof(struct metrics_route, nanoseconds)) / 1e9);
    put(text, "%s_count{route=\"%s\"} %" PRIu64 "\n", name, label, all);
}

/* Without arrays these cannot be. */
static bool is_of_arrays(int code)
{
    return code == PROBLEM_UNKNOWN_ARRAY || code == PROBLEM_ARRAY_CHANGED;
}

static void put_refused(struct text *text, const struct metrics *m, bool with_arrays)
{
    put_head(text, "nimsum_refused_total", "counter", "Requests refused, by the problem's code.");
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        if (is_of_arrays(code) && !with_arrays) {
            continue;
        }
        put(text, "nimsum_refused_total{reason=\"%s\"} %" PRIu64 "\n",
            problem_kind((enum problem_code)code)->code,
            sum(m, offsetof(struct metrics_shard, refused) +
                       (size_t)code * sizeof(atomic_uint_fast64_t)));
    }
}

static void put_counters(struct text *text, const struct metrics *m, bool with_arrays)
{
    put_requests(text, m);
    put_head(text, "nimsum_http_request_duration_seconds", "histogram",
             "From a request's head to the end of its reply.");
    for (size_t route = 0; route <= m->route_count; route++) {
        put_histogram(text, m, route);
    }
    put_one(text, "nimsum_http_request_bytes_total", "counter", "Body bytes received.",
            SUM(m, bytes_in));
    put_one(text, "nimsum_http_response_bytes_total", "counter", "Body bytes of replies.",
            SUM(m, bytes_out));
    /* What is over is read first, so that no difference is negative. */
    uint64_t over = SUM(m, requests_over);
    put_one(text, "nimsum_http_requests_in_flight", "gauge",
            "Requests that are not over, this one among them.", SUM(m, requests_begun) - over);
    over = SUM(m, connections_over);
    put_one(text, "nimsum_http_connections", "gauge", "Open connections.",
            SUM(m, connections_begun) - over);
    put_one(text, "nimsum_http_connections_total", "counter", "Connections taken.",
            SUM(m, connections_begun));
    put_refused(text, m, with_arrays);
    put_one(text, "nimsum_verdicts_total", "counter", "Boards, ranges and positions decided.",
            SUM(m, verdicts));
    put_one(text, "nimsum_numbers_read_total", "counter",
            "Numbers read from lists in bodies and queries.", SUM(m, numbers));
}

static void put_arrays(struct text *text, const struct metrics_arrays *arrays)
{
    put_one(text, "nimsum_arrays", "gauge", "Arrays that can be asked about.", arrays->count);
    put_one(text, "nimsum_array_bytes", "gauge",
            "Memory of the arrays, of versions still in use and of what is being read.",
            arrays->bytes);
    put_one(text, "nimsum_array_limit_bytes", "gauge", "The most that it may be.",
            arrays->most_bytes);
    put_head(text, "nimsum_array_reloads_total", "counter",
             "Reloads; failed: at least one file had a fault and its array stayed as it was.");
    put(text, "nimsum_array_reloads_total{result=\"ok\"} %" PRIu64 "\n", arrays->reloads);
    put(text, "nimsum_array_reloads_total{result=\"failed\"} %" PRIu64 "\n",
        arrays->failed_reloads);
    put_one(text, "nimsum_array_last_success_timestamp_seconds", "gauge",
            "When all files were last read without a fault, in seconds since 1970.",
            arrays->last_success);
}

static void put_process(struct text *text, const struct metrics *m)
{
    struct process_figures figures;
    process_read(&figures);
    put_head(text, "process_cpu_seconds_total", "counter", "Processor time, user and system.");
    put(text, "process_cpu_seconds_total %.6f\n", (double)figures.cpu_nanoseconds / 1e9);
    put_known(text, "process_resident_memory_bytes", "Resident memory.", figures.resident_bytes);
    put_known(text, "process_virtual_memory_bytes", "Address space.", figures.virtual_bytes);
    put_known(text, "process_open_fds", "Open files.", figures.open_files);
    put_known(text, "process_max_fds", "The most open files.", figures.most_files);
    if (m != NULL) {
        put_head(text, "process_start_time_seconds", "gauge", "Start, in seconds since 1970.");
        put(text, "process_start_time_seconds %.3f\n", m->start_seconds);
    }
}

bool metrics_write(const struct metrics *metrics, const struct metrics_state *state,
                   struct buffer *out)
{
    struct text text = {.out = out};
    put_head(&text, "nimsum_build_info", "gauge", "1; the labels tell what is running.");
    put(&text, "nimsum_build_info{version=\"%s\",libmicrohttpd=\"%s\"} 1\n", state->version,
        state->library_version);
    if (metrics != NULL) {
        put_counters(&text, metrics, state->arrays != NULL);
    }
    put_one(&text, "nimsum_request_memory_bytes", "gauge", "Memory that requests hold.",
            atomic_load(&state->budget->used_bytes));
    put_one(&text, "nimsum_request_memory_limit_bytes", "gauge", "The most that they may hold.",
            state->budget->limit_bytes);
    put_one(&text, "nimsum_log_lines_dropped_total", "counter",
            "Log lines that could not be written at once.", state->dropped_log_lines);
    if (state->arrays != NULL) {
        put_arrays(&text, state->arrays);
    }
    put_process(&text, metrics);
    return !text.failed;
}
