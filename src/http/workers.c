/* workers.c: two queues, one lock, one condition. */
#include "workers.h"

#include <pthread.h>
#include <stdlib.h>

struct queue {
    struct job *first, **end;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue plain, searches;
    unsigned taken, queue_length; /* places */
    unsigned running, searching;  /* jobs that run; of those, searches */
    bool stopping;
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

static void run(struct workers *w, struct job *job)
{
    bool is_search = job->is_search;
    w->taken--;
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

bool workers_reserve(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    bool free_place = w->taken < w->queue_length;
    w->taken += free_place;
    pthread_mutex_unlock(&w->lock);
    return free_place;
}

void workers_release(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->taken--;
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
    while (!is_idle(w) || w->running > 0) {
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
