/* SPDX-License-Identifier: MIT */
/* wakeups.pml: the lock and the conditions of src/http/workers.c, as a model for Spin. In stop.pml a wait is its
 * condition; here a thread that waits sleeps until one that signals picks it, so that wake-ups can be lost.
 *
 * Checked, for every interleaving: nobody sleeps for ever (no deadlock), and when the workers have stopped every place
 * that was reserved was released or its job has run, once.
 *
 * Jobs may be short or long, and dropped while they wait. Each fault macro puts one fault in, which must be found:
 *   SHARED          idle workers and workers_finish share one condition, and a new job wakes one of them
 *   PUBLISH_SILENT  a new job wakes nobody
 *   NONE_SILENT     the end of the last job wakes nobody
 *   STOP_SILENT     workers_stop wakes nobody
 *   WAIT_LATE       workers_finish gives the lock back before it sleeps
 *   STOP_EARLY      workers_stop does not wait for the jobs
 *
 * Left out: spurious wake-ups (every wait is in a loop over its condition).
 */
#define WORKERS 2
#define CLIENTS 3

#define AWAKE 0
#define WORK  1
#ifdef SHARED
#define NONE  WORK
#else
#define NONE  2
#endif
#define FINISHER WORKERS /* as a sleeper; the workers are 0..WORKERS - 1 */

bool lock, finishing, stopping;
byte asleep[WORKERS + 1];     /* on which condition */
byte shorts, longs, drops;    /* jobs that wait: the queues' levels, by what next_job looks at */
byte left, running_long, ended;
byte reserved, released, ran;

inline acquire() { atomic { !lock -> lock = true } }
inline release() { lock = false }

/* pthread_cond_wait: the lock is given back and the thread asleep in one step. */
inline wait(i, condition)
{
    atomic { asleep[i] = condition; lock = false };
    atomic { asleep[i] == AWAKE && !lock -> lock = true }
}

/* pthread_cond_signal: one of those that sleep, any, or nobody. */
inline signal(condition)
{
    if
    :: asleep[0] == condition -> asleep[0] = AWAKE
    :: asleep[1] == condition -> asleep[1] = AWAKE
    :: asleep[FINISHER] == condition -> asleep[FINISHER] = AWAKE
    :: else
    fi
}

inline broadcast(condition)
{
    d_step {
        asleep[0] = (asleep[0] == condition -> AWAKE : asleep[0]);
        asleep[1] = (asleep[1] == condition -> AWAKE : asleep[1]);
        asleep[FINISHER] = (asleep[FINISHER] == condition -> AWAKE : asleep[FINISHER])
    }
}

inline leave()
{
    assert(left > 0);
    left--;
    if
#ifndef NONE_SILENT
    :: left == 0 -> broadcast(NONE)
#endif
    :: else
    fi
}

proctype worker(byte i)
{
    bool is_long;
    acquire();
    do
    :: stopping -> break
    :: !stopping ->
        is_long = false;
        if
        :: drops > 0 -> drops--
        :: drops == 0 && shorts > 0 -> shorts--
        :: drops == 0 && shorts == 0 && longs > 0 && running_long + 1 < WORKERS ->
            longs--;
            is_long = true;
            running_long++
        :: else -> wait(i, WORK); goto again
        fi;
        release();
        ran++; /* job->run */
        acquire();
        running_long = running_long - is_long;
        leave();
        if
        :: is_long -> signal(WORK)
        :: else
        fi;
again:  skip
    od;
    ended++;
    release()
}

/* A request: workers_reserve, then workers_release, or workers_publish and perhaps workers_drop. */
proctype client()
{
    bool has_place;
    acquire();
    has_place = !finishing;
    left = left + has_place;
    reserved = reserved + has_place;
    release();
    if
    :: !has_place -> goto done
    :: has_place ->
        acquire();
        leave();
        released++;
        release();
        goto done
    :: has_place ->
        acquire();
        if
        :: shorts++
        :: longs++
        fi;
#ifndef PUBLISH_SILENT
        signal(WORK);
#endif
        release()
    fi;
    if
    :: true
    :: acquire(); /* workers_drop of a job that waits */
        if
        :: longs > 0 -> longs--; drops++; signal(WORK)
        :: longs == 0
        fi;
        release()
    fi;
done:
    skip
}

active proctype workers_stop()
{
    byte i;
    atomic {
        for (i : 0 .. WORKERS - 1) { run worker(i) };
        for (i : 1 .. CLIENTS) { run client() }
    };
    acquire(); /* workers_finish */
    finishing = true;
#ifndef STOP_EARLY
    do
    :: left > 0 ->
#ifdef WAIT_LATE
        release();
        asleep[FINISHER] = NONE;
        atomic { asleep[FINISHER] == AWAKE && !lock -> lock = true }
#else
        wait(FINISHER, NONE)
#endif
    :: left == 0 -> break
    od;
#endif
    release();
    acquire();
    stopping = true;
#ifndef STOP_SILENT
    broadcast(WORK);
#endif
    release();
    ended == WORKERS; /* pthread_join */
    assert(left == 0 && reserved == released + ran && shorts + longs + drops == 0)
}
