/* SPDX-License-Identifier: MIT */
/* receive_buffer.h: room in the kernel for long bodies.
 *
 * On loopback and in a datacenter the kernel's tuning leaves a receive buffer at 128 KiB, since it
 * goes by what is read in a round trip: the sender then stops and starts hundreds of times. A few
 * connections at a time get more, for as long as they live; a client could fill it while nobody
 * reads, so it is bounded for all of them together.
 */
#ifndef NIMSUM_HTTP_RECEIVE_BUFFER_H
#define NIMSUM_HTTP_RECEIVE_BUFFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    RECEIVE_BUFFER_FROM_BYTES = 128 * 1024, /* a body that passes this is long */
    RECEIVE_BUFFER_BYTES = 2 * 1024 * 1024
};

struct receive_buffers {
    atomic_size_t left;
};

/* As many large buffers as fit in so many bytes. */
void receive_buffers_init(struct receive_buffers *receive_buffers, size_t bytes);

/* Let the socket's receive buffer hold RECEIVE_BUFFER_BYTES, or half of what net.ipv4.tcp_rmem
 * allows where that is less. The kernel's own tuning goes on from there. No effect on a socket that
 * is not TCP. False: no room is left, and the socket is as it was. Thread-safe. */
bool receive_buffer_grow(struct receive_buffers *receive_buffers, int socket);

/* A connection whose buffer was grown is gone. Thread-safe. */
void receive_buffer_give(struct receive_buffers *receive_buffers);

#endif
