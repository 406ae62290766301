/* SPDX-License-Identifier: MIT */
/* unsent.h: what the kernel holds for clients that do not read.
 *
 * A reply that the kernel has taken is in nobody's account, and outlives the connection. So it takes
 * little at a time, and what is late is thrown away instead of being left to it.
 */
#ifndef NIMSUM_HTTP_UNSENT_H
#define NIMSUM_HTTP_UNSENT_H

#include <stdbool.h>
#include <stdint.h>

enum { UNSENT_MOST_BYTES = 128 * 1024 };

/* Let the kernel hold at most about UNSENT_MOST_BYTES that are not yet sent, for each connection
 * that this listening socket will accept. What is sent and not acknowledged comes on top: what the
 * peer's own window and the network carry. No effect on unix sockets, which hold less anyway. */
void unsent_limit(int listening_socket);

/* Bytes that the peer has acknowledged on this connection; 0 where the socket does not tell (unix
 * sockets). */
uint64_t unsent_acknowledged(int socket);

/* Bytes given to the kernel that the peer has not acknowledged, or, on unix sockets, not read. */
uint64_t unsent_bytes(int socket);

/* Whether the kernel takes more at this moment. */
bool unsent_has_room(int socket);

/* When the socket is closed, reset the connection and throw away what is unsent. */
void unsent_discard(int socket);

/* The socket is about to be closed in good order: the peer gets so many seconds for each step that
 * it takes of what is unsent. */
void unsent_leave(int socket, uint64_t seconds);

#endif
