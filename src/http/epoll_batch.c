/* epoll_batch.c: two habits of libmicrohttpd's epoll loop, mended (0.9.75 and 1.0.1).
 *
 * It takes events 128 at a time, and asks again, with the old time to wait, as long as it got all
 * 128: a burst of exactly 128 or 256 events is left alone until another event comes or the idle
 * timeout is over. So a batch is never filled here.
 *
 * It also asks after each step of a connection that has more to read, which in the middle of a long
 * upload is every 16 KiB: a tenth of that upload's time. So most looks that have no time to wait
 * are left out, and an event waits for a few steps at most, about 0.1 ms.
 *
 * This function stands before libc's for the whole program. It only works where libmicrohttpd is a
 * shared library, and it must be linked into the program itself.
 */
#include <stddef.h>
#include <sys/epoll.h>

enum { STEPS_A_LOOK = 8 };

int epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds)
{
    static _Thread_local unsigned steps;
    if (milliseconds == 0 && ++steps % STEPS_A_LOOK != 0) {
        return 0;
    }
    return epoll_pwait(epoll, events, count > 1 ? count - 1 : count, milliseconds, NULL);
}
