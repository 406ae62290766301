/* SPDX-License-Identifier: MIT */
/* mhd.h: a server on libmicrohttpd in the mode that nimsumd runs it in: epoll, one I/O thread,
 * 32 KiB a connection.
 */
#ifndef NIMSUM_BENCH_MHD_H
#define NIMSUM_BENCH_MHD_H

#include <stdbool.h>
#include <stddef.h>

struct service {
    bool keep_body; /* collect the body; otherwise it is thrown away as it comes */

    /* Work out the reply: malloc'ed, *size bytes, freed by the server; NULL: the request was bad.
     * NULL instead of a function: the reply is always fixed_reply. */
    char *(*answer)(const char *path, const char *body, size_t body_size, size_t *size);
    char *fixed_reply;
    size_t fixed_size;
};

/* Listen on a free port of 127.0.0.1, say where on standard output, serve until SIGTERM. */
int mhd_serve(const struct service *service);

#endif
