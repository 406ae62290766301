/* receive_room.h: room in the kernel for long bodies.
 *
 * On loopback and in a datacenter the kernel's tuning leaves a receive buffer at 128 KiB, since it
 * goes by what is read in a round trip: the sender then stops and starts hundreds of times. A few
 * connections at a time get more, for as long as they live; a client could fill it while nobody
 * reads, so it is bounded for all of them together.
 */
#ifndef NIMSUM_HTTP_RECEIVE_ROOM_H
#define NIMSUM_HTTP_RECEIVE_ROOM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    RECEIVE_ROOM_FROM_BYTES = 128 * 1024, /* a body that passes this is long */
    RECEIVE_ROOM_BYTES = 2 * 1024 * 1024
};

struct receive_rooms {
    atomic_size_t left;
};

/* As many rooms as fit in so many bytes. */
void receive_rooms_init(struct receive_rooms *rooms, size_t bytes);

/* Let the socket's receive buffer hold RECEIVE_ROOM_BYTES, or half of what net.ipv4.tcp_rmem allows
 * where that is less. The kernel's own tuning goes on from there. No effect on a socket that is not
 * TCP. False: no room is left, and the socket is as it was. Thread-safe. */
bool receive_room_take(struct receive_rooms *rooms, int socket);

/* The connection is gone. */
void receive_room_give(struct receive_rooms *rooms);

#endif
