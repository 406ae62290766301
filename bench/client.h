/* SPDX-License-Identifier: MIT */
/* client.h: the client's half of HTTP/1.1, as much as measuring needs: one request at a time on a
 * keep-alive connection to 127.0.0.1, replies with a Content-Length. Whatever goes wrong ends the
 * program: a measurement with errors in it is none.
 */
#ifndef NIMSUM_BENCH_CLIENT_H
#define NIMSUM_BENCH_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a file, or of a request: head and body in one block. Never freed. */
struct bytes {
    char *data;
    size_t size;
};

/* What one measurement sends and what must come back. */
struct exchange_plan {
    int port;
    struct bytes request;
    struct bytes reply; /* the body, byte by byte */
};

struct client {
    int fd;
    char *buffer; /* the reply as far as it came */
    size_t size, capacity;
    size_t head_size; /* with the empty line; 0: not complete yet */
    size_t body_size; /* from Content-Length */
};

void die(const char *what) __attribute__((noreturn));

/* Monotonic time in nanoseconds. */
uint64_t now_ns(void);

/* arguments: PORT PATH MEDIA_TYPE BODY_FILE; the reply's file is BODY_FILE.reply. */
struct exchange_plan plan_make(char *const *arguments);

struct client client_connect(const struct exchange_plan *plan);

/* Send the whole request; waits until the system has taken it. */
void client_send(const struct client *client, const struct exchange_plan *plan);

/* Take what has arrived. True when the reply is complete; it has been compared with the plan's, and
 * the client is ready for the next request. wait: until something has arrived. */
bool client_receive(struct client *client, const struct exchange_plan *plan, bool wait);

#endif
