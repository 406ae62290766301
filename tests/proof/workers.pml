/* SPDX-License-Identifier: MIT */
/* workers.pml: src/http/workers.c and watchdog.c: who works, and who cuts. Part of stop.pml. */

/* workers.c: work, run. */
#define CAN_RUN(i) (c[i].queued && (!c[i].is_long || running_long + 1 < WORKERS))
#define RUN(i)                                                                                     \
    atomic { CAN_RUN(i) -> c[i].queued = false; taken--; running++;                                \
             is_long = c[i].is_long; running_long = running_long + is_long };                      \
    atomic { finish_on_worker(i) };                                                                \
    atomic { running--; running_long = running_long - is_long; is_long = false }

proctype worker()
{
    bool is_long;
    do
    :: RUN(0)
#if CLIENTS > 1
    :: RUN(1)
#endif
#if CLIENTS > 2
    :: RUN(2)
#endif
    :: stopping && taken == 0 -> break
    od;
    workers_left--
}

/* watchdog.c and deadline.c: look, cut. Any deadline may have passed, except where there is none. */
#define HAS_EXPIRED(i) (STALLS(i) && c[i].open && PHASE(c[i].word) != WORK && PHASE(c[i].word) != CUT)

inline cut(i, seen, ok)
{
    atomic {
#ifdef BLIND_CUT
        ok = true;
#else
        ok = (c[i].word == seen);
#endif
        c[i].word = (ok -> c[i].served * 8 + CUT : c[i].word);
        if
        :: ok && (PHASE(seen) == HEAD || PHASE(seen) == BODY) -> /* 408 */
            assert(c[i].answers == 0);
            c[i].told = true
        :: else
        fi
    };
    atomic { c[i].shut = c[i].shut || ok; ok = false; seen = 0; watchdog_lock = false }
}

#define LOOK(i)                                                                                    \
    atomic { HAS_EXPIRED(i) && !watchdog_lock -> watchdog_lock = true; seen = c[i].word };         \
    cut(i, seen, ok)

proctype watchdog()
{
    byte seen;
    bool ok;
    do
    :: watchdog_stopping -> break
    :: LOOK(0)
#if CLIENTS > 1
    :: LOOK(1)
#endif
#if CLIENTS > 2
    :: LOOK(2)
#endif
    od;
    watchdog_left = false
}

