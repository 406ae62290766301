/* SPDX-License-Identifier: MIT */
/* unsent.c: socket options, and two questions to the kernel. */
#include "http/unsent.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

void unsent_limit(int listening_socket)
{
    /* Not SO_SNDBUF: it would bound what is on its way, too, and make distant readers slow. */
    int bytes = UNSENT_MOST_BYTES;
    (void)setsockopt(listening_socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

uint64_t unsent_acknowledged(int socket)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_acked : 0;
}

uint64_t unsent_bytes(int socket)
{
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 && bytes > 0 ? (uint64_t)bytes : 0;
}

bool unsent_has_room(int socket)
{
    struct pollfd look = {.fd = socket, .events = POLLOUT};
    return poll(&look, 1, 0) == 1 && (look.revents & POLLOUT) != 0;
}

void unsent_discard(int socket)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    (void)setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void unsent_leave(int socket, uint64_t seconds)
{
    if (unsent_bytes(socket) > 0) {
        unsigned milliseconds = seconds < UINT32_MAX / 1000 ? (unsigned)seconds * 1000 : UINT32_MAX;
        (void)setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
    }
}
