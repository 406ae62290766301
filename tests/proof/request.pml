/* SPDX-License-Identifier: MIT */
/* request.pml: src/http/connection.c and request.c, and what libmicrohttpd does around them. Part of
 * stop.pml. */

/* An inline without an atomic of its own is used inside one: what one thread does in a row to words that
 * no other thread looks at together is one step, since nobody could tell.
 *
 * connection.c: false where the watchdog was first. */
inline connection_enter(i, phase, ok)
{
    ok = (PHASE(c[i].word) != CUT);
    c[i].word = (ok -> c[i].served * 8 + phase : c[i].word)
}

/* request.c */
inline leave_flight(i)
{
    assert(in_flight > 0);
    in_flight--;
    c[i].counted = false
}

inline request_note_end(i, ok)
{
    if
    :: c[i].counted ->
        assert(!c[i].begun || c[i].answers == 0 || !c[i].told);
        /* step is NO_REQUEST where the reply was taken whole */
        assert(!c[i].begun || c[i].step == NO_REQUEST || PHASE(c[i].word) == CUT || out_of_time);
        c[i].step = NO_REQUEST;
        c[i].begun = false;
        c[i].answers = 0;
        c[i].worked = false;
        connection_enter(i, IDLE, ok);
        leave_flight(i)
    :: else
    fi
}

/* request_note_connection at the connection's end: it leaves the watchdog's list under its lock. */
inline end_connection(i, ok)
{
    atomic { request_note_end(i, ok) };
    d_step {
        !watchdog_lock -> c[i].open = false;
        c[i].word = IDLE; /* what no one looks at any more, so that there are fewer states */
        c[i].owner = 0;
        c[i].sent = 0;
        c[i].late = false;
        c[i].reads = false;
        c[i].closing = false;
        c[i].told = false;
        c[i].shut = false;
        c[i].dropped = false;
        c[i].is_long = false
    }
}

inline answer(i, ok)
{
    connection_enter(i, REPLY, ok);
    if
    :: ok ->
        assert(c[i].answers == 0 && !c[i].told);
        c[i].answers++;
        c[i].step = REPLY_GOES;
        c[i].closing = draining
    :: else -> c[i].dropped = true
    fi
}

inline count(i)
{
    in_flight++;
    c[i].counted = true
}

/* enter_flight is "count, then read closed". What request_note_target's connection_enter says is not
 * looked at. */
inline begin(i, ok)
{
#ifdef COUNT_LATE
    atomic { connection_enter(i, HEAD, ok); c[i].step = BODY_COMES; c[i].begun = !closed };
    atomic {
        count(i);
#else
    atomic { connection_enter(i, HEAD, ok); c[i].step = BODY_COMES; count(i) };
    atomic {
        c[i].begun = !closed;
#endif
        ok = false;
        if
        :: c[i].begun -> connection_enter(i, BODY, ok)
        :: else
        fi;
        c[i].dropped = !ok /* MHD_NO: the library ends the connection */
    }
}

/* workers.c */
inline workers_reserve(ok)
{
#ifdef WORK_LATE
    ok = (taken < QUEUE);
#else
    ok = (taken < QUEUE && !finishing);
#endif
    taken = taken + ok
}

inline workers_publish(i)
{
    c[i].queued = true
}

inline MHD_suspend_connection(i)
{
    c[i].suspended = true
}

inline MHD_resume_connection(i)
{
    assert(c[i].suspended && !c[i].resuming);
    c[i].resuming = true
}

inline finish_on_worker(i)
{
    c[i].worked = true;
    MHD_resume_connection(i)
}

inline finish(i, ok)
{
    if
    :: atomic { answer(i, ok) } /* light work */
    :: atomic {
           workers_reserve(ok);
           if
           :: !ok -> answer(i, ok); ok = false /* 503 */
           :: else ->
               connection_enter(i, WORK, ok);
               taken = (ok -> taken : taken - 1); /* workers_release */
               c[i].dropped = !ok
           fi;
           if
           :: c[i].is_long = ok
           :: c[i].is_long = false
           fi
       };
       if
#ifdef PUBLISH_FIRST
       :: atomic { ok -> workers_publish(i) };
          MHD_suspend_connection(i)
#else
       :: atomic { ok -> MHD_suspend_connection(i) };
          workers_publish(i)
#endif
       :: else
       fi
    fi
}

#define IS_OWN(i)     (c[i].open && c[i].owner == d && !c[i].suspended)
#define CAN_ACCEPT(i) (c[i].waiting && !quiesced[d] && IS_ADMIN(d) == IS_ADMIN_CLIENT(i) &&          \
                       (IS_ADMIN(d) || !listen_shut))
#define CAN_RESUME(i) (c[i].open && c[i].owner == d && c[i].resuming)
#define CAN_END(i)    (IS_OWN(i) && (c[i].shut || c[i].dropped))
#define IS_GOING(i)   (IS_OWN(i) && !c[i].dropped)
#define CAN_BEGIN(i)  (IS_GOING(i) && c[i].step == NO_REQUEST && c[i].sent >= 1)
#define CAN_FINISH(i) (IS_GOING(i) && c[i].step == BODY_COMES && c[i].sent == 2)
#define CAN_WRITE(i)  (IS_GOING(i) && c[i].step == REPLY_GOES && c[i].reads)
#define IS_READY(i)                                                                                \
    (CAN_ACCEPT(i) || CAN_RESUME(i) || CAN_END(i) || CAN_BEGIN(i) || CAN_FINISH(i) || CAN_WRITE(i))

/* One thing that is due on a connection. Bytes that came before it was shut may still be read. */
inline serve(i, ok)
{
    if
    :: atomic { CAN_ACCEPT(i) -> c[i].waiting = false; c[i].owner = d; c[i].late = past_quiesce && !IS_ADMIN(d);
                c[i].word = IDLE; c[i].open = true } /* begin_connection */
    :: CAN_END(i) -> end_connection(i, ok)
    :: CAN_BEGIN(i) -> begin(i, ok)
    :: CAN_FINISH(i) && !c[i].worked -> finish(i, ok)
    :: atomic { CAN_FINISH(i) && c[i].worked -> answer(i, ok) }
    :: atomic { CAN_RESUME(i) -> c[i].suspended = false; c[i].resuming = false }
    :: atomic { CAN_WRITE(i) -> c[i].sent = 0; c[i].reads = false; c[i].served++;
                c[i].step = NO_REQUEST; request_note_end(i, ok); c[i].dropped = c[i].closing }
    :: else
    fi;
    atomic { i = 0; ok = false }
}

/* A daemon: one thread of libmicrohttpd. */
proctype daemon(byte d)
{
    byte i;
    bool ok;
    do
    :: atomic { IS_READY(0) -> i = 0 }; serve(i, ok)
#if CLIENTS > 1
    :: atomic { IS_READY(1) -> i = 1 }; serve(i, ok)
#endif
#if CLIENTS > 2
    :: atomic { IS_READY(2) -> i = 2 }; serve(i, ok)
#endif
    :: stop[d] -> break
    od;
    /* MHD_stop_daemon: resumes that were noted are taken up, then every connection is closed */
    for (i : 0 .. CLIENTS - 1) {
        if
        :: atomic { c[i].open && c[i].owner == d ->
                    c[i].suspended = c[i].suspended && !c[i].resuming;
                    c[i].resuming = false;
                    assert(!c[i].suspended);
                    assert(!c[i].late || c[i].sent == 0 || c[i].begun) };
           end_connection(i, ok)
        :: else
        fi
    };
    joined[d] = true
}

