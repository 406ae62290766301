/* load.c: the client that measures. Two modes, each printing one line of "name=value" words.
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
 * Every reply is compared with BODY.reply, byte by byte.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
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

struct run {
    const struct exchange_plan *plan;
    struct client *clients;
    uint64_t *due;  /* when the request that a client waits for was due */
    unsigned *idle; /* stack of clients that wait for nothing */
    unsigned idle_count, connections;
    int epoll;
    uint64_t requests, rate, sent, done, began;
    struct histogram latencies;
};

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
    while (run->sent < run->requests && run->idle_count > 0) {
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

/* Take replies. An open loop never sleeps, so that it is never late: it has a core of its own. */
static void run_receive(struct run *run)
{
    enum { EVENTS = 64 };
    struct epoll_event events[EVENTS];
    int count = epoll_wait(run->epoll, events, EVENTS, run->rate > 0 ? 0 : 10000);
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

static void measure_requests(struct run *run, pid_t server)
{
    run_open(run);
    uint64_t cpu = cpu_ns(server);
    run->began = now_ns();
    while (run->done < run->requests) {
        run_send(run);
        run_receive(run);
    }
    double seconds = (double)(now_ns() - run->began) / 1e9, requests = (double)run->requests;
    (void)printf("rps=%.1f cpu_us=%.3f p50_us=%.1f p99_us=%.1f\n", requests / seconds,
                 (double)(cpu_ns(server) - cpu) / 1e3 / requests,
                 (double)histogram_quantile(&run->latencies, 0.50) / 1e3,
                 (double)histogram_quantile(&run->latencies, 0.99) / 1e3);
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
        struct run run = {.plan = &plan,
                          .connections = (unsigned)strtoul(argv[6], NULL, 10),
                          .requests = strtoull(argv[7], NULL, 10),
                          .rate = strtoull(argv[8], NULL, 10)};
        measure_requests(&run, (pid_t)strtol(argv[9], NULL, 10));
        return 0;
    }
    (void)fputs("usage: bench_load upload PORT PATH TYPE BODY COUNT PID\n"
                "       bench_load requests PORT PATH TYPE BODY CONNECTIONS REQUESTS RATE PID\n",
                stderr);
    return 2;
}
