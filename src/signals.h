/* SPDX-License-Identifier: MIT */
/* signals.h: what the operator's signals ask of the daemon.
 *
 * SIGTERM and SIGINT stop it. Wrappers send them twice (to the process and to its group), so a
 * SIGTERM never cuts a stop short, and a SIGINT does only when it comes a second or more after the
 * first signal: that is a person who does not want to wait. SIGHUP asks to read anew what can be
 * read anew, but where stderr was a terminal that has gone, it stops: nobody is there any more.
 * SIGUSR1 and SIGUSR2 mean nothing. SIGQUIT keeps its core dump.
 */
#ifndef NIMSUM_SIGNALS_H
#define NIMSUM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

struct signals {
    sigset_t awaited;
    bool on_terminal; /* stderr was one at the start, and SIGHUP was not ignored (nohup) */
};

enum signals_order { SIGNALS_STOP, SIGNALS_RELOAD };

/* Before any thread starts: all inherit the mask, so that signals_wait alone sees the signals. */
void signals_take(struct signals *signals);

/* Wait for the next order. After SIGNALS_STOP it is not called again: from then on a SIGINT that
 * comes a second later ends the process at once, with this status. */
enum signals_order signals_wait(const struct signals *signals, int status_at_once);

#endif
