/* SPDX-License-Identifier: MIT */
/* epoll_batch.c: a hang in libmicrohttpd's epoll loop, mended (0.9.75 and 1.0.1).
 *
 * It takes events 128 at a time and calls epoll_wait again, with the old time to wait, as long as
 * it got all 128. So a burst of exactly 128 or 256 events is left alone until another event comes
 * or the idle timeout is over. Here an array is never filled.
 *
 * This function stands before libc's for the whole program. It only works where libmicrohttpd is a
 * shared library, and it must be linked into the program itself.
 */
#include <stddef.h>
#include <sys/epoll.h>

int epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds)
{
    return epoll_pwait(epoll, events, count > 1 ? count - 1 : count, milliseconds, NULL);
}
