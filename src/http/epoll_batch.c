/* SPDX-License-Identifier: MIT */
/* epoll_batch.c: two habits of libmicrohttpd's epoll loop, mended (0.9.75 and 1.0.1).
 *
 * It takes events 128 at a time, and asks again, with the old time to wait, as long as it got all
 * 128: a burst of exactly 128 or 256 events is left alone until another event comes or the idle
 * timeout is over. So a batch is never filled here.
 *
 * It also asks after each round of steps of the connections that have more to read, which in the
 * middle of a long upload is every 16 KiB: a tenth of that upload's time. So looks that have no
 * time to wait are left out within LOOK_NANOSECONDS of one that was made.
 *
 * This function stands before libc's for the whole program. It only works where libmicrohttpd is a
 * shared library, and it must be linked into the program itself.
 */
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <time.h>

enum { LOOK_NANOSECONDS = 100000 };

/* Whether this thread made a look just now; if not, it makes one. */
static int looked_just_now(void)
{
    static _Thread_local int64_t last;
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    if (now - last < LOOK_NANOSECONDS) {
        return 1;
    }
    last = now;
    return 0;
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds)
{
    if (milliseconds == 0 && looked_just_now()) {
        return 0;
    }
    return epoll_pwait(epoll, events, count > 1 ? count - 1 : count, milliseconds, NULL);
}
