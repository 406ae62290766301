/* SPDX-License-Identifier: MIT */
/* connection.c: a connection's beginning and end, its phases, and how its requests ended. */
#include "http/connection.h"

#include <stdlib.h>
#include <string.h>

#include "http/peer.h"
#include "http/server_internal.h"
#include "system/clock.h"

struct connection *connection_of(struct MHD_Connection *library_connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

struct connection *connection_open(struct listener *listener,
                                   struct MHD_Connection *library_connection)
{
    struct server *server = listener->server;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct connection *c = info == NULL ? NULL : calloc(1, sizeof *c);
    if (c == NULL) {
        return NULL;
    }
    c->socket = info->connect_fd;
    c->server = server;
    c->observer = &listener->observer;
    c->is_admin = listener->is_admin;
    info = MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    observe_remote(info == NULL ? NULL : info->client_addr, c->remote);
    c->is_unix = strcmp(c->remote, "unix") == 0;
    c->library_connection = library_connection;
    (void)connection_enter(c, PHASE_IDLE, server->config.header_seconds * 1000);
    watchdog_add(&server->watchdog, c);
    metrics_connection(c->observer->shard, false);
    return c;
}

void connection_close(struct connection *c)
{
    struct server *server = c->server;
    watchdog_remove(&server->watchdog, c);
    peer_leave(c->socket, server->config.reply_seconds);
    metrics_connection(c->observer->shard, true);
    if (c->has_large_buffer) {
        receive_buffer_give(&server->receive_buffers);
    }
    exchange_free(c->exchange);
    raw_target_drop(&c->target);
    free(c);
}

/* Only the watchdog changes the word beside the caller, and only once, to PHASE_CUT. */
static bool change(struct connection *c, uint64_t wanted)
{
    uint64_t state = atomic_load(&c->state);
    return connection_phase(state) != PHASE_CUT &&
           atomic_compare_exchange_strong(&c->state, &state, wanted);
}

bool connection_enter(struct connection *c, enum phase phase, uint64_t milliseconds)
{
    uint64_t deadline = CONNECTION_NO_DEADLINE;
    c->phase_start = clock_milliseconds();
    if (milliseconds != CONNECTION_NO_DEADLINE) {
        deadline = c->phase_start + milliseconds;
    }
    return change(c, connection_state(phase, deadline));
}

void connection_extend(struct connection *c, uint64_t milliseconds)
{
    enum phase phase = connection_phase(atomic_load(&c->state));
    if (phase != PHASE_CUT) {
        (void)change(c, connection_state(phase, c->phase_start + milliseconds));
    }
}

/* One word for how the request ended. */
static const char *end_word(const struct connection *c, enum MHD_RequestTerminationCode code)
{
    if (connection_phase(atomic_load(&c->state)) == PHASE_CUT) {
        return atomic_load(&c->is_late) ? "late" : "gone";
    }
    switch (code) {
    case MHD_REQUEST_TERMINATED_COMPLETED_OK: return "done";
    case MHD_REQUEST_TERMINATED_TIMEOUT_REACHED: return "idle";
    case MHD_REQUEST_TERMINATED_DAEMON_SHUTDOWN: return "stop";
    case MHD_REQUEST_TERMINATED_READ_ERROR:
    case MHD_REQUEST_TERMINATED_CLIENT_ABORT: return "gone";
    case MHD_REQUEST_TERMINATED_WITH_ERROR: break;
    }
    return "error";
}

void connection_note_end(struct connection *c, enum MHD_RequestTerminationCode code)
{
    struct api_notes notes = {.route = api_route_count};
    if (c->is_begun) {
        notes = exchange_notes(c->exchange);
    } else if (c->seen.status != 0) {
        notes.problem = PROBLEM_OVERLOADED; /* there was no memory for an exchange */
    }
    if (c->is_of_library) {
        notes.problem = PROBLEM_BAD_REQUEST;
    }
    bool is_cut = connection_phase(atomic_load(&c->state)) == PHASE_CUT;
    if (is_cut && atomic_load(&c->is_late) && c->seen.status == 0) {
        notes.problem = PROBLEM_REQUEST_TIMEOUT; /* told by the watchdog */
        c->seen.status = problem_kind(PROBLEM_REQUEST_TIMEOUT)->status;
    }
    observe_end(c->observer, &c->seen, &notes, c->body_bytes, c->remote, end_word(c, code));
}
