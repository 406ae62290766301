/* SPDX-License-Identifier: MIT */
/* check_watchdog.c, of src/http/watchdog.c, src/http/relief.c: phases and their deadlines, and
 * who is cut: the late, the gone, and, where memory is short, who stands still. */
#include "http/watchdog.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "http/relief.h"
#include "http/server_internal.h"

enum { CONNECTIONS = 3, MIB = 1024 * 1024, LONG = 60000 };

static struct api api;
static struct server *server;
static struct connection connections[CONNECTIONS];
static int peers[CONNECTIONS];

static void setup(void)
{
    server = calloc(1, sizeof *server);
    ck_assert_ptr_nonnull(server);
    budget_init(&api.budget, (size_t)64 * MIB);
    server->api = &api;
    server->config.reply_seconds = 1;
    observe_ids_start(&server->ids);
    server->watchdog_observer = (struct observer){.api = &api, .ids = &server->ids};
    ck_assert(watchdog_start(&server->watchdog, &api.budget));
}

/* A connection in this phase, with its peer in peers[i]. */
static struct connection *begin(int i, enum phase phase, uint64_t milliseconds)
{
    int ends[2];
    struct connection *c = &connections[i];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    memset(c, 0, sizeof *c);
    c->socket = ends[0];
    c->server = server;
    c->is_unix = true;
    strcpy(c->seen.id, "the-id");
    peers[i] = ends[1];
    ck_assert(connection_enter(c, phase, milliseconds));
    watchdog_add(&server->watchdog, c);
    return c;
}

static void end(int i)
{
    watchdog_remove(&server->watchdog, &connections[i]);
    (void)close(connections[i].socket);
    (void)close(peers[i]);
}

static void teardown(void)
{
    watchdog_stop(&server->watchdog);
    budget_free(&api.budget);
    free(server);
}

static bool is_cut(const struct connection *c)
{
    return connection_phase(atomic_load(&c->state)) == PHASE_CUT;
}

static void wait_milliseconds(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    (void)nanosleep(&time, NULL);
}

/* Until a connection is cut, or long after it had to be. */
static bool is_cut_in_time(const struct connection *c)
{
    for (int i = 0; i < 100 && !is_cut(c); i++) {
        wait_milliseconds(100);
    }
    return is_cut(c);
}

/* What the peer reads up to the end, "" where nothing but the end comes. */
static const char *told(int i)
{
    static char text[1024];
    size_t size = 0;
    ssize_t more;
    while ((more = recv(peers[i], text + size, sizeof text - 1 - size, 0)) > 0) {
        size += (size_t)more;
    }
    text[size] = '\0';
    return text;
}

START_TEST(the_late_are_told)
{
    (void)begin(0, PHASE_BODY, 100);
    (void)begin(1, PHASE_IDLE, 100);
    (void)begin(2, PHASE_HEAD, 100);
    ck_assert_ptr_nonnull(strstr(told(0), "\"request_id\":\"the-id\""));
    ck_assert_str_eq(told(1), "");
    ck_assert_int_eq(strncmp(told(2), "HTTP/1.1 408 ", 13), 0);
    for (int i = 0; i < CONNECTIONS; i++) {
        ck_assert(is_cut(&connections[i]) && atomic_load(&connections[i].is_late));
        ck_assert(!connection_enter(&connections[i], PHASE_REPLY, LONG)); /* too late */
        end(i);
    }
}
END_TEST

START_TEST(who_has_time_goes_on)
{
    struct connection *body = begin(0, PHASE_BODY, LONG);
    struct connection *extended = begin(1, PHASE_BODY, 1000);
    struct connection *work = begin(2, PHASE_WORK, CONNECTION_NO_DEADLINE);
    connection_extend(extended, LONG);
    wait_milliseconds(1500);
    ck_assert(!is_cut(body) && !is_cut(extended) && !is_cut(work));
    ck_assert(connection_enter(body, PHASE_REPLY, LONG));
    for (int i = 0; i < CONNECTIONS; i++) {
        end(i);
    }
}
END_TEST

/* The library does not always see an end; it is no reason to say that anybody was late. */
START_TEST(the_gone_are_cut)
{
    struct connection *gone = begin(0, PHASE_BODY, LONG), *there = begin(1, PHASE_BODY, LONG);
    (void)shutdown(peers[0], SHUT_WR);
    ck_assert(is_cut_in_time(gone) && !atomic_load(&gone->is_late));
    ck_assert(!is_cut(there));
    end(0);
    end(1);
}
END_TEST

/* A reply that the kernel took has its time, and no more. */
START_TEST(what_nobody_takes_is_thrown_away)
{
    struct connection *unread = begin(0, PHASE_IDLE, LONG), *read = begin(1, PHASE_IDLE, LONG);
    ck_assert_int_eq(send(unread->socket, "reply", 5, 0), 5);
    ck_assert(is_cut_in_time(unread) && atomic_load(&unread->is_late));
    ck_assert(!is_cut(read));
    end(0);
    end(1);
}
END_TEST

/* Of those who stand still the largest goes first, and no more than has to. */
START_TEST(who_stands_still_makes_way)
{
    struct account large = {.budget = &api.budget};
    struct connection *small = begin(0, PHASE_BODY, LONG), *most = begin(1, PHASE_BODY, LONG);
    struct connection *moving = begin(2, PHASE_BODY, LONG);
    ck_assert(account_take(&large, (size_t)55 * MIB));
    atomic_store(&small->held_bytes, 5 * MIB);
    atomic_store(&most->held_bytes, 10 * MIB);
    atomic_store(&moving->held_bytes, 40 * MIB);
    for (int i = 0; i < 20; i++) {
        ck_assert(!is_cut(small) && !is_cut(most) && !is_cut(moving));
        atomic_fetch_add(&moving->body_bytes, RELIEF_BYTES);
        wait_milliseconds(100);
    }
    ck_assert(account_take(&large, (size_t)5 * MIB)); /* 4 MiB more than leaves room */
    for (int i = 0; i < 10 && !is_cut(most); i++) {
        atomic_fetch_add(&moving->body_bytes, RELIEF_BYTES);
        wait_milliseconds(100);
    }
    ck_assert(is_cut(most) && !is_cut(small) && !is_cut(moving));
    account_give(&large, large.held_bytes);
    for (int i = 0; i < CONNECTIONS; i++) {
        end(i);
    }
}
END_TEST

static struct watchdog still; /* without a thread: the test is the one that looks */
static atomic_bool is_removed;

static void *remove_one(void *cls)
{
    watchdog_remove(&still, cls);
    atomic_store(&is_removed, true);
    return NULL;
}

/* A connection that is looked at, without the lock, must not be freed meanwhile. Others may go. */
START_TEST(who_is_looked_at_stays)
{
    pthread_t thread;
    pthread_mutex_init(&still.lock, NULL);
    pthread_cond_init(&still.looked, NULL);
    for (int i = 0; i < CONNECTIONS; i++) {
        watchdog_add(&still, &connections[i]);
    }
    still.looked_at = &connections[1];
    watchdog_remove(&still, &connections[0]);
    watchdog_remove(&still, &connections[2]);
    ck_assert_int_eq(pthread_create(&thread, NULL, remove_one, &connections[1]), 0);
    wait_milliseconds(100);
    ck_assert(!atomic_load(&is_removed));
    pthread_mutex_lock(&still.lock);
    still.looked_at = NULL;
    pthread_cond_broadcast(&still.looked);
    pthread_mutex_unlock(&still.lock);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_ptr_null(still.connections);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("watchdog");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, the_late_are_told);
    tcase_add_test(tcase, who_has_time_goes_on);
    tcase_add_test(tcase, the_gone_are_cut);
    tcase_add_test(tcase, what_nobody_takes_is_thrown_away);
    tcase_add_test(tcase, who_stands_still_makes_way);
    tcase_add_test(tcase, who_is_looked_at_stays);
    return run_tests(tcase);
}
