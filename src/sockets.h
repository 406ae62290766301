/* SPDX-License-Identifier: MIT */
/* sockets.h: which sockets the daemon listens on: those that were passed to it, else those that its
 * options name. */
#ifndef NIMSUM_SOCKETS_H
#define NIMSUM_SOCKETS_H

#include "config.h"
#include "system/listen.h"

struct sockets {
    struct listen_socket main, admin; /* admin.fd is -1 where there is none */
};

/* Open them; no thread may run yet. False after a message to stderr. */
bool sockets_open(struct sockets *sockets, const struct config *config);

/* Print where we listen, a line each, the main socket last. */
void sockets_announce(const struct sockets *sockets);

/* Remove the files of our unix sockets. */
void sockets_remove(const struct sockets *sockets);

#endif
