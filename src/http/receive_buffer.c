/* SPDX-License-Identifier: MIT */
/* receive_buffer.c: the kernel is told to wait for 2 MiB, and then for one byte again.
 *
 * It makes room for what SO_RCVLOWAT asks for (socket(7), tcp_set_rcvlowat() in Linux), and keeps
 * it. SO_RCVBUF would end the tuning, and is bounded by net.core.rmem_max, which is small by
 * default.
 */
#include "http/receive_buffer.h"

#include <sys/socket.h>

void receive_buffers_init(struct receive_buffers *receive_buffers, size_t bytes)
{
    atomic_init(&receive_buffers->left, bytes / RECEIVE_BUFFER_BYTES);
}

bool receive_buffer_grow(struct receive_buffers *receive_buffers, int socket)
{
    size_t left = atomic_load(&receive_buffers->left);
    do {
        if (left == 0) {
            return false;
        }
    } while (!atomic_compare_exchange_weak(&receive_buffers->left, &left, left - 1));
    int room = RECEIVE_BUFFER_BYTES, any = 1;
    (void)setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &room, sizeof room);
    (void)setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &any, sizeof any);
    return true;
}

void receive_buffer_give(struct receive_buffers *receive_buffers)
{
    atomic_fetch_add(&receive_buffers->left, 1);
}
