/* SPDX-License-Identifier: MIT */
/* address.h: the addresses that options name: where to listen, or whom to ask. */
#ifndef NIMSUM_SYSTEM_ADDRESS_H
#define NIMSUM_SYSTEM_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { ADDRESS_TEXT_BYTES = 128 };

#define ADDRESS_FORMS "ADDRESS:PORT, unix:/PATH or systemd"

enum address_kind {
    ADDRESS_TCP,      /* "127.0.0.1:8080", "[::1]:0", "localhost:8080" */
    ADDRESS_UNIX,     /* "unix:/run/nimsum.sock" */
    ADDRESS_INHERITED /* "systemd": a socket that the service manager passes */
};

struct address {
    enum address_kind kind;
    char host[ADDRESS_TEXT_BYTES]; /* without brackets; the path of a unix socket */
    char port[6];                  /* digits, 0 to 65535; empty unless ADDRESS_TCP */
};

/* Read text into address. False, with address undefined, where it has none of the forms. */
bool address_read(struct address *address, const char *text);

/* The socket address of a path, or of an abstract name where path begins with '@'. Returns its
 * size, or 0 where path is too long. */
socklen_t address_of_path(struct sockaddr_un *name, const char *path);

#endif
