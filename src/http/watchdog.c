/* SPDX-License-Identifier: MIT */
/* watchdog.c: the list of connections, and the thread that goes along it. */
#include "http/watchdog.h"

#include <malloc.h>

#include "http/deadline.h"
#include "http/relief.h"
#include "http/server_internal.h"
#include "system/clock.h"

enum { TICK_MILLISECONDS = 250, TRIM_TICKS = 16 };

/* Go along all of them, look at each if so told, and note who is to make way first. The lock is
 * left for each: a connection that ends waits for the look at it, one that comes for none. */
static void go_along(struct watchdog *w, bool looks)
{
    uint64_t now = clock_milliseconds();
    w->first_to_go = NULL;
    for (struct connection *c = w->connections; c != NULL; c = c->next) {
        w->looked_at = c;
        pthread_mutex_unlock(&w->lock);
        if (looks) {
            relief_look(c, now);
            deadline_look(c, now);
        }
        pthread_mutex_lock(&w->lock);
        w->looked_at = NULL;
        pthread_cond_broadcast(&w->looked);
        if (relief_goes_before(c, w->first_to_go)) {
            w->first_to_go = c;
        }
    }
}

/* Look at all of them. While memory is short, end those who stand still; what they hold comes back
 * when their threads see it. */
static void look(struct watchdog *w)
{
    go_along(w, true);
    size_t shortage = budget_shortage(w->budget), awaited = 0;
    while (w->first_to_go != NULL && awaited < shortage) {
        struct connection *c = w->first_to_go;
        awaited += atomic_load_explicit(&c->held_bytes, memory_order_relaxed);
        c->progress.stands_still = false;
        deadline_cut(c, atomic_load(&c->state), true);
        go_along(w, false);
    }
}

/* Memory is given back without the lock, which new connections wait for: it takes its time. */
static void give_back(struct watchdog *w, bool is_tick)
{
    pthread_mutex_unlock(&w->lock);
    mappings_clear(&w->budget->mappings);
    if (is_tick) {
        mappings_age(&w->budget->mappings);
        if (++w->ticks % TRIM_TICKS == 0) {
            /* Else a few small blocks keep the pages of large trees with us. */
            (void)malloc_trim(0);
        }
    }
    pthread_mutex_lock(&w->lock);
}

static uint64_t next_tick(void)
{
    return clock_nanoseconds(CLOCK_MONOTONIC) + TICK_MILLISECONDS * UINT64_C(1000000);
}

static void *watch(void *cls)
{
    struct watchdog *w = cls;
    pthread_mutex_lock(&w->lock);
    uint64_t tick = next_tick();
    while (!w->stopping) {
        bool is_tick = !clock_wait(&w->wake, &w->lock, tick);
        if (is_tick) {
            look(w);
        }
        give_back(w, is_tick);
        tick = is_tick ? next_tick() : tick;
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Without the lock: a wake-up that is lost is made up for at the next tick. */
static void wake(void *cls)
{
    pthread_cond_signal(&((struct watchdog *)cls)->wake);
}

static void destroy(struct watchdog *w)
{
    mappings_defer(&w->budget->mappings, NULL, NULL);
    pthread_cond_destroy(&w->wake);
    pthread_cond_destroy(&w->looked);
    pthread_mutex_destroy(&w->lock);
}

bool watchdog_start(struct watchdog *w, struct budget *budget)
{
    *w = (struct watchdog){.budget = budget};
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->looked, NULL);
    clock_condition_init(&w->wake);
    mappings_defer(&budget->mappings, wake, w);
    if (pthread_create(&w->thread, NULL, watch, w) != 0) {
        destroy(w);
        return false;
    }
    return true;
}

void watchdog_stop(struct watchdog *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
    destroy(w);
}

void watchdog_add(struct watchdog *w, struct connection *c)
{
    pthread_mutex_lock(&w->lock);
    c->previous = NULL;
    c->next = w->connections;
    if (c->next != NULL) {
        c->next->previous = c;
    }
    w->connections = c;
    pthread_mutex_unlock(&w->lock);
}

void watchdog_remove(struct watchdog *w, struct connection *c)
{
    pthread_mutex_lock(&w->lock);
    while (w->looked_at == c) {
        pthread_cond_wait(&w->looked, &w->lock);
    }
    if (w->first_to_go == c) {
        w->first_to_go = NULL;
    }
    if (c->previous != NULL) {
        c->previous->next = c->next;
    } else {
        w->connections = c->next;
    }
    if (c->next != NULL) {
        c->next->previous = c->previous;
    }
    pthread_mutex_unlock(&w->lock);
}
