/* SPDX-License-Identifier: MIT */
/* load.c: the client that measures. Three modes, each printing one line of "name=value" words.
 *
 *     bench_load upload PORT PATH TYPE BODY COUNT SERVER_PID
 *
 * COUNT connections at once send the body once each: milliseconds from the first byte sent to the
 * last byte of the last reply, and the server's CPU time for all of them.
 *
 *     bench_load requests PORT PATH TYPE BODY CONNECTIONS REQUESTS RATE SERVER_PID
 *
 * REQUESTS requests over CONNECTIONS keep-alive connections: requests a second, the server's CPU
 * time a request, latencies. RATE 0: the next request follows each reply (closed loop). Otherwise
 * requests are due RATE a second and latency counts from when one was due, so that a server which
 * stalls cannot hide it by slowing the client down (open loop).
 *
 *     bench_load behind PORT PATH TYPE BODY CONNECTIONS REQUESTS RATE UPLOAD_PATH UPLOAD_BODY
 *
 * The same open loop while one more connection sends UPLOAD_BODY again and again, back to back:
 * what small requests wait behind large ones. It goes on until REQUESTS requests and 4 uploads are
 * done; latencies, how many uploads, and the milliseconds of one.
 *
 * Every reply is compared with BODY.reply, byte by byte.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "histogram.h"
#include "instance.h"

/* CPU time that all threads of the process have used, user and system, in nanoseconds. */
static uint64_t cpu_ns(pid_t process)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        die("no such server process");
    }
    return (uint64_t)used.tv_sec * 1000000000U + (uint64_t)used.tv_nsec;
}

struct upload {
    const struct exchange_plan *plan;
    struct client client;
    pthread_barrier_t *start;
    uint64_t began, ended;
};

static void *upload_once(void *cls)
{
    struct upload *upload = cls;
    (void)pthread_barrier_wait(upload->start);
    upload->began = now_ns();
    client_send(&upload->client, upload->plan);
    while (!client_receive(&upload->client, upload->plan, true)) {
    }
    upload->ended = now_ns();
    return NULL;
}

static void measure_uploads(const struct exchange_plan *plan, unsigned count, pid_t server)
{
    struct upload *uploads = must_allocate(count * sizeof *uploads);
    pthread_t *threads = must_allocate(count * sizeof *threads);
    pthread_barrier_t start;
    (void)pthread_barrier_init(&start, NULL, count);
    for (unsigned i = 0; i < count; i++) {
        uploads[i] = (struct upload){plan, client_connect(plan), &start, 0, 0};
    }
    uint64_t cpu = cpu_ns(server);
    for (unsigned i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, upload_once, &uploads[i]) != 0) {
            die("no thread");
        }
    }
    uint64_t began = UINT64_MAX, ended = 0;
    for (unsigned i = 0; i < count; i++) {
        (void)pthread_join(threads[i], NULL);
        began = uploads[i].began < began ? uploads[i].began : began;
        ended = uploads[i].ended > ended ? uploads[i].ended : ended;
    }
    (void)printf("ms=%.3f cpu_ms=%.3f\n", (double)(ended - began) / 1e6,
                 (double)(cpu_ns(server) - cpu) / 1e6);
}

/* Uploads one after the other while requests run. */
struct uploader {
    const struct exchange_plan *plan;
    atomic_uint done;
    atomic_bool stop;
    uint64_t began, ended;
};

enum { UPLOADS_AT_LEAST = 4 };

static void *upload_on(void *cls)
{
    struct uploader *uploader = cls;
    struct client client = client_connect(uploader->plan);
    uploader->began = now_ns();
    while (!atomic_load(&uploader->stop)) {
        client_send(&client, uploader->plan);
        while (!client_receive(&client, uploader->plan, true)) {
        }
        atomic_fetch_add(&uploader->done, 1);
    }
    uploader->ended = now_ns();
    return NULL;
}

struct run {
    const struct exchange_plan *plan;
    struct client *clients;
    uint64_t *due;  /* when the request that a client waits for was due */
    unsigned *idle; /* stack of clients that wait for nothing */
    unsigned idle_count, connections;
    int epoll;
    uint64_t requests, rate, sent, done, began;
    struct histogram latencies;
    struct uploader *uploader; /* NULL: none */
};

/* More requests are to be sent. */
static bool run_goes_on(const struct run *run)
{
    return run->sent < run->requests ||
           (run->uploader != NULL && atomic_load(&run->uploader->done) < UPLOADS_AT_LEAST);
}

static void run_open(struct run *run)
{
    run->clients = must_allocate(run->connections * sizeof *run->clients);
    run->due = must_allocate(run->connections * sizeof *run->due);
    run->idle = must_allocate(run->connections * sizeof *run->idle);
    run->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (unsigned i = 0; i < run->connections; i++) {
        run->clients[i] = client_connect(run->plan);
        struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = i}};
        if (epoll_ctl(run->epoll, EPOLL_CTL_ADD, run->clients[i].fd, &event) != 0) {
            die("epoll");
        }
        run->idle[run->idle_count++] = i;
    }
}

/* Send what is due, as far as connections are idle. */
static void run_send(struct run *run)
{
    while (run_goes_on(run) && run->idle_count > 0) {
        uint64_t now = now_ns(), due = now;
        if (run->rate > 0) {
            due = run->began + run->sent * 1000000000U / run->rate;
            if (now < due) {
                return;
            }
        }
        unsigned i = run->idle[--run->idle_count];
        run->due[i] = due;
        client_send(&run->clients[i], run->plan);
        run->sent++;
    }
}

/* How long to wait for replies. An open loop never sleeps, so that it is never late: it has a core
 * of its own. Beside uploads it has none, and sleeps until the next request is due. */
static struct timespec run_patience(const struct run *run)
{
    struct timespec wait = {.tv_sec = run->rate > 0 ? 0 : 10};
    if (run->uploader != NULL) {
        uint64_t due = run->began + run->sent * 1000000000U / run->rate, now = now_ns();
        /* What is due and cannot be sent waits for a connection, and so for a reply. */
        wait.tv_nsec = due > now ? (long)(due - now) : run->idle_count == 0 ? 100000000 : 0;
    }
    return wait;
}

static void run_receive(struct run *run)
{
    enum { EVENTS = 64 };
    struct epoll_event events[EVENTS];
    struct timespec wait = run_patience(run);
    int count = epoll_pwait2(run->epoll, events, EVENTS, &wait, NULL);
    if (count < 0 || (count == 0 && run->rate == 0)) {
        die("no reply within 10 seconds");
    }
    for (int e = 0; e < count; e++) {
        unsigned i = events[e].data.u32;
        if (client_receive(&run->clients[i], run->plan, false)) {
            histogram_add(&run->latencies, now_ns() - run->due[i]);
            run->idle[run->idle_count++] = i;
            run->done++;
        }
    }
}

/* Send and receive until all is done. */
static void run_all(struct run *run)
{
    run->began = now_ns();
    while (run_goes_on(run) || run->done < run->sent) {
        run_send(run);
        run_receive(run);
    }
}

static void print_latencies(const struct run *run)
{
    (void)printf("p50_us=%.1f p99_us=%.1f\n",
                 (double)histogram_quantile(&run->latencies, 0.50) / 1e3,
                 (double)histogram_quantile(&run->latencies, 0.99) / 1e3);
}

static void measure_requests(struct run *run, pid_t server)
{
    run_open(run);
    uint64_t cpu = cpu_ns(server);
    run_all(run);
    double seconds = (double)(now_ns() - run->began) / 1e9, requests = (double)run->requests;
    (void)printf("rps=%.1f cpu_us=%.3f ", requests / seconds,
                 (double)(cpu_ns(server) - cpu) / 1e3 / requests);
    print_latencies(run);
}

static void measure_behind(struct run *run, const struct exchange_plan *upload)
{
    (void)prctl(PR_SET_TIMERSLACK, 1UL); /* wake up when a request is due, not up to 50 us later */
    struct uploader uploader = {.plan = upload};
    pthread_t thread;
    run_open(run);
    run->uploader = &uploader;
    if (pthread_create(&thread, NULL, upload_on, &uploader) != 0) {
        die("no thread");
    }
    run_all(run);
    atomic_store(&uploader.stop, true);
    (void)pthread_join(thread, NULL);
    unsigned uploads = atomic_load(&uploader.done);
    (void)printf("uploads=%u upload_ms=%.3f ", uploads,
                 (double)(uploader.ended - uploader.began) / 1e6 / uploads);
    print_latencies(run);
}

static struct run run_make(const struct exchange_plan *plan, char *const *arguments)
{
    return (struct run){.plan = plan,
                        .connections = (unsigned)strtoul(arguments[0], NULL, 10),
                        .requests = strtoull(arguments[1], NULL, 10),
                        .rate = strtoull(arguments[2], NULL, 10)};
}

int main(int argc, char **argv)
{
    if (argc == 8 && strcmp(argv[1], "upload") == 0) {
        struct exchange_plan plan = plan_make(argv + 2);
        measure_uploads(&plan, (unsigned)strtoul(argv[6], NULL, 10),
                        (pid_t)strtol(argv[7], NULL, 10));
        return 0;
    }
    if (argc == 10 && strcmp(argv[1], "requests") == 0) {
        struct exchange_plan plan = plan_make(argv + 2);
        struct run run = run_make(&plan, argv + 6);
        measure_requests(&run, (pid_t)strtol(argv[9], NULL, 10));
        return 0;
    }
    if (argc == 11 && strcmp(argv[1], "behind") == 0) {
        struct exchange_plan plan = plan_make(argv + 2);
        struct exchange_plan upload = plan_make((char *[]){argv[2], argv[9], argv[4], argv[10]});
        struct run run = run_make(&plan, argv + 6);
        measure_behind(&run, &upload);
        return 0;
    }
    (void)fputs("usage: bench_load upload PORT PATH TYPE BODY COUNT PID\n"
                "       bench_load requests PORT PATH TYPE BODY CONNECTIONS REQUESTS RATE PID\n"
                "       bench_load behind PORT PATH TYPE BODY CONNECTIONS REQUESTS RATE "
                "UPLOAD_PATH UPLOAD_BODY\n",
                stderr);
    return 2;
}
