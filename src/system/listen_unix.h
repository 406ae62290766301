/* SPDX-License-Identifier: MIT */
/* listen_unix.h: the unix socket of listen.h. */
#ifndef NIMSUM_SYSTEM_LISTEN_UNIX_H
#define NIMSUM_SYSTEM_LISTEN_UNIX_H

#include "system/listen.h"

/* Listen on out->path, with these permissions. False with errno; EADDRINUSE where somebody listens
 * there, ENOTSOCK where the path names something else than a socket. */
bool listen_unix_open(struct listen_socket *out, mode_t mode);

#endif
