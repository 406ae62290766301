/* SPDX-License-Identifier: MIT */
/* clock.h: each clock as one number, and waiting on a condition up to a moment. */
#ifndef NIMSUM_SYSTEM_CLOCK_H
#define NIMSUM_SYSTEM_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline uint64_t clock_nanoseconds(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Milliseconds of a clock that never goes back; a few milliseconds coarse, but cheap. */
static inline uint64_t clock_milliseconds(void)
{
    return clock_nanoseconds(CLOCK_MONOTONIC_COARSE) / 1000000;
}

/* A condition that clock_wait can wait on. */
void clock_condition_init(pthread_cond_t *condition);

/* As pthread_cond_wait, but no longer than to this moment of CLOCK_MONOTONIC, in nanoseconds.
 * False: it has passed. */
bool clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t moment);

#endif
