/* SPDX-License-Identifier: MIT */
/* check_metrics.c, of src/telemetry/metrics.c, src/telemetry/metrics_write.c,
 * src/telemetry/process.c: what is counted is what is told, from every shard, while others
 * count. */
#include "telemetry/metrics.h"
#include "problem.h"

#include "run_tests.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"/a", "/b", "/b"};
enum { ROUTES = 3, NONE = 3 };

static const char *name_of(size_t route)
{
    return names[route];
}

/* The exposition as text, to be freed. */
static char *told(const struct metrics *metrics)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    struct budget budget;
    budget_init(&budget, 4096);
    budget.used_bytes = 17;
    buffer_init(&out, &account, 1 << 20);
    const struct metrics_state state = {
        .version = "1.2.3", .library_version = "4.5", .budget = &budget, .dropped_log_lines = 6};
    ck_assert(metrics_write(metrics, &state, &out));
    char *text = calloc(1, out.size + 1);
    ck_assert(text != NULL);
    memcpy(text, out.data, out.size);
    buffer_free(&out);
    return text;
}

static void expect(const char *text, const char *line)
{
    char whole[256];
    (void)snprintf(whole, sizeof whole, "\n%s\n", line);
    ck_assert_msg(strstr(text, whole) != NULL, "no line %s in %s", line, text);
}

START_TEST(the_state_is_told_without_counters)
{
    char *text = told(NULL);
    expect(text, "nimsum_build_info{version=\"1.2.3\",libmicrohttpd=\"4.5\"} 1");
    expect(text, "nimsum_request_memory_bytes 17");
    expect(text, "nimsum_request_memory_limit_bytes 4096");
    expect(text, "nimsum_log_lines_dropped_total 6");
    ck_assert(strstr(text, "\nprocess_resident_memory_bytes ") != NULL);
    ck_assert(strstr(text, "\nprocess_cpu_seconds_total ") != NULL);
    ck_assert(strstr(text, "\nprocess_max_fds ") != NULL);
    ck_assert(strstr(text, "\nprocess_open_fds ") != NULL);
    ck_assert(strstr(text, "nimsum_http_requests_total") == NULL);
    free(text);
}
END_TEST

static void count(struct metrics_shard *shard, const struct metrics_request *request)
{
    metrics_begin(shard);
    metrics_end(shard, request);
}

START_TEST(labels_come_from_fixed_sets)
{
    static const struct {
        const char *method;
        unsigned status;
        size_t route;
        const char *line;
    } rows[] = {
        {"GET", 200, 0, "route=\"/a\",method=\"GET\",code=\"200\"} 1"},
        {"HEAD", 304, 1, "route=\"/b\",method=\"HEAD\",code=\"304\"} 1"},
        {"POST", 422, NONE, "route=\"none\",method=\"POST\",code=\"422\"} 1"},
        {"OPTIONS", 204, 0, "route=\"/a\",method=\"OPTIONS\",code=\"204\"} 1"},
        {"get", 503, 0, "route=\"/a\",method=\"other\",code=\"503\"} 1"},
        {"\"}\n", 404, NONE, "route=\"none\",method=\"other\",code=\"404\"} 1"},
        {"", 0, 0, "route=\"/a\",method=\"other\",code=\"none\"} 1"},
        {NULL, 418, 1, "route=\"/b\",method=\"other\",code=\"other\"} 1"},
    };
    struct metrics *metrics = metrics_new(ROUTES, name_of, 2);
    ck_assert(metrics != NULL);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct metrics_request request = {
            .route = rows[i].route, .method = rows[i].method, .status = rows[i].status};
        count(metrics_shard(metrics, i % 2), &request);
    }
    char *text = told(metrics);
    size_t lines = 0;
    for (const char *p = text; (p = strstr(p, "\nnimsum_http_requests_total{")) != NULL; p++) {
        lines++;
    }
    ck_assert_uint_eq(lines, COUNT_OF(rows));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char line[200];
        (void)snprintf(line, sizeof line, "nimsum_http_requests_total{%s", rows[i].line);
        expect(text, line);
    }
    free(text);
    metrics_free(metrics);
}
END_TEST

START_TEST(every_status_of_a_problem_has_a_label)
{
    static const unsigned statuses[] = {
#define STATUS(code, status, name, title, about) status,
        PROBLEM_TABLE(STATUS)
#undef STATUS
    };
    struct metrics *metrics = metrics_new(ROUTES, name_of, 1);
    ck_assert(metrics != NULL);
    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        const struct metrics_request request = {.method = "GET", .status = statuses[i]};
        count(metrics_shard(metrics, 0), &request);
    }
    char *text = told(metrics);
    ck_assert_ptr_null(strstr(text, "code=\"other\""));
    free(text);
    metrics_free(metrics);
}
END_TEST

START_TEST(sums_and_gauges)
{
    struct metrics *metrics = metrics_new(ROUTES, name_of, 3);
    ck_assert(metrics != NULL);
    for (size_t i = 0; i < 3; i++) {
        struct metrics_shard *shard = metrics_shard(metrics, i);
        const struct metrics_request request = {.route = 0,
                                                .method = "POST",
                                                .status = 422,
                                                .problem = PROBLEM_TOO_FEW,
                                                .bytes_in = 10 + i,
                                                .bytes_out = 100,
                                                .verdicts = 7,
                                                .numbers = 1000};
        metrics_connection(shard, false);
        metrics_connection(shard, false);
        metrics_connection(shard, true);
        count(shard, &request);
        metrics_begin(shard); /* goes on */
    }
    char *text = told(metrics);
    expect(text, "nimsum_http_connections 3");
    expect(text, "nimsum_http_connections_total 6");
    expect(text, "nimsum_http_requests_in_flight 3");
    expect(text, "nimsum_http_request_bytes_total 33");
    expect(text, "nimsum_http_response_bytes_total 300");
    expect(text, "nimsum_verdicts_total 21");
    expect(text, "nimsum_numbers_read_total 3000");
    expect(text, "nimsum_refused_total{reason=\"too-few\"} 3");
    expect(text, "nimsum_refused_total{reason=\"too-many\"} 0");
    free(text);
    metrics_free(metrics);
}
END_TEST

/* A duration of exactly a bound belongs to that bucket, a nanosecond more to the next. */
START_TEST(durations_fall_into_their_buckets)
{
    struct metrics *metrics = metrics_new(ROUTES, name_of, 1);
    ck_assert(metrics != NULL);
    static const uint64_t times[] = {0, 50000, 50001, 1000000, 1000001, UINT64_C(61000000000)};
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        const struct metrics_request request = {.route = 1, .status = 200, .nanoseconds = times[i]};
        count(metrics_shard(metrics, 0), &request);
    }
    char *text = told(metrics);
#define DURATION "nimsum_http_request_duration_seconds"
    expect(text, DURATION "_bucket{route=\"/b\",le=\"5e-05\"} 2");
    expect(text, DURATION "_bucket{route=\"/b\",le=\"0.0001\"} 3");
    expect(text, DURATION "_bucket{route=\"/b\",le=\"0.001\"} 4");
    expect(text, DURATION "_bucket{route=\"/b\",le=\"0.0025\"} 5");
    expect(text, DURATION "_bucket{route=\"/b\",le=\"60\"} 5");
    expect(text, DURATION "_bucket{route=\"/b\",le=\"+Inf\"} 6");
    expect(text, DURATION "_sum{route=\"/b\"} 61.002100002");
    expect(text, DURATION "_count{route=\"/b\"} 6");
    ck_assert(strstr(text, "_bucket{route=\"/a\"") == NULL);
    free(text);
    metrics_free(metrics);
}
END_TEST

START_TEST(a_buffer_that_is_too_small_is_told)
{
    struct account account = {.budget = NULL};
    struct buffer out;
    struct budget budget;
    budget_init(&budget, 1);
    buffer_init(&out, &account, 100);
    const struct metrics_state state = {.version = "1", .library_version = "", .budget = &budget};
    ck_assert(!metrics_write(NULL, &state, &out));
    buffer_free(&out);
}
END_TEST

enum { THREADS = 4, ROUNDS = 20000 };

static void *work(void *argument)
{
    const struct metrics_request request = {
        .route = 2, .method = "GET", .status = 200, .bytes_in = 3, .nanoseconds = 1};
    for (int i = 0; i < ROUNDS; i++) {
        count(argument, &request);
    }
    return NULL;
}

START_TEST(threads_count_while_another_reads)
{
    struct metrics *metrics = metrics_new(ROUTES, name_of, THREADS);
    ck_assert(metrics != NULL);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, metrics_shard(metrics, i)), 0);
    }
    for (int i = 0; i < 50; i++) {
        char *text = told(metrics);
        const char *flight = strstr(text, "\nnimsum_http_requests_in_flight ");
        ck_assert(flight != NULL);
        ck_assert_uint_lt(strtoull(flight + sizeof "\nnimsum_http_requests_in_flight", NULL, 10),
                          THREADS * ROUNDS + 1); /* never below zero */
        free(text);
    }
    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
    char *text = told(metrics);
    expect(text, "nimsum_http_requests_total{route=\"/b\",method=\"GET\",code=\"200\"} 80000");
    expect(text, "nimsum_http_request_bytes_total 240000");
    expect(text, "nimsum_http_requests_in_flight 0");
    free(text);
    metrics_free(metrics);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("metrics");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_state_is_told_without_counters);
    tcase_add_test(tcase, labels_come_from_fixed_sets);
    tcase_add_test(tcase, every_status_of_a_problem_has_a_label);
    tcase_add_test(tcase, sums_and_gauges);
    tcase_add_test(tcase, durations_fall_into_their_buckets);
    tcase_add_test(tcase, a_buffer_that_is_too_small_is_told);
    tcase_add_test(tcase, threads_count_while_another_reads);
    return run_tests(tcase);
}
