/* receive_room.c: the kernel is told to wait for 2 MiB, and then for one byte again.
 *
 * On loopback and in a datacenter the kernel's tuning leaves the buffer at 128 KiB, since it goes
 * by what is read in a round trip: the sender then stops and starts hundreds of times. It makes
 * room for what SO_RCVLOWAT asks for (socket(7), tcp_set_rcvlowat() in Linux), and keeps it.
 * SO_RCVBUF would end the tuning, and is bounded by net.core.rmem_max, which is small by default.
 */
#include "receive_room.h"

#include <sys/socket.h>

void receive_room_widen(int socket)
{
    int room = RECEIVE_ROOM_BYTES, any = 1;
    (void)setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &room, sizeof room);
    (void)setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &any, sizeof any);
}
