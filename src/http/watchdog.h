/* SPDX-License-Identifier: MIT */
/* watchdog.h: cuts connections whose deadline has passed.
 *
 * The library's own timeout only sees silence: a client that sends a byte a second would hold a
 * connection for ever. The watchdog looks at every connection a few times a second, and once for an
 * end that the library missed. A request cut before its reply began is told 408 where the socket
 * takes it at once.
 */
#ifndef NIMSUM_HTTP_WATCHDOG_H
#define NIMSUM_HTTP_WATCHDOG_H

#include <pthread.h>

#include "http/connection.h"

struct watchdog {
    pthread_mutex_t
        lock; /* guards the list; held while a socket is shut, so that none is closed meanwhile */
    pthread_cond_t wake;
    pthread_t thread;
    struct connection *connections;
    struct budget *budget; /* borrowed: its mappings are aged at every look */
    unsigned ticks;
    bool stopping;
};

/* Start watching. False: no thread. */
bool watchdog_start(struct watchdog *watchdog, struct budget *budget);
void watchdog_stop(struct watchdog *watchdog);

/* Watch a connection from its beginning to its end. */
void watchdog_add(struct watchdog *watchdog, struct connection *connection);
void watchdog_remove(struct watchdog *watchdog, struct connection *connection);

/* A second for each 64 KiB: the slowest transfer that is not cut. */
static inline uint64_t watchdog_transfer_milliseconds(uint64_t bytes)
{
    return bytes / 65536 * 1000;
}

#endif
