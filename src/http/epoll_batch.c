/* epoll_batch.c: keeps libmicrohttpd from waiting on events that it already has.
 *
 * Its epoll loop takes events 128 at a time, and asks again, with the old time to wait, as long as
 * it got all 128 (0.9.75 and 1.0.1). A burst of exactly 128 or 256 events is thus left alone until
 * another event comes or the idle timeout is over. This function stands before libc's for the whole
 * program and never fills a batch.
 *
 * It only works where libmicrohttpd is a shared library, and it must be linked into the program
 * itself.
 */
#include <stddef.h>
#include <sys/epoll.h>

int epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds)
{
    return epoll_pwait(epoll, events, count > 1 ? count - 1 : count, milliseconds, NULL);
}
