/* SPDX-License-Identifier: MIT */
/* inherit.h: socket activation: listening sockets that a service manager has opened and passes on,
 * as systemd does (sd_listen_fds(3)): LISTEN_FDS of them, from descriptor 3 on, for the process
 * LISTEN_PID, with the names LISTEN_FDNAMES. */
#ifndef NIMSUM_SYSTEM_INHERIT_H
#define NIMSUM_SYSTEM_INHERIT_H

#include "system/listen.h"

/* The socket named "admin", and the one with any other name or none; fd is -1 where there is none.
 */
struct inherited {
    struct listen_socket main, admin;
};

/* Take what was passed to this process; nothing where the variables are not set or are another
 * process's. False with one sentence in error where the variables or the sockets are of no use. */
bool inherit_sockets(struct inherited *out, char error[LISTEN_TEXT_BYTES]);

#endif
