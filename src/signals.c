/* SPDX-License-Identifier: MIT */
/* signals.c: one thread waits for the signals; during a stop a handler is left for one of them. */
#include "signals.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "system/clock.h"

enum { PATIENCE_NANOSECONDS = 1000000000 };

/* What the handler looks at: it takes no argument. Set before it can run. */
static uint64_t stop_began;
static int end_status;

static void end_if_impatient(int number)
{
    (void)number;
    if (clock_nanoseconds(CLOCK_MONOTONIC) - stop_began >= PATIENCE_NANOSECONDS) {
        _exit(end_status);
    }
}

/* SIGTERM and SIGHUP stay blocked. */
static void await_impatience(int status)
{
    const struct sigaction action = {.sa_handler = end_if_impatient, .sa_flags = SA_RESTART};
    sigset_t interrupt;
    stop_began = clock_nanoseconds(CLOCK_MONOTONIC);
    end_status = status;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    (void)sigaction(SIGINT, &action, NULL);
    (void)pthread_sigmask(SIG_UNBLOCK, &interrupt, NULL);
}

void signals_take(struct signals *signals)
{
    struct sigaction hangup;
    signals->on_terminal = isatty(STDERR_FILENO) == 1 && sigaction(SIGHUP, NULL, &hangup) == 0 &&
                           hangup.sa_handler != SIG_IGN;
    sigemptyset(&signals->awaited);
    sigaddset(&signals->awaited, SIGTERM);
    sigaddset(&signals->awaited, SIGINT);
    sigaddset(&signals->awaited, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &signals->awaited, NULL);
    (void)signal(SIGUSR1, SIG_IGN);
    (void)signal(SIGUSR2, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a log at its limit of size loses lines, no more */
}

enum signals_order signals_wait(const struct signals *signals, int status_at_once)
{
    int number = SIGTERM;
    (void)sigwait(&signals->awaited, &number);
    if (number == SIGHUP && !(signals->on_terminal && isatty(STDERR_FILENO) != 1)) {
        return SIGNALS_RELOAD;
    }
    await_impatience(status_at_once);
    return SIGNALS_STOP;
}
