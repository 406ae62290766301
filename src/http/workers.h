/* SPDX-License-Identifier: MIT */
/* workers.h: a fixed number of threads that do the long work, behind a queue of fixed length.
 *
 * Work longer than about a millisecond must leave the I/O threads, or every other connection of
 * that thread waits. A place in the queue is taken before the connection is suspended, since a full
 * queue must be told to the client. Searches, whose time the client chooses, never occupy the last
 * worker.
 */
#ifndef NIMSUM_HTTP_WORKERS_H
#define NIMSUM_HTTP_WORKERS_H

#include <stdbool.h>

struct workers;

/* One piece of work. Lives in its owner until run has been called. */
struct job {
    struct job *next;
    void (*run)(struct job *job);
    bool is_search;
};

/* Start count threads (at least 2) with room for queue_length waiting jobs. NULL: no memory or no
 * thread. */
struct workers *workers_start(unsigned count, unsigned queue_length);

/* Take a place in the queue; false where it is full, where searches hold their half of it, and once
 * workers_finish was called. */
bool workers_reserve(struct workers *workers, bool is_search);

/* Give a place back unused. */
void workers_release(struct workers *workers, bool is_search);

/* Put the job in the place taken. It runs once, on some worker, in the order of its kind. */
void workers_publish(struct workers *workers, struct job *job);

/* Run what is queued and wait until no job is left and no place is taken; none can be taken
 * afterwards. */
void workers_finish(struct workers *workers);

/* The same, then end the threads and free everything. */
void workers_stop(struct workers *workers);

#endif
