/* SPDX-License-Identifier: MIT */
/* connection.h: one client connection: the request on it, and how long it may still take.
 *
 * A connection is always in one phase, and each phase has a deadline. Both are one atomic word: the
 * connection's I/O thread moves it from phase to phase, the watchdog (watchdog.h) cuts it when the
 * deadline has passed. Whoever changes the word first wins, so a request is never cut after its
 * reply was begun, nor answered after it was cut.
 */
#ifndef NIMSUM_HTTP_CONNECTION_H
#define NIMSUM_HTTP_CONNECTION_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "http/observe.h"
#include "http/raw_target.h"
#include "http/workers.h"

enum phase {
    PHASE_IDLE,  /* before a request's first line is whole */
    PHASE_HEAD,  /* header fields are due */
    PHASE_BODY,  /* the head was taken, the body comes */
    PHASE_WORK,  /* suspended, a worker finishes the exchange: no deadline */
    PHASE_REPLY, /* the reply is on its way */
    PHASE_CUT    /* shut by the watchdog: only its end is due */
};

struct listener;
struct server;

/* How far an upload or a reply has come, as relief.h sees it. */
struct progress {
    enum phase phase;
    bool stands_still;
    uint64_t moved, since;
};

struct connection {
    /* What the watchdog looks at stands together: it goes along all connections. */
    struct connection *previous, *next; /* in the watchdog's list, under its lock */
    _Atomic uint64_t state;             /* deadline in milliseconds times 8, plus the phase */
    int socket;
    bool is_unix;                /* the socket does not tell what the peer has taken */
    atomic_bool is_late;         /* cut since a deadline had passed */
    _Atomic uint64_t body_bytes; /* taken */
    _Atomic size_t held_bytes;   /* of request memory, at the last piece */

    /* The watchdog's own: the state it saw last; whether it has looked for the peer's end since
     * that state began; what the peer had acknowledged when this reply was first seen. */
    bool looked_for_end;
    uint64_t watched_state, acked_before;
    uint64_t unsent_deadline; /* of what the kernel still has of the reply before; 0: nothing */
    struct progress progress;

    struct server *server;
    const struct observer *observer; /* of the connection's I/O thread */
    struct MHD_Connection *library_connection;
    char remote[OBSERVE_REMOTE_BYTES];
    bool is_admin;         /* came by the admin listener */
    bool has_large_buffer; /* of the server's receive_buffers */

    /* The I/O thread's, or the worker's while in PHASE_WORK. */
    struct exchange *exchange;     /* serves all its requests; NULL before the first */
    const struct api_reply *reply; /* once a worker has finished the exchange */
    struct job job;
    bool in_flight;          /* a request of it is counted */
    bool is_begun;           /* the exchange serves that request */
    bool is_of_library;      /* its status is one that the library has told by itself */
    uint64_t drained;        /* of the bytes taken, those after the refusal */
    uint64_t phase_start;    /* milliseconds */
    struct observation seen; /* its id is the watchdog's to read, in PHASE_BODY */
    struct raw_target target;
};

static inline enum phase connection_phase(uint64_t state)
{
    return (enum phase)(state & 7);
}

static inline uint64_t connection_deadline(uint64_t state)
{
    return state >> 3;
}

static inline uint64_t connection_state(enum phase phase, uint64_t deadline)
{
    return deadline << 3 | phase;
}

#define CONNECTION_NO_DEADLINE (UINT64_MAX >> 3)

/* The connection that libmicrohttpd has accepted on this listener begins, and is watched from now
 * on. NULL: no memory. */
struct connection *connection_open(struct listener *listener,
                                   struct MHD_Connection *library_connection);

/* It is over, and so is every request on it; its socket is still open. */
void connection_close(struct connection *connection);

/* What connection_open has returned for it. */
struct connection *connection_of(struct MHD_Connection *library_connection);

/* Move to a phase whose deadline is milliseconds from now, or CONNECTION_NO_DEADLINE. False: the
 * connection was cut. */
bool connection_enter(struct connection *connection, enum phase phase, uint64_t milliseconds);

/* Give the open phase until start + milliseconds, where start is when the phase began. */
void connection_extend(struct connection *connection, uint64_t milliseconds);

/* Log and count the request that is over, before its exchange is ended. */
void connection_note_end(struct connection *connection, enum MHD_RequestTerminationCode code);

#endif
