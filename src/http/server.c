/* SPDX-License-Identifier: MIT */
/* server.c: the daemons and threads: start and stop. */
#include "http/server_internal.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/audit_layout.h"
#include "http/peer.h"
#include "system/clock.h"

enum {
    /* Zeroed by the library at every request of a connection, so small; a request's head must fit.
     * Past 32 KiB the library maps it, so that it goes back to the system with the connection. */
    CONNECTION_MEMORY_BYTES = 36 * 1024,
    SETTLE_MILLISECONDS = 100
};

/* The raw target is used (request_note_target); libmicrohttpd must not decode it in place. */
static size_t keep_escapes(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start_daemon(struct listener *listener)
{
    const struct server *server = listener->server;
    assert(server->config.threads > 0);
    uint64_t each = server->api->limits.connections / server->config.threads;
    unsigned connections = listener->is_admin ? SERVER_ADMIN_CONNECTIONS
                           : each > 0         ? (unsigned)each
                                              : 1;
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_LISTEN_SOCKET, listener->socket, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY_BYTES, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, connections, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)server->config.idle_seconds, NULL},
#if MHD_VERSION >= 0x01000000 /* at this level 0.9.75 garbles its own 400 */
        {MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL},
#endif
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
        0, NULL, NULL, request_handle, listener, MHD_OPTION_EXTERNAL_LOGGER, library_refusals_note,
        &listener->refusals, MHD_OPTION_ARRAY, options, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes,
        NULL, MHD_OPTION_URI_LOG_CALLBACK, request_note_target, listener,
        MHD_OPTION_NOTIFY_CONNECTION, request_note_connection, listener,
        MHD_OPTION_NOTIFY_COMPLETED, request_note_end, listener, MHD_OPTION_END);
}

static struct observer observer_of(struct server *server, size_t shard)
{
    return (struct observer){.api = server->api,
                             .ids = &server->ids,
                             .shard = metrics_shard(server->api->metrics, shard)};
}

/* Each daemon has a copy of the socket of its own, so that it can be closed with it. False with one
 * sentence in error: what errno says after MHD_start_daemon may be of its cleaning up. */
static bool add_listener(struct server *server, int socket, bool is_admin,
                         char error[SERVER_ERROR_BYTES])
{
    struct listener *listener = &server->listeners[server->listener_count];
    *listener = (struct listener){.server = server, .socket = dup(socket), .is_admin = is_admin};
    if (listener->socket < 0) {
        (void)snprintf(error, SERVER_ERROR_BYTES, "cannot start serving: %s", strerror(errno));
        return false;
    }
    peer_limit_unsent(listener->socket);
    listener->observer = observer_of(server, server->listener_count);
    listener->daemon = start_daemon(listener);
    if (listener->daemon == NULL) {
        (void)close(listener->socket);
        (void)snprintf(
            error, SERVER_ERROR_BYTES,
            "cannot start serving: no thread, no memory or no file for one more listener");
        return false;
    }
    server->listener_count++;
    return true;
}

static bool add_listeners(struct server *server, char error[SERVER_ERROR_BYTES])
{
    for (unsigned i = 0; i < server->config.threads; i++) {
        if (!add_listener(server, server->config.listen_socket, false, error)) {
            return false;
        }
    }
    return server->config.admin_socket < 0 ||
           add_listener(server, server->config.admin_socket, true, error);
}

/* Take no new connections on the listeners of this kind; their sockets are ours to close. */
static void quiesce(const struct server *server, bool is_admin)
{
    for (unsigned i = 0; i < server->listener_count; i++) {
        if (server->listeners[i].is_admin == is_admin) {
            (void)MHD_quiesce_daemon(server->listeners[i].daemon);
        }
    }
}

/* Once nothing runs any more. */
static void discard(struct server *server)
{
    metrics_free(server->api->metrics);
    server->api->metrics = NULL;
    flight_destroy(&server->flight);
    free(server);
}

/* Requests in flight must be over, but for a worker's: every connection is closed. */
static void close_all(struct server *server)
{
    if (server->workers != NULL) { /* a suspended connection would abort the library's stop */
        workers_finish(server->workers);
    }
    for (unsigned i = 0; i < server->listener_count; i++) {
        MHD_stop_daemon(server->listeners[i].daemon);
        (void)close(server->listeners[i].socket);
    }
    if (server->workers != NULL) {
        workers_stop(server->workers);
    }
    watchdog_stop(&server->watchdog);
    discard(server);
}

struct server *server_start(struct api *api, const struct server_config *config,
                            char error[SERVER_ERROR_BYTES])
{
    struct server *server =
        calloc(1, sizeof *server + (config->threads + 1) * sizeof server->listeners[0]);
    (void)snprintf(error, SERVER_ERROR_BYTES, "cannot start serving: no thread, or no memory");
    if (server == NULL) {
        return NULL;
    }
    server->api = api;
    server->config = *config;
    flight_init(&server->flight);
    observe_ids_start(&server->ids);
    receive_buffers_init(&server->receive_buffers, (size_t)api->limits.request_memory_bytes / 8);
    api->library_version = MHD_get_version();
    /* A shard for each I/O thread, for the admin listener's, and for the watchdog. */
    api->metrics = metrics_new(api_route_count, api_route_pattern, config->threads + 2);
    if (api->metrics == NULL || !watchdog_start(&server->watchdog, &api->budget)) {
        discard(server);
        return NULL;
    }
    server->watchdog_observer = observer_of(server, config->threads + 1);
    server->workers = workers_start((unsigned)config->workers, (unsigned)config->work_queue);
    if (server->workers == NULL || !add_listeners(server, error)) {
        quiesce(server, false);
        quiesce(server, true);
        atomic_store(&api->cancelled, true); /* who was served already is not answered */
        close_all(server);
        return NULL;
    }
    return server;
}

static void wait_milliseconds(uint64_t milliseconds)
{
    struct timespec left = {.tv_sec = (time_t)(milliseconds / 1000),
                            .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

static uint64_t seconds_from_now(uint64_t seconds)
{
    return clock_nanoseconds(CLOCK_MONOTONIC) + seconds * 1000000000;
}

/* tests/proof models these steps; their order matters. */
void server_stop(struct server *server)
{
    atomic_store(&server->api->draining, true); /* /readyz fails; replies say Connection: close */
    /* What was sent before the signal may still be in the sockets: let the I/O threads read it. */
    wait_milliseconds(server->config.grace_seconds * 1000 + SETTLE_MILLISECONDS);
    quiesce(server, false);
    /* Otherwise new clients would connect to the backlog and wait for nothing. On an inherited
     * socket they wait for whom the service manager starts next. */
    if (!server->config.listen_is_inherited) {
        (void)shutdown(server->config.listen_socket, SHUT_RD);
    }
    /* Who has connected just now has a moment to ask. */
    wait_milliseconds(SETTLE_MILLISECONDS);
    uint64_t deadline = seconds_from_now(server->config.drain_seconds);
    (void)flight_wait(&server->flight, deadline);
    quiesce(server, true);                         /* until here one can look on */
    flight_close(&server->flight);                 /* from here on no request begins ... */
    if (!flight_wait(&server->flight, deadline)) { /* ... and those that did are waited for */
        /* Out of time: work stops at its next look; each worker still resumes its connection. */
        atomic_store(&server->api->cancelled, true);
        (void)flight_wait(&server->flight, seconds_from_now(1));
    }
    close_all(server);
}

const char *server_library_version(void)
{
    return MHD_get_version();
}

const char *server_library_warning(void)
{
    static const char warning[] =
        "this version of libmicrohttpd is not known: two forgeries of header fields are not looked "
        "for (SECURITY.md, folded names and NUL)";
    return audit_layout_support(MHD_get_version()) == AUDIT_LAYOUT_UNKNOWN ? warning : NULL;
}
