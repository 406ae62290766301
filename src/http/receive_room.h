/* receive_room.h: room in the kernel for a long body. */
#ifndef NIMSUM_HTTP_RECEIVE_ROOM_H
#define NIMSUM_HTTP_RECEIVE_ROOM_H

enum {
    RECEIVE_ROOM_FROM_BYTES = 128 * 1024, /* a body that passes this is long */
    RECEIVE_ROOM_BYTES = 2 * 1024 * 1024
};

/* Let the socket's receive buffer hold RECEIVE_ROOM_BYTES, or half of what net.ipv4.tcp_rmem allows
 * where that is less, so that the sender goes on while a piece is read. The kernel's own tuning
 * goes on from there. No effect on a socket that is not TCP. */
void receive_room_widen(int socket);

#endif
