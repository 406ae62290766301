/* SPDX-License-Identifier: MIT */
/* watchdog.h: the thread that looks at every connection a few times a second.
 *
 * The library's own timeout only sees silence: a client that sends a byte a second would hold a
 * connection for ever. So each connection has deadlines of its own (deadline.h). Where memory is
 * short, those who hold it and stand still make way (relief.h). The thread also gives memory back
 * that is dear to give back, or was kept long enough (memory/mapping.h).
 */
#ifndef NIMSUM_HTTP_WATCHDOG_H
#define NIMSUM_HTTP_WATCHDOG_H

#include <pthread.h>

#include "http/connection.h"

struct watchdog {
    pthread_mutex_t lock; /* guards the list */
    pthread_cond_t wake;
    pthread_cond_t looked; /* looked_at has changed; watchdog_remove waits for it */
    pthread_t thread;
    struct connection *connections;
    struct connection *looked_at;   /* looked at without the lock, so it may not go; or NULL */
    struct connection *first_to_go; /* of those who stand still (relief.h), or NULL */
    struct budget *budget;          /* borrowed */
    unsigned ticks;
    bool stopping;
};

/* Start watching; budget (borrowed): whose memory is given back. False: no thread. */
bool watchdog_start(struct watchdog *watchdog, struct budget *budget);
void watchdog_stop(struct watchdog *watchdog);

/* Watch a connection from its beginning to its end: before its socket is closed it must be removed.
 * Removing waits for a look at it. Thread-safe. */
void watchdog_add(struct watchdog *watchdog, struct connection *connection);
void watchdog_remove(struct watchdog *watchdog, struct connection *connection);

#endif
