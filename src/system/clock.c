/* SPDX-License-Identifier: MIT */
/* clock.c: conditions that go by CLOCK_MONOTONIC, which nobody sets. */
#include "system/clock.h"

#include <errno.h>

void clock_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

bool clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t moment)
{
    const struct timespec end = {.tv_sec = (time_t)(moment / 1000000000),
                                 .tv_nsec = (long)(moment % 1000000000)};
    return pthread_cond_timedwait(condition, lock, &end) != ETIMEDOUT;
}
