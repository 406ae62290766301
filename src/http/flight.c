/* SPDX-License-Identifier: MIT */
/* flight.c: one counter, and a condition that is used only while a stop waits. */
#include "http/flight.h"

#include "system/clock.h"

void flight_init(struct flight *f)
{
    *f = (struct flight){.count = 0};
    pthread_mutex_init(&f->lock, NULL);
    clock_condition_init(&f->none);
}

void flight_destroy(struct flight *f)
{
    pthread_cond_destroy(&f->none);
    pthread_mutex_destroy(&f->lock);
}

bool flight_enter(struct flight *f)
{
    atomic_fetch_add(&f->count, 1);
    return !atomic_load(&f->is_closed);
}

void flight_leave(struct flight *f)
{
    if (atomic_fetch_sub(&f->count, 1) == 1 && atomic_load(&f->is_awaited)) {
        pthread_mutex_lock(&f->lock);
        pthread_cond_signal(&f->none);
        pthread_mutex_unlock(&f->lock);
    }
}

void flight_close(struct flight *f)
{
    atomic_store(&f->is_closed, true);
}

bool flight_wait(struct flight *f, uint64_t moment)
{
    bool has_time = true;
    atomic_store(&f->is_awaited, true);
    pthread_mutex_lock(&f->lock);
    while (atomic_load(&f->count) > 0 && has_time) {
        has_time = clock_wait(&f->none, &f->lock, moment);
    }
    pthread_mutex_unlock(&f->lock);
    return atomic_load(&f->count) == 0;
}
