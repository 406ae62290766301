/* SPDX-License-Identifier: MIT */
/* check_peer.c, of src/http/peer.c: what the kernel tells of the other end, over TCP and over a
 * unix socket. */
#include "http/peer.h"

#include "run_tests.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ours and the peer's */
static int ends[2];

static void connect_tcp(void)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof name;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(listening, (struct sockaddr *)(void *)&name, size), 0);
    peer_limit_unsent(listening);
    ck_assert_int_eq(listen(listening, 1), 0);
    ck_assert_int_eq(getsockname(listening, (struct sockaddr *)(void *)&name, &size), 0);
    ends[1] = socket(AF_INET, SOCK_STREAM, 0);
    int small = 4096;
    ck_assert_int_eq(setsockopt(ends[1], SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    ck_assert_int_eq(connect(ends[1], (struct sockaddr *)(void *)&name, size), 0);
    ends[0] = accept(listening, NULL, NULL);
    ck_assert_int_ge(ends[0], 0);
    (void)close(listening);
}

static void disconnect(void)
{
    (void)close(ends[0]);
    (void)close(ends[1]);
}

static void wait_for(int socket, short events)
{
    struct pollfd look = {.fd = socket, .events = events};
    ck_assert_int_eq(poll(&look, 1, 10000), 1);
}

START_TEST(what_the_peer_has_taken)
{
    char bytes[1000] = {0};
    connect_tcp();
    ck_assert_uint_eq(peer_unsent(ends[0]), 0);
    uint64_t before = peer_acknowledged(ends[0]);
    ck_assert_int_eq(send(ends[0], bytes, sizeof bytes, 0), sizeof bytes);
    ck_assert_int_eq(recv(ends[1], bytes, sizeof bytes, MSG_WAITALL), sizeof bytes);
    for (int i = 0; i < 1000 && peer_unsent(ends[0]) > 0; i++) {
        (void)poll(NULL, 0, 1);
    }
    ck_assert_uint_eq(peer_unsent(ends[0]), 0);
    ck_assert_uint_eq(peer_acknowledged(ends[0]) - before, sizeof bytes);
    disconnect();
}
END_TEST

/* Of a peer that does not read the kernel takes little, though it would take megabytes. */
START_TEST(a_peer_that_does_not_read)
{
    static char bytes[64 * 1024];
    connect_tcp();
    ck_assert(peer_has_room(ends[0]));
    for (int i = 0; i < 200 && peer_has_room(ends[0]); i++) {
        (void)send(ends[0], bytes, sizeof bytes, MSG_DONTWAIT);
        (void)poll(NULL, 0, 1);
    }
    ck_assert(!peer_has_room(ends[0]));
    ck_assert_uint_gt(peer_unsent(ends[0]), 0);
    ck_assert_uint_le(peer_unsent(ends[0]), 2 * PEER_UNSENT_BYTES);
    ck_assert(!peer_is_gone(ends[0]) && !peer_has_reset(ends[0]));
    disconnect();
}
END_TEST

START_TEST(an_orderly_end_is_no_reset)
{
    char byte = 'x';
    connect_tcp();
    ck_assert_int_eq(send(ends[1], &byte, 1, 0), 1);
    ck_assert_int_eq(shutdown(ends[1], SHUT_WR), 0);
    wait_for(ends[0], POLLRDHUP);
    ck_assert(!peer_is_gone(ends[0])); /* there is something to read */
    ck_assert_int_eq(recv(ends[0], &byte, 1, 0), 1);
    ck_assert(peer_is_gone(ends[0]));
    ck_assert(!peer_has_reset(ends[0]));
    ck_assert_int_eq(shutdown(ends[0], SHUT_WR), 0); /* as the library does */
    disconnect();
}
END_TEST

START_TEST(who_ended_first)
{
    static char bytes[64 * 1024];
    for (int is_peer = 0; is_peer < 2; is_peer++) {
        connect_tcp();
        if (is_peer == 1) {
            ck_assert_int_eq(shutdown(ends[1], SHUT_WR), 0);
            wait_for(ends[0], POLLRDHUP);
        }
        while (send(ends[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0) { /* so no end comes at once */
        }
        ck_assert_int_eq(shutdown(ends[0], SHUT_WR), 0);
        ck_assert_int_eq(peer_ended_first(ends[0]), is_peer == 1);
        disconnect();
    }
}
END_TEST

/* What is thrown away ends in a reset, not in an end of the reply. */
START_TEST(what_is_late_is_thrown_away)
{
    static char bytes[64 * 1024];
    connect_tcp();
    while (send(ends[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
    }
    peer_discard(ends[0]);
    (void)close(ends[0]);
    wait_for(ends[1], POLLHUP);
    ck_assert(peer_has_reset(ends[1]));
    (void)close(ends[1]);
}
END_TEST

START_TEST(a_unix_socket_tells_less)
{
    char byte = 'x';
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    peer_limit_unsent(ends[0]);
    peer_leave(ends[0], UINT64_MAX);
    ck_assert_int_eq(send(ends[0], &byte, 1, 0), 1);
    ck_assert_uint_gt(peer_unsent(ends[0]), 0);
    ck_assert_uint_eq(peer_acknowledged(ends[0]), 0);
    ck_assert(!peer_ended_first(ends[0]));
    ck_assert_int_eq(recv(ends[1], &byte, 1, 0), 1);
    ck_assert_uint_eq(peer_unsent(ends[0]), 0);
    (void)close(ends[1]);
    ck_assert(peer_is_gone(ends[0]) && peer_has_reset(ends[0]));
    (void)close(ends[0]);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("peer");
    tcase_add_test(tcase, what_the_peer_has_taken);
    tcase_add_test(tcase, a_peer_that_does_not_read);
    tcase_add_test(tcase, an_orderly_end_is_no_reset);
    tcase_add_test(tcase, who_ended_first);
    tcase_add_test(tcase, what_is_late_is_thrown_away);
    tcase_add_test(tcase, a_unix_socket_tells_less);
    return run_tests(tcase);
}
