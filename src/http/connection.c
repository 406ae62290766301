/* connection.c: the phases of a connection. */
#include "connection.h"

#include <time.h>

uint64_t connection_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
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
    c->phase_start = connection_clock();
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
