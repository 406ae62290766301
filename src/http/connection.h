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
#include "http/workers.h"

enum phase {
    PHASE_IDLE,  /* before a request's first line is whole */
    PHASE_HEAD,  /* header fields are due */
    PHASE_BODY,  /* the head was taken, the body comes */
    PHASE_WORK,  /* suspended, a worker finishes the exchange: no deadline */
    PHASE_REPLY, /* the reply is on its way */
    PHASE_CUT    /* shut by the watchdog: only its end is due */
};

struct server;

enum { SHORT_TARGET_BYTES = 256 };

/* How far an upload or a reply has come, as relief.h sees it. */
struct progress {
    enum phase phase;
    bool stands_still;
    uint64_t moved, since;
};

struct connection {
    struct connection *previous, *next; /* in the server's list, under its lock */
    int socket;
    _Atomic uint64_t state; /* deadline in milliseconds times 8, plus the phase */
    atomic_bool is_late;    /* cut since a deadline had passed */
    char remote[OBSERVE_REMOTE_BYTES];
    bool is_admin;                   /* came by the admin listener */
    bool is_unix;                    /* the socket does not tell what the peer has taken */
    bool has_large_buffer;           /* of the server's receive_buffers */
    const struct observer *observer; /* of the connection's I/O thread */

    /* The I/O thread's, or the worker's while in PHASE_WORK. */
    struct exchange *exchange;     /* serves all its requests; NULL before the first */
    const struct api_reply *reply; /* once a worker has finished the exchange */
    bool in_flight;                /* a request of it is counted */
    bool is_begun;                 /* the exchange serves that request */
    bool is_of_library;            /* its status is one that the library has told by itself */
    _Atomic uint64_t body_bytes;   /* taken; the watchdog reads it, too */
    _Atomic size_t held_bytes;     /* of request memory, at the last piece; likewise */
    uint64_t drained;              /* of the bytes taken, those after the refusal */
    uint64_t phase_start;          /* milliseconds */
    char *target;                  /* copy of the raw request target, until its head was read */
    size_t mapped_target_bytes;    /* 0: it stands in short_target */
    char short_target[SHORT_TARGET_BYTES];
    const char *target_place; /* where the library has it: for the layout check only */
    struct observation seen;  /* its id is the watchdog's to read, in PHASE_BODY */

    /* For the worker. */
    struct job job;
    struct MHD_Connection *library_connection;
    struct server *server;

    /* The watchdog's: the state it saw last; whether it has looked for the peer's end since that
     * began; what the peer had acknowledged when this reply was first seen. */
    uint64_t watched_state, acked_before;
    bool looked_for_end;
    uint64_t unsent_deadline; /* of what the kernel still has of the reply before; 0: nothing */
    struct progress progress;
};

/* Milliseconds of a clock that never goes back; a few milliseconds coarse. */
uint64_t connection_clock(void);

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

/* Move to a phase whose deadline is milliseconds from now, or CONNECTION_NO_DEADLINE. False: the
 * connection was cut. */
bool connection_enter(struct connection *connection, enum phase phase, uint64_t milliseconds);

/* Give the open phase until start + milliseconds, where start is when the phase began. */
void connection_extend(struct connection *connection, uint64_t milliseconds);

/* Log and count the request that is over, before its exchange is ended. */
void connection_note_end(struct connection *connection, enum MHD_RequestTerminationCode code);

#endif
