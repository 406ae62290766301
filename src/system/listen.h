/* SPDX-License-Identifier: MIT */
/* listen.h: the listening sockets, which are ours and not libmicrohttpd's: exact errors, port 0,
 * IPv4 and IPv6, unix sockets, sockets that a service manager has passed. */
#ifndef NIMSUM_SYSTEM_LISTEN_H
#define NIMSUM_SYSTEM_LISTEN_H

#include <sys/types.h>

#include "system/address.h"

enum { LISTEN_TEXT_BYTES = ADDRESS_TEXT_BYTES, LISTEN_BACKLOG = 1024 };

/* A listening socket, non-blocking, closed by the process's end. */
struct listen_socket {
    int fd;                        /* -1: none */
    bool is_inherited;             /* others hold it, too: it must never be shut down */
    char path[ADDRESS_TEXT_BYTES]; /* of a unix socket that we made, else empty */
    dev_t device;                  /* what the path named then: */
    ino_t inode;                   /* another's socket is not ours to remove */
};

/* Listen on an address of the kind ADDRESS_TCP (port 0 takes a free one) or ADDRESS_UNIX (the
 * file's permissions are mode; a socket file on which nobody listens is replaced). False with one
 * sentence in error. Not thread-safe: it sets the umask for a moment. */
bool listen_open(struct listen_socket *out, const struct address *address, mode_t mode,
                 char error[LISTEN_TEXT_BYTES]);

/* Remove the file of a unix socket that listen_open made, unless it is another's by now. */
void listen_remove(const struct listen_socket *listening);

/* The address that socket is bound to, "http://127.0.0.1:8080" or "unix:/run/nimsum.sock". */
void listen_url(int socket, char url[LISTEN_TEXT_BYTES]);

#endif
