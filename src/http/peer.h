/* SPDX-License-Identifier: MIT */
/* peer.h: what the kernel knows of a connection's peer, and what it holds for one that does not
 * read.
 *
 * A reply that the kernel has taken is in nobody's account, and outlives the connection. So it
 * takes little at a time, and what is late is thrown away instead of being left to it.
 */
#ifndef NIMSUM_HTTP_PEER_H
#define NIMSUM_HTTP_PEER_H

#include <stdbool.h>
#include <stdint.h>

enum { PEER_UNSENT_BYTES = 128 * 1024 };

/* Let the kernel hold at most about PEER_UNSENT_BYTES that are not yet sent, for each connection
 * that this listening socket will accept. What is sent and not acknowledged comes on top: what the
 * peer's own window and the network carry. No effect on unix sockets, which hold less anyway. */
void peer_limit_unsent(int listening_socket);

/* Bytes that the peer has acknowledged on this connection; 0 where the socket does not tell (unix
 * sockets). */
uint64_t peer_acknowledged(int socket);

/* Bytes given to the kernel that the peer has not acknowledged, or, on unix sockets, not read. */
uint64_t peer_unsent(int socket);

/* Whether the kernel takes more for it at this moment. */
bool peer_has_room(int socket);

/* Whether the peer has closed its side and everything it sent was read: no request can come or go
 * on. The library does not always see an end that comes together with the last bytes. */
bool peer_is_gone(int socket);

/* Whether the peer has reset the connection, so that nothing can be told it any more. Its orderly
 * end is none: it may wait for the reply. */
bool peer_has_reset(int socket);

/* After the library has closed the connection: whether the peer had done so before. False where the
 * socket does not tell (unix sockets). */
bool peer_ended_first(int socket);

/* When the socket is closed, reset the connection and throw away what is unsent. */
void peer_discard(int socket);

/* The socket is about to be closed in good order: the peer gets so many seconds for each step that
 * it takes of what is unsent. */
void peer_leave(int socket, uint64_t seconds);

#endif
