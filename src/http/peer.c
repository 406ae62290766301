/* SPDX-License-Identifier: MIT */
/* peer.c: socket options, and questions to the kernel, none of which waits. */
#include "http/peer.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

void peer_limit_unsent(int listening_socket)
{
    /* Not SO_SNDBUF: it would bound what is on its way, too, and make distant readers slow. */
    int bytes = PEER_UNSENT_BYTES;
    (void)setsockopt(listening_socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

/* All 0 where the socket is not TCP. */
static struct tcp_info info_of(int socket)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    (void)getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size);
    return info;
}

uint64_t peer_acknowledged(int socket)
{
    return info_of(socket).tcpi_bytes_acked;
}

bool peer_ended_first(int socket)
{
    enum { LAST_ACK = 9 }; /* as in <netinet/tcp.h>, which does not go with <linux/tcp.h> */
    return info_of(socket).tcpi_state == LAST_ACK;
}

uint64_t peer_unsent(int socket)
{
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 && bytes > 0 ? (uint64_t)bytes : 0;
}

/* What holds of the socket now, of these events and POLLERR and POLLHUP. */
static short events_of(int socket, short events)
{
    struct pollfd look = {.fd = socket, .events = events};
    return poll(&look, 1, 0) == 1 ? look.revents : 0;
}

bool peer_has_room(int socket)
{
    return (events_of(socket, POLLOUT) & POLLOUT) != 0;
}

bool peer_has_reset(int socket)
{
    return (events_of(socket, 0) & (POLLERR | POLLHUP)) != 0;
}

bool peer_is_gone(int socket)
{
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void peer_discard(int socket)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    (void)setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void peer_leave(int socket, uint64_t seconds)
{
    if (peer_unsent(socket) > 0) {
        unsigned milliseconds = seconds < UINT32_MAX / 1000 ? (unsigned)seconds * 1000 : UINT32_MAX;
        (void)setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
    }
}
