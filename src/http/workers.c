/* SPDX-License-Identifier: MIT */
/* workers.c: queues by length of the work, one lock, and one condition for each kind of waiter.
 *
 * A condition that idle workers and workers_finish shared would lose wake-ups: the signal for one
 * new job could go to who waits for the end of all.
 */
#include "http/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "system/clock.h"

/* Level 0 is for dropped jobs, level n for those of 2^(n-1) microseconds up to twice as many; the
 * last one has no upper end. */
enum { LEVELS = 28, LONG_LEVEL = 17 };

_Static_assert(WORKERS_LONG_MICROSECONDS == 1 << (LONG_LEVEL - 1),
               "long jobs have their own levels");

TAILQ_HEAD(queue, job);

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work; /* for idle workers: there may be a job to run, or they are to end */
    pthread_cond_t none; /* for workers_finish: nothing is left */
    struct queue queues[LEVELS];
    unsigned queue_length;
    unsigned taken;        /* places: reserved, or with a job that waits and was not dropped */
    unsigned left;         /* places reserved and jobs whose run has not returned */
    unsigned running_long; /* jobs that run and are long */
    bool finishing, stopping;
    unsigned count;
    pthread_t threads[];
};

static unsigned level_of(uint64_t microseconds)
{
    unsigned level = 1;
    while (level + 1 < LEVELS && microseconds > 1) {
        microseconds /= 2;
        level++;
    }
    return level;
}

/* These are called with the lock held. */

static void enqueue(struct workers *w, struct job *job, unsigned level)
{
    job->level = level;
    job->is_queued = true;
    TAILQ_INSERT_TAIL(&w->queues[level], job, place);
}

static void dequeue(struct workers *w, struct job *job)
{
    TAILQ_REMOVE(&w->queues[job->level], job, place);
    job->is_queued = false;
}

/* A waiting job gives its place away; a worker has only to end it. */
static void drop(struct workers *w, struct job *job)
{
    dequeue(w, job);
    job->is_dropped = true;
    w->taken--;
    enqueue(w, job, 0);
    pthread_cond_signal(&w->work);
}

static void leave(struct workers *w)
{
    w->left--;
    if (w->left == 0) {
        pthread_cond_broadcast(&w->none);
    }
}

/* The next job that may run now, or NULL. */
static struct job *next_job(const struct workers *w)
{
    struct job *shortest = NULL, *oldest = NULL;
    unsigned levels = w->running_long + 1 < w->count ? LEVELS : LONG_LEVEL;
    for (unsigned level = 0; level < levels; level++) {
        struct job *first = TAILQ_FIRST(&w->queues[level]); /* the oldest of its level */
        if (first != NULL) {
            shortest = shortest == NULL ? first : shortest;
            oldest = oldest == NULL || first->since < oldest->since ? first : oldest;
        }
    }
    bool is_overdue = oldest != NULL && shortest->level > 0 &&
                      clock_milliseconds() - oldest->since >= WORKERS_PATIENCE_MILLISECONDS;
    return is_overdue ? oldest : shortest;
}

static void run(struct workers *w, struct job *job)
{
    bool is_long = job->level >= LONG_LEVEL;
    dequeue(w, job);
    w->taken -= !job->is_dropped;
    w->running_long += is_long;
    pthread_mutex_unlock(&w->lock);
    job->run(job); /* the job may be gone after this */
    pthread_mutex_lock(&w->lock);
    w->running_long -= is_long;
    leave(w);
    if (is_long) {
        pthread_cond_signal(&w->work); /* another long one may start, beside this worker's next */
    }
}

static void *work(void *cls)
{
    struct workers *w = cls;
    pthread_mutex_lock(&w->lock);
    while (!w->stopping) { /* nothing is queued then */
        struct job *job = next_job(w);
        if (job != NULL) {
            run(w, job);
        } else {
            pthread_cond_wait(&w->work, &w->lock);
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct workers *workers_start(unsigned count, unsigned queue_length)
{
    struct workers *w = calloc(1, sizeof *w + count * sizeof w->threads[0]);
    if (w == NULL) {
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->none, NULL);
    for (unsigned level = 0; level < LEVELS; level++) {
        TAILQ_INIT(&w->queues[level]);
    }
    w->queue_length = queue_length;
    while (w->count < count) {
        if (pthread_create(&w->threads[w->count], NULL, work, w) != 0) {
            workers_stop(w);
            return NULL;
        }
        pthread_mutex_lock(&w->lock); /* the threads read it */
        w->count++;
        pthread_mutex_unlock(&w->lock);
    }
    return w;
}

/* The newest of the longest jobs that wait, if it is longer than one of this level; or NULL. */
static struct job *longest_job(const struct workers *w, unsigned level)
{
    struct job *longest = NULL;
    for (unsigned longer = LEVELS - 1; longest == NULL && longer > level; longer--) {
        longest = TAILQ_LAST(&w->queues[longer], queue);
    }
    return longest;
}

bool workers_reserve(struct workers *w, uint64_t microseconds)
{
    pthread_mutex_lock(&w->lock);
    bool is_free = !w->finishing && w->taken < w->queue_length;
    if (!w->finishing && !is_free) {
        struct job *longest = longest_job(w, level_of(microseconds));
        is_free = longest != NULL;
        if (is_free) {
            drop(w, longest);
        }
    }
    w->taken += is_free;
    w->left += is_free;
    pthread_mutex_unlock(&w->lock);
    return is_free;
}

void workers_release(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->taken--;
    leave(w);
    pthread_mutex_unlock(&w->lock);
}

void workers_publish(struct workers *w, struct job *job)
{
    pthread_mutex_lock(&w->lock);
    job->is_dropped = false;
    job->since = clock_milliseconds();
    enqueue(w, job, level_of(job->microseconds));
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
}

void workers_drop(struct workers *w, struct job *job)
{
    pthread_mutex_lock(&w->lock);
    if (job->is_queued && !job->is_dropped) {
        drop(w, job);
    }
    pthread_mutex_unlock(&w->lock);
}

void workers_finish(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->finishing = true;
    while (w->left > 0) {
        pthread_cond_wait(&w->none, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
}

void workers_stop(struct workers *w)
{
    workers_finish(w);
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_broadcast(&w->work);
    unsigned count = w->count;
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < count; i++) {
        (void)pthread_join(w->threads[i], NULL);
    }
    pthread_cond_destroy(&w->work);
    pthread_cond_destroy(&w->none);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
