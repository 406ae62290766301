/* SPDX-License-Identifier: MIT */
/* stop.pml: requests on their way while the server stops, as a model for Spin.
 *
 * Each inline is named after the function of src/http whose steps it takes; one step here is one
 * access to what threads share there (an atomic, or what one lock guards). libmicrohttpd is modelled
 * as it was seen to behave: a resume is noted and taken up by the connection's own thread, a daemon
 * that is stopped while one of its connections is suspended aborts the process.
 *
 * request.pml has the requests and the daemons' threads, workers.pml the workers and the watchdog; here
 * are what they share, the clients and the stop.
 *
 * Checked, for every interleaving:
 *   - a request that was begun is answered, or cut by the watchdog, unless the stop ran out of time;
 *   - it is never answered twice, nor answered after it was cut, nor cut while it is answered;
 *   - no connection is resumed that is not suspended, or twice;
 *   - no daemon is stopped with a suspended connection, nor with one taken after the quiesce unanswered;
 *   - when the server has stopped nothing is in flight, queued or held;
 *   - the stop always ends (no deadlock; with -DEND also as a property of every fair run).
 *
 * Configuration: CLIENTS, THREADS (of I/O), REQUESTS a connection, and STALLERS, how many of the clients
 * may stall in mid-request and have their deadlines pass; without any, the stop has the time it needs.
 * Each fault macro puts one fault in, and each must be found:
 *   PUBLISH_FIRST  the job is published, then the connection suspended
 *   COUNT_LATE     `closed` is read, then the request counted
 *   STOP_EARLY     requests in flight are not waited for
 *   ONE_WAIT       they are not waited for again once `closed` is set
 *   WORKERS_LAST   workers_finish comes after the daemons are stopped
 *   WORK_LATE      workers_finish leaves the queue open for new work
 *   NO_QUIESCE     connections are taken while the server stops
 *   TWO_RESUMERS   the stop resumes what waits for a worker when its time is over
 *   BLIND_CUT      the watchdog cuts without compare-and-swap
 *
 * With -DADMIN the last daemon is the admin listener's and the last client its own: it takes connections until
 * the drain is over, and what came to it too late to be begun may be closed.
 *
 * Left out: lost wake-ups of condition variables (a wait here is its condition; wakeups.pml has them), jobs that are
 * dropped while they wait (a worker ends them like others), weak memory (the atomics are sequentially consistent).
 */
#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef THREADS
#define THREADS 1
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif
#ifndef STALLERS
#define STALLERS 0
#endif
#define WORKERS 2
#define QUEUE   1

/* enum phase of connection.h; the word also holds how many requests came before, which stands for the
 * deadline: no two phases of a connection have the same word. */
#define IDLE  0
#define HEAD  1
#define BODY  2
#define WORK  3
#define REPLY 4
#define CUT   5
#define PHASE(word) ((word) % 8)

#ifdef ADMIN
#define IS_ADMIN(d)        ((d) == THREADS - 1)
#define IS_ADMIN_CLIENT(i) ((i) == CLIENTS - 1)
#else
#define IS_ADMIN(d)        false
#define IS_ADMIN_CLIENT(i) false
#endif

/* Clients that may stall in mid-request, and whose deadlines may pass. */
#define STALLS(i) ((i) < STALLERS)

/* How far libmicrohttpd is with a connection's request. */
#define NO_REQUEST  0
#define BODY_COMES  1
#define REPLY_GOES  2

typedef connection {
    bool waiting, open, late;  /* in the backlog; taken by a daemon; that after its quiesce */
    byte owner;                /* the daemon */
    byte sent;                 /* by the client: 1 the head, 2 the body's end */
    bool reads;                /* the client takes its reply */
    byte served;               /* replies it has taken whole */
    byte word;                 /* struct connection's state */
    byte step;
    bool begun, counted;       /* the request: flight_enter said yes; is counted in in_flight */
    byte answers;              /* replies queued for it */
    bool told;                 /* the watchdog's 408 */
    bool worked;               /* c->reply is set */
    bool closing;              /* the reply says Connection: close */
    bool suspended, resuming;
    bool shut;                 /* by the watchdog */
    bool dropped;              /* the library is about to end it */
    bool queued, is_long;    /* its job */
}
connection c[CLIENTS];

bool draining, closed, cancelled, listen_shut, past_quiesce, out_of_time, stopped;
byte in_flight;
bool quiesced[THREADS], stop[THREADS], joined[THREADS];

byte taken, running, running_long, workers_left = WORKERS; /* struct workers */
bool finishing, stopping;
bool watchdog_lock, watchdog_stopping, watchdog_left = true;

#include "request.pml"
#include "workers.pml"

/* A client: connects, sends nothing, a part or all of its requests, and takes its replies or not. */
proctype client(byte i)
{
    byte round;
    c[i].waiting = true;
    if
    :: !c[i].waiting
    :: atomic { c[i].waiting && (listen_shut && !IS_ADMIN_CLIENT(i) || stopped) -> c[i].waiting = false; goto gone }
    fi;
    do
    :: round == REQUESTS -> break
    :: round < REQUESTS ->
        if
        :: atomic { c[i].open -> c[i].sent = 1 }
        :: break /* an idle connection, or a closed one */
        fi;
        if
        :: atomic { c[i].open -> c[i].sent = 2; c[i].reads = true }
        :: !c[i].open -> break
        :: STALLS(i) -> break /* the rest of the body never comes */
        :: atomic { STALLS(i) && c[i].open -> c[i].sent = 2 }; break /* the reply is never taken */
        fi;
        round++;
        if
        :: c[i].served == round
        :: c[i].served < round && !c[i].open -> break
        fi
    od;
gone:
    round = 0
}

/* flight.c: until none is in flight or the time is over. */
inline wait_until_drained()
{
    if
    :: in_flight == 0
    :: STALLERS > 0 && in_flight > 0 -> past_deadline = true
#ifdef STOP_EARLY
    :: true
#endif
    fi
}

active proctype server_stop()
{
    byte d;
    bool past_deadline;
    atomic {
        for (d : 0 .. THREADS - 1) { run daemon(d) };
        for (d : 1 .. WORKERS) { run worker() };
        for (d : 0 .. CLIENTS - 1) { run client(d) };
        run watchdog()
    };
    draining = true;
#ifndef NO_QUIESCE
    for (d : 0 .. THREADS - 1) { quiesced[d] = !IS_ADMIN(d) }; /* quiesce */
    atomic { listen_shut = true; past_quiesce = true };
#else
    past_quiesce = true;
#endif
    wait_until_drained();
#ifdef ADMIN
    quiesced[THREADS - 1] = true;
#endif
    closed = true;
#ifndef ONE_WAIT
    if
    :: !past_deadline -> wait_until_drained()
    :: past_deadline /* the second wait ends at once */
    fi;
#endif
    if
    :: past_deadline && in_flight > 0 ->
        d_step { out_of_time = true; cancelled = true };
#ifdef TWO_RESUMERS
        for (d : 0 .. CLIENTS - 1) {
            if
            :: c[d].suspended -> MHD_resume_connection(d)
            :: else
            fi
        };
#endif
        wait_until_drained() /* a second more */
    :: else
    fi;
#ifndef WORKERS_LAST
    finishing = true; /* workers_finish */
    taken == 0 && running == 0;
#endif
    for (d : 0 .. THREADS - 1) { /* close_all */
        stop[d] = true;
        joined[d]
    };
#ifdef WORKERS_LAST
    finishing = true;
    taken == 0 && running == 0;
#endif
    stopping = true; /* workers_stop */
    workers_left == 0;
    watchdog_stopping = true; /* watchdog_stop */
    !watchdog_left;
    assert(in_flight == 0 && taken == 0 && running == 0 && !watchdog_lock);
    for (d : 0 .. CLIENTS - 1) {
        assert(!c[d].open && !c[d].suspended && !c[d].queued && !c[d].resuming)
    };
    stopped = true
}

#ifdef END
ltl end { <> stopped }
#endif
