/* SPDX-License-Identifier: MIT */
/* check_deadline.c, of src/http/deadline.c: what one look at a connection decides, phase by
 * phase, at moments that the test chooses. */
#include "http/deadline.h"

#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/exchange_internal.h"
#include "http/server_internal.h"

enum { NOW = 1000000, REPLY_SECONDS = 5 };

static struct api api;
static struct server *server;
static struct connection c;
static int peer;

/* One connection over a socket pair, of which the test is the peer. */
static void setup(void)
{
    int ends[2];
    server = calloc(1, sizeof *server);
    ck_assert_ptr_nonnull(server);
    server->api = &api;
    server->config.reply_seconds = REPLY_SECONDS;
    server->watchdog_observer = (struct observer){.api = &api, .ids = &server->ids};
    server->workers = workers_start(2, 4);
    ck_assert_ptr_nonnull(server->workers);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    memset(&c, 0, sizeof c);
    c.socket = ends[0];
    c.server = server;
    c.is_unix = true;
    strcpy(c.seen.id, "the-id");
    peer = ends[1];
}

static void teardown(void)
{
    workers_stop(server->workers);
    exchange_free(c.exchange);
    (void)close(c.socket);
    (void)close(peer);
    free(server);
}

static bool is_cut(void)
{
    return connection_phase(atomic_load(&c.state)) == PHASE_CUT;
}

static void enter(enum phase phase, uint64_t deadline)
{
    atomic_store(&c.state, connection_state(phase, deadline));
}

/* What the peer reads up to the end, "" where nothing but the end comes. */
static const char *told(void)
{
    static char text[2048];
    ssize_t size = recv(peer, text, sizeof text - 1, MSG_WAITALL);
    ck_assert_int_ge(size, 0);
    text[size] = '\0';
    return text;
}

START_TEST(who_is_in_time_goes_on)
{
    static const enum phase phases[] = {PHASE_IDLE, PHASE_HEAD, PHASE_BODY, PHASE_REPLY};
    for (size_t i = 0; i < COUNT_OF(phases); i++) {
        enter(phases[i], NOW + 1);
        for (int looks = 0; looks < 3; looks++) {
            deadline_look(&c, NOW);
            ck_assert(!is_cut());
        }
    }
    enter(PHASE_WORK, CONNECTION_NO_DEADLINE);
    deadline_look(&c, UINT64_MAX >> 3);
    ck_assert(!is_cut());
}
END_TEST

START_TEST(a_late_body_is_told_its_own_id)
{
    enter(PHASE_BODY, NOW);
    deadline_look(&c, NOW);
    ck_assert(is_cut() && atomic_load(&c.is_late));
    const char *reply = told();
    ck_assert_int_eq(strncmp(reply, "HTTP/1.1 408 ", 13), 0);
    ck_assert_ptr_nonnull(strstr(reply, "\r\nX-Request-Id: the-id\r\n"));
    const char *body = strstr(reply, "\r\n\r\n");
    ck_assert_ptr_nonnull(body);
    char length[40];
    (void)snprintf(length, sizeof length, "\r\nContent-Length: %zu\r\n", strlen(body + 4));
    ck_assert_ptr_nonnull(strstr(reply, length));
}
END_TEST

START_TEST(a_late_head_is_told_a_new_id)
{
    enter(PHASE_HEAD, NOW - 1);
    deadline_look(&c, NOW);
    ck_assert(is_cut());
    const char *reply = told();
    ck_assert_int_eq(strncmp(reply, "HTTP/1.1 408 ", 13), 0);
    ck_assert_ptr_null(strstr(reply, "the-id"));
}
END_TEST

/* Nothing may stand behind a reply that has begun, nor come where nothing was asked. */
START_TEST(others_that_are_late_are_told_nothing)
{
    static const enum phase phases[] = {PHASE_IDLE, PHASE_REPLY};
    for (int i = 0; i < 2; i++) {
        enter(phases[i], NOW);
        deadline_look(&c, NOW);
        ck_assert(is_cut() && atomic_load(&c.is_late));
        ck_assert_str_eq(told(), "");
        teardown();
        setup();
    }
}
END_TEST

/* A cut decides only about the state that it was made for. */
START_TEST(who_went_on_is_not_cut)
{
    enter(PHASE_REPLY, NOW + 1);
    deadline_cut(&c, connection_state(PHASE_BODY, NOW), true);
    ck_assert(!is_cut() && !atomic_load(&c.is_late));
}
END_TEST

/* An end with nothing before it is seen at the second look; it is no reason to say that anybody was
 * late. Bytes that are still to be read may be a request. */
START_TEST(a_half_closed_connection)
{
    char byte = 'x';
    enter(PHASE_BODY, NOW + 100000);
    ck_assert_int_eq(send(peer, &byte, 1, 0), 1);
    ck_assert_int_eq(shutdown(peer, SHUT_WR), 0);
    deadline_look(&c, NOW);
    deadline_look(&c, NOW);
    ck_assert(!is_cut());
    ck_assert_int_eq(recv(c.socket, &byte, 1, 0), 1);
    enter(PHASE_BODY, NOW + 100001); /* as a piece that was taken does */
    deadline_look(&c, NOW);
    ck_assert(!is_cut());
    deadline_look(&c, NOW);
    ck_assert(is_cut() && !atomic_load(&c.is_late));
    ck_assert_str_eq(told(), "");
}
END_TEST

/* Who has closed its side may wait for the reply; who is away altogether does not. */
START_TEST(work_for_nobody_is_given_up)
{
    c.exchange = exchange_new(&api);
    ck_assert_ptr_nonnull(c.exchange);
    enter(PHASE_WORK, CONNECTION_NO_DEADLINE);
    ck_assert_int_eq(shutdown(peer, SHUT_WR), 0);
    deadline_look(&c, NOW);
    deadline_look(&c, NOW);
    ck_assert(!exchange_gives_up(c.exchange));
    (void)close(peer);
    deadline_look(&c, NOW);
    ck_assert(exchange_gives_up(c.exchange));
    ck_assert(!is_cut()); /* the worker still has it */
    peer = dup(c.socket);
}
END_TEST

/* A reply that the kernel took whole has its time, and no more. */
START_TEST(what_nobody_takes)
{
    for (int is_read = 0; is_read < 2; is_read++) {
        char reply[] = "reply";
        enter(PHASE_IDLE, NOW + 1000000);
        ck_assert_int_eq(send(c.socket, reply, sizeof reply, 0), sizeof reply);
        deadline_look(&c, NOW);
        deadline_look(&c, NOW); /* is seen */
        deadline_look(&c, NOW + REPLY_SECONDS * 1000 - 1);
        ck_assert(!is_cut());
        if (is_read == 1) {
            ck_assert_int_eq(recv(peer, reply, sizeof reply, MSG_WAITALL), sizeof reply);
        }
        deadline_look(&c, NOW + REPLY_SECONDS * 1000);
        ck_assert_int_eq(is_cut(), is_read == 0);
        teardown();
        setup();
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("deadline");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, who_is_in_time_goes_on);
    tcase_add_test(tcase, a_late_body_is_told_its_own_id);
    tcase_add_test(tcase, a_late_head_is_told_a_new_id);
    tcase_add_test(tcase, others_that_are_late_are_told_nothing);
    tcase_add_test(tcase, who_went_on_is_not_cut);
    tcase_add_test(tcase, a_half_closed_connection);
    tcase_add_test(tcase, work_for_nobody_is_given_up);
    tcase_add_test(tcase, what_nobody_takes);
    return run_tests(tcase);
}
