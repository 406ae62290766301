/* SPDX-License-Identifier: MIT */
/* flight.h: the requests in flight, and the stop, which waits for them and then lets none begin.
 *
 * A request is counted before it looks whether it may begin, and the stop looks at the count after
 * it has said that none may. So either the stop waits for a request, or the request sees that it
 * came too late.
 */
#ifndef NIMSUM_HTTP_FLIGHT_H
#define NIMSUM_HTTP_FLIGHT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct flight {
    atomic_uint count;
    atomic_bool is_closed;  /* no request may begin any more */
    atomic_bool is_awaited; /* flight_wait was called: who leaves last tells it */
    pthread_mutex_t lock;
    pthread_cond_t none; /* under the lock: the count may be 0 */
};

void flight_init(struct flight *flight);
void flight_destroy(struct flight *flight);

/* Count a request, until flight_leave. False: it came after flight_close and must not begin, but is
 * counted all the same. Thread-safe, like flight_leave. */
bool flight_enter(struct flight *flight);
void flight_leave(struct flight *flight);

/* Let no request begin any more. */
void flight_close(struct flight *flight);

/* Wait until none is in flight, or for this moment of CLOCK_MONOTONIC, in nanoseconds. True: none
 * is. */
bool flight_wait(struct flight *flight, uint64_t moment);

#endif
