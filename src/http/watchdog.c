/* SPDX-License-Identifier: MIT */
/* watchdog.c: one thread, one list. */
#include "http/watchdog.h"

#include <errno.h>
#include <malloc.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "http/relief.h"
#include "http/server_internal.h"
#include "http/unsent.h"

enum { TICK_MILLISECONDS = 250, TRIM_TICKS = 16, CORS_BYTES = 1024 };

/* The fields as lines of a head, where they fit. */
static void print_fields(const struct api_field *fields, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (; fields->name != NULL && used < size; fields++) {
        used += (size_t)snprintf(out + used, size - used, "%s: %s\r\n", fields->name,
                                 fields->value);
    }
    if (used >= size) {
        out[0] = '\0';
    }
}

/* Tell the client why, if the socket takes it at once: the library cannot reply in the middle of a
 * request. */
static void send_timeout_reply(const struct connection *c, const char *request_id)
{
    char date[64], body[256 + OBSERVE_ID_BYTES], cors[CORS_BYTES];
    char reply[512 + sizeof body + sizeof cors + OBSERVE_ID_BYTES];
    struct api_field fields[API_CORS_FIELDS];
    api_cors_fields(c->server->api, c->is_admin, fields);
    print_fields(fields, cors, sizeof cors);
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) == NULL ||
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc) == 0) {
        return;
    }
    int body_size = snprintf(
        body, sizeof body,
        "{\"type\":\"/problems/request-timeout\",\"title\":\"The request came too slowly\","
        "\"status\":408,\"detail\":\"the head or the body took too long\","
        "\"code\":\"request-timeout\",\"request_id\":\"%s\"}\n",
        request_id);
    int size = snprintf(reply, sizeof reply,
                        "HTTP/1.1 408 Request Timeout\r\nDate: %s\r\n"
                        "Content-Type: application/problem+json\r\nCache-Control: no-store\r\n"
                        "X-Request-Id: %s\r\n%s"
                        "Connection: close\r\nContent-Length: %d\r\n\r\n%s",
                        date, request_id, cors, body_size, body);
    (void)send(c->socket, reply, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* A reply's deadline moves with what the peer takes. Returns whether it has time left. */
static bool reply_has_time(struct connection *c, uint64_t state, bool is_new, uint64_t now)
{
    if (is_new) {
        c->acked_before = unsent_acknowledged(c->socket);
    }
    if (connection_deadline(state) > now) {
        return true;
    }
    uint64_t taken = unsent_acknowledged(c->socket) - c->acked_before;
    return connection_deadline(state) + watchdog_transfer_milliseconds(taken) > now;
}

/* Begin to watch what the kernel still has of the last reply, if anything: no phase tells that it
 * was taken. */
static void note_unsent(struct connection *c, uint64_t now)
{
    uint64_t bytes = unsent_bytes(c->socket);
    c->unsent_deadline = 0;
    if (bytes > 0) {
        uint64_t time = c->server->config.reply_seconds * 1000;
        c->unsent_deadline = now + time + (c->is_unix ? watchdog_transfer_milliseconds(bytes) : 0);
        c->acked_before = unsent_acknowledged(c->socket);
    }
}

/* Whether that has time left. */
static bool unsent_has_time(struct connection *c, uint64_t now)
{
    if (c->unsent_deadline == 0 || now < c->unsent_deadline) {
        return true;
    }
    if (unsent_bytes(c->socket) == 0) {
        c->unsent_deadline = 0;
        return true;
    }
    uint64_t taken = unsent_acknowledged(c->socket) - c->acked_before;
    return now < c->unsent_deadline + watchdog_transfer_milliseconds(taken);
}

/* Whether the peer has closed its side and everything it sent was read: no request can come or go
 * on. The library does not always see an end that comes together with the last bytes. */
static bool peer_is_gone(int socket)
{
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* Whether the peer has reset the connection, so that nothing can be told it any more. Its orderly
 * end is none: it may wait for the reply. */
static bool has_reset(int socket)
{
    struct pollfd look = {.fd = socket, .events = 0};
    return poll(&look, 1, 0) == 1 && (look.revents & (POLLERR | POLLHUP)) != 0;
}

/* A job for nobody: it is not begun, or gives up. */
static void end_job(struct connection *c)
{
    exchange_abandon(c->exchange);
    workers_drop(c->server->workers, &c->job);
}

/* Shut the connection, unless it went on in the meantime; the library sees that, and closes. */
static void cut(struct connection *c, uint64_t state, bool is_late)
{
    const struct observer *observer = &c->server->watchdog_observer;
    enum phase phase = connection_phase(state);
    if (!atomic_compare_exchange_strong(&c->state, &state, connection_state(PHASE_CUT, 0))) {
        return;
    }
    if (is_late) {
        atomic_store(&c->is_late, true);
    }
    if (is_late && phase == PHASE_BODY) {
        send_timeout_reply(c, c->seen.id);
    } else if (is_late && phase == PHASE_HEAD) {
        char id[OBSERVE_ID_BYTES + 1]; /* no request was handed over, so this is its one trace */
        observe_make_id(observer->ids, id);
        send_timeout_reply(c, id);
        observe_turned_away(observer, PROBLEM_REQUEST_TIMEOUT, id, c->remote, "late");
    }
    if (is_late && (phase == PHASE_REPLY || phase == PHASE_IDLE)) {
        unsent_discard(c->socket);
    }
    (void)shutdown(c->socket, SHUT_RDWR);
}

static void look_at(struct connection *c, uint64_t now)
{
    uint64_t state = atomic_load(&c->state);
    enum phase phase = connection_phase(state);
    bool is_new = c->watched_state != state;
    bool may_be_gone = !is_new && !c->looked_for_end;
    c->watched_state = state;
    c->looked_for_end = !is_new;
    if (phase == PHASE_IDLE && may_be_gone) {
        note_unsent(c, now);
    } else if (phase != PHASE_IDLE || is_new) {
        c->unsent_deadline = 0;
    }
    relief_look(c, now);
    switch (phase) {
    case PHASE_IDLE:
        if (!unsent_has_time(c, now)) {
            cut(c, state, true);
            break;
        }
        /* fall through */
    case PHASE_HEAD:
    case PHASE_BODY:
        if (connection_deadline(state) <= now) {
            cut(c, state, true);
        } else if (may_be_gone && peer_is_gone(c->socket)) {
            cut(c, state, false);
        }
        break;
    case PHASE_REPLY:
        if (!reply_has_time(c, state, is_new, now)) {
            cut(c, state, true);
        }
        break;
    case PHASE_WORK:
        if (has_reset(c->socket)) {
            end_job(c);
        }
        break;
    case PHASE_CUT: break;
    }
}

static void look(const struct watchdog *w, uint64_t now)
{
    for (struct connection *c = w->connections; c != NULL; c = c->next) {
        look_at(c, now);
    }
}

/* While memory is short, end those who stand still. What they hold comes back when their threads see
 * it. */
static void relieve(const struct watchdog *w)
{
    size_t shortage = budget_shortage(w->budget), awaited = 0;
    while (awaited < shortage) {
        struct connection *c = relief_next(w->connections);
        if (c == NULL) {
            break;
        }
        awaited += atomic_load_explicit(&c->held_bytes, memory_order_relaxed);
        c->progress.stands_still = false;
        cut(c, atomic_load(&c->state), true);
    }
}

static void look_round(struct watchdog *w)
{
    look(w, connection_clock());
    relieve(w);
    pthread_mutex_unlock(&w->lock);
    mappings_age(&w->budget->mappings);
    if (++w->ticks % TRIM_TICKS == 0) {
        (void)malloc_trim(0); /* else a few small blocks keep the pages of large trees with us */
    }
    pthread_mutex_lock(&w->lock);
}

/* Memory is given back without the lock, which new connections wait for: it takes its time. */
static void give_back(struct watchdog *w)
{
    pthread_mutex_unlock(&w->lock);
    mappings_clear(&w->budget->mappings);
    pthread_mutex_lock(&w->lock);
}

static struct timespec next_tick(void)
{
    struct timespec next;
    (void)clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_nsec += TICK_MILLISECONDS * 1000000L;
    next.tv_sec += next.tv_nsec / 1000000000L;
    next.tv_nsec %= 1000000000L;
    return next;
}

static void *watch(void *cls)
{
    struct watchdog *w = cls;
    pthread_mutex_lock(&w->lock);
    struct timespec tick = next_tick();
    while (!w->stopping) {
        int status = pthread_cond_timedwait(&w->wake, &w->lock, &tick);
        give_back(w);
        if (status == ETIMEDOUT) {
            look_round(w);
            tick = next_tick();
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Without the lock: a wake-up that is lost is made up for at the next tick. */
static void wake(void *cls)
{
    pthread_cond_signal(&((struct watchdog *)cls)->wake);
}

bool watchdog_start(struct watchdog *w, struct budget *budget)
{
    pthread_condattr_t monotonic;
    *w = (struct watchdog){.budget = budget};
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    mappings_defer(&budget->mappings, wake, w);
    if (pthread_create(&w->thread, NULL, watch, w) == 0) {
        return true;
    }
    mappings_defer(&budget->mappings, NULL, NULL);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
    return false;
}

void watchdog_stop(struct watchdog *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
    mappings_defer(&w->budget->mappings, NULL, NULL);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
}

void watchdog_add(struct watchdog *w, struct connection *c)
{
    pthread_mutex_lock(&w->lock);
    c->previous = NULL;
    c->next = w->connections;
    if (c->next != NULL) {
        c->next->previous = c;
    }
    w->connections = c;
    pthread_mutex_unlock(&w->lock);
}

void watchdog_remove(struct watchdog *w, struct connection *c)
{
    pthread_mutex_lock(&w->lock);
    if (c->previous != NULL) {
        c->previous->next = c->next;
    } else {
        w->connections = c->next;
    }
    if (c->next != NULL) {
        c->next->previous = c->previous;
    }
    pthread_mutex_unlock(&w->lock);
}
