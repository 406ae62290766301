/* SPDX-License-Identifier: MIT */
/* workers.h: a fixed number of threads that do the long work, behind a queue of fixed length.
 *
 * Work longer than about a millisecond must leave the I/O threads, or every other connection of
 * that thread waits. How long a job will take is reckoned before it is queued, and decides:
 *
 * - The shorter job goes first, whoever sent it (within a factor of two: in order of arrival). What
 *   has waited for WORKERS_PATIENCE_MILLISECONDS goes next, the oldest first.
 * - A job of WORKERS_LONG_MICROSECONDS or more never occupies the last worker.
 * - Where the queue is full, the longest job in it makes way for a shorter one: it is dropped, and
 *   its run has only to say so.
 *
 * A place in the queue is taken before the connection is suspended, since a full queue must be told
 * to the client.
 */
#ifndef NIMSUM_HTTP_WORKERS_H
#define NIMSUM_HTTP_WORKERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

enum { WORKERS_LONG_MICROSECONDS = 65536, WORKERS_PATIENCE_MILLISECONDS = 2000 };

struct workers;

/* One piece of work. Lives in its owner until run has been called. */
struct job {
    void (*run)(struct job *job);
    uint64_t microseconds; /* that it will take, about; as told to workers_reserve */

    /* For run: whether the job was dropped, so that nothing is to be worked out any more. */
    bool is_dropped;

    /* Of workers.c; all 0 before the first use. */
    TAILQ_ENTRY(job) place;
    unsigned level;
    bool is_queued;
    uint64_t since;
};

/* Start count threads (at least 2) with room for queue_length waiting jobs. NULL: no memory or no
 * thread. */
struct workers *workers_start(unsigned count, unsigned queue_length);

/* Take a place in the queue for a job of so many microseconds. False where the queue is full of
 * jobs that are no longer than this one, and once workers_finish was called. */
bool workers_reserve(struct workers *workers, uint64_t microseconds);

/* Give a place back unused. */
void workers_release(struct workers *workers);

/* Put the job, whose run and microseconds are set, in the place taken. It runs once, on some
 * worker. */
void workers_publish(struct workers *workers, struct job *job);

/* Nobody needs the job any more: if it still waits, it is dropped, and runs soon. */
void workers_drop(struct workers *workers, struct job *job);

/* Run what is queued and wait until no job is left and no place is taken; none can be taken
 * afterwards. */
void workers_finish(struct workers *workers);

/* The same, then end the threads and free everything. */
void workers_stop(struct workers *workers);

#endif
