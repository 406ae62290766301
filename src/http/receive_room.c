/* receive_room.c: the kernel is told to wait for 2 MiB, and then for one byte again.
 *
 * It makes room for what SO_RCVLOWAT asks for (socket(7), tcp_set_rcvlowat() in Linux), and keeps
 * it. SO_RCVBUF would end the tuning, and is bounded by net.core.rmem_max, which is small by
 * default.
 */
#include "receive_room.h"

#include <sys/socket.h>

void receive_rooms_init(struct receive_rooms *rooms, size_t bytes)
{
    atomic_init(&rooms->left, bytes / RECEIVE_ROOM_BYTES);
}

bool receive_room_take(struct receive_rooms *rooms, int socket)
{
    size_t left = atomic_load(&rooms->left);
    do {
        if (left == 0) {
            return false;
        }
    } while (!atomic_compare_exchange_weak(&rooms->left, &left, left - 1));
    int room = RECEIVE_ROOM_BYTES, any = 1;
    (void)setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &room, sizeof room);
    (void)setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &any, sizeof any);
    return true;
}

void receive_room_give(struct receive_rooms *rooms)
{
    atomic_fetch_add(&rooms->left, 1);
}
