/* SPDX-License-Identifier: MIT */
/* workers.c: two queues, one lock, one condition. */
#include "http/workers.h"

#include <pthread.h>
#include <stdlib.h>

struct queue {
    struct job *first, **end;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue plain, searches;
    unsigned taken, queue_length; /* places, from the reservation until the job runs */
    unsigned searches_taken;      /* of those, searches' */
    unsigned running, searching;  /* jobs that run; of those, searches */
    bool finishing, stopping;
    unsigned count;
    pthread_t threads[];
};

static void push(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
}

static struct job *pop(struct queue *queue)
{
    struct job *job = queue->first;
    queue->first = job->next;
    if (queue->first == NULL) {
        queue->end = &queue->first;
    }
    return job;
}

/* The next job that may run now, or NULL. Called with the lock held. */
static struct job *next_job(struct workers *w)
{
    if (w->plain.first != NULL) {
        return pop(&w->plain);
    }
    if (w->searches.first != NULL && w->searching + 1 < w->count) {
        return pop(&w->searches);
    }
    return NULL;
}

static bool is_idle(const struct workers *w)
{
    return w->plain.first == NULL && w->searches.first == NULL;
}

/* Give a place back. Called with the lock held. */
static void give_back(struct workers *w, bool is_search)
{
    w->taken--;
    w->searches_taken -= is_search;
}

static void run(struct workers *w, struct job *job)
{
    bool is_search = job->is_search;
    give_back(w, is_search);
    w->running++;
    w->searching += is_search;
    pthread_mutex_unlock(&w->lock);
    job->run(job); /* the job may be gone after this */
    pthread_mutex_lock(&w->lock);
    w->running--;
    w->searching -= is_search;
    if (is_search || w->running == 0) {
        pthread_cond_broadcast(
            &w->changed); /* another search may start; workers_finish may go on */
    }
}

static void *work(void *cls)
{
    struct workers *w = cls;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        struct job *job = next_job(w);
        if (job != NULL) {
            run(w, job);
        } else if (w->stopping && is_idle(w)) {
            break;
        } else {
            pthread_cond_wait(&w->changed, &w->lock);
        }
    }
    pthread_cond_broadcast(&w->changed);
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
    pthread_cond_init(&w->changed, NULL);
    w->plain.end = &w->plain.first;
    w->searches.end = &w->searches.first;
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

bool workers_reserve(struct workers *w, bool is_search)
{
    pthread_mutex_lock(&w->lock);
    unsigned searches = w->queue_length - w->queue_length / 2;
    bool free_place = !w->finishing && w->taken < w->queue_length &&
                      (!is_search || w->searches_taken < searches);
    w->taken += free_place;
    w->searches_taken += free_place && is_search;
    pthread_mutex_unlock(&w->lock);
    return free_place;
}

void workers_release(struct workers *w, bool is_search)
{
    pthread_mutex_lock(&w->lock);
    give_back(w, is_search);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

void workers_publish(struct workers *w, struct job *job)
{
    pthread_mutex_lock(&w->lock);
    push(job->is_search ? &w->searches : &w->plain, job);
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

void workers_finish(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->finishing = true;
    while (w->taken > 0 || w->running > 0) {
        pthread_cond_wait(&w->changed, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
}

void workers_stop(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_broadcast(&w->changed);
    unsigned count = w->count;
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < count; i++) {
        (void)pthread_join(w->threads[i], NULL);
    }
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
