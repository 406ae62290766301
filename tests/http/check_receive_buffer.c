/* SPDX-License-Identifier: MIT */
/* check_receive_buffer.c, of src/http/receive_buffer.c: a connection's receive buffer, before
 * and after. */
#include "http/receive_buffer.h"

#include "run_tests.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static struct receive_buffers receive_buffers;

static void setup(void)
{
    receive_buffers_init(&receive_buffers, 3 * RECEIVE_BUFFER_BYTES - 1);
}

static int option(int socket, int name)
{
    int value = 0;
    socklen_t size = sizeof value;
    ck_assert_int_eq(getsockopt(socket, SOL_SOCKET, name, &value, &size), 0);
    return value;
}

/* The most that the system's own tuning may give to a receive buffer. */
static int most_tuned(void)
{
    int least = 0, usual = 0, most = 0;
    FILE *file = fopen("/proc/sys/net/ipv4/tcp_rmem", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%d %d %d", &least, &usual, &most), 3);
    (void)fclose(file);
    return most;
}

/* Two ends of a connection over loopback. */
static void connect_ends(int *client, int *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    *client = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert(listener >= 0 && *client >= 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)(void *)&address, size), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)(void *)&address, &size), 0);
    ck_assert_int_eq(connect(*client, (struct sockaddr *)(void *)&address, size), 0);
    *server = accept(listener, NULL, NULL);
    ck_assert_int_ge(*server, 0);
    (void)close(listener);
}

START_TEST(the_buffer_grows)
{
    int client, server, most = most_tuned();
    connect_ends(&client, &server);
    int before = option(server, SO_RCVBUF);
    ck_assert(receive_buffer_grow(&receive_buffers, server));
    int wanted = most / 2 < RECEIVE_BUFFER_BYTES ? most / 2 : RECEIVE_BUFFER_BYTES;
    ck_assert_int_ge(option(server, SO_RCVBUF), before > wanted ? before : wanted);
    ck_assert_int_eq(option(server, SO_RCVLOWAT), 1);
    (void)close(client);
    (void)close(server);
}
END_TEST

/* The first byte that comes afterwards is told, also to who waits for a change. */
START_TEST(a_byte_is_told)
{
    int client, server, epoll = epoll_create1(0);
    connect_ends(&client, &server);
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    ck_assert_int_eq(epoll_ctl(epoll, EPOLL_CTL_ADD, server, &event), 0);
    ck_assert(receive_buffer_grow(&receive_buffers, server));
    ck_assert_int_eq(send(client, "x", 1, 0), 1);
    ck_assert_int_eq(epoll_wait(epoll, &event, 1, 1000), 1);
    (void)close(client);
    (void)close(server);
    (void)close(epoll);
}
END_TEST

START_TEST(other_sockets_go_on)
{
    int ends[2];
    char byte = 0;
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ck_assert(receive_buffer_grow(&receive_buffers, ends[0]));
    ck_assert(receive_buffer_grow(&receive_buffers, -1));
    ck_assert_int_eq(send(ends[1], "x", 1, 0), 1);
    ck_assert_int_eq(recv(ends[0], &byte, 1, MSG_DONTWAIT), 1);
    (void)close(ends[0]);
    (void)close(ends[1]);
}
END_TEST

START_TEST(buffers_are_bounded)
{
    int client, server;
    connect_ends(&client, &server);
    ck_assert(receive_buffer_grow(&receive_buffers, -1));
    ck_assert(receive_buffer_grow(&receive_buffers, -1));
    int before = option(server, SO_RCVBUF);
    ck_assert(!receive_buffer_grow(&receive_buffers, server));
    ck_assert_int_eq(option(server, SO_RCVBUF), before);
    receive_buffer_give(&receive_buffers);
    ck_assert(receive_buffer_grow(&receive_buffers, server));
    ck_assert(!receive_buffer_grow(&receive_buffers, server));
    (void)close(client);
    (void)close(server);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("receive room");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, the_buffer_grows);
    tcase_add_test(tcase, buffers_are_bounded);
    tcase_add_test(tcase, a_byte_is_told);
    tcase_add_test(tcase, other_sockets_go_on);
    return run_tests(tcase);
}
