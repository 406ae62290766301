/* SPDX-License-Identifier: MIT */
/* server.h: the HTTP side: the only code that knows libmicrohttpd.
 *
 * A few daemons of one thread each serve the same listening socket with epoll. A request is taken
 * in three phases (request.c): its head is audited and begins an exchange, its body's pieces are
 * fed to the exchange, and its end finishes the exchange into the reply, on a worker (workers.h)
 * where that takes long. A watchdog (watchdog.h) cuts what is too slow.
 */
#ifndef NIMSUM_HTTP_SERVER_H
#define NIMSUM_HTTP_SERVER_H

#include "api/exchange.h"

struct server;

/* Files open beside connections, the standard ones and a few of start and log included: at most so
 * many, and so many for each I/O thread or admin listener. */
enum { SERVER_FILES = 12, SERVER_FILES_A_THREAD = 4, SERVER_ADMIN_CONNECTIONS = 64 };

enum { SERVER_ERROR_BYTES = 128 };

struct server_config {
    int listen_socket;        /* bound and listening, non-blocking; stays the caller's */
    bool listen_is_inherited; /* others hold it, too: the stop must not shut it down */
    int admin_socket;         /* the same for health and readiness alone, or -1 */
    /* Options of the daemon, set by config.c. */
    uint64_t threads;    /* I/O threads, at least 1 */
    uint64_t workers;    /* at least 2 */
    uint64_t work_queue; /* jobs that may wait for a worker */
    uint64_t header_seconds, body_seconds, reply_seconds, idle_seconds; /* deadlines, at least 1 */
    uint64_t grace_seconds; /* how long server_stop goes on accepting while /readyz fails */
    uint64_t drain_seconds; /* how long it then waits for requests in flight */
};

/* Start serving api (borrowed). NULL with one sentence in error. */
struct server *server_start(struct api *api, const struct server_config *config,
                            char error[SERVER_ERROR_BYTES]);

/* Stop: /readyz fails, for grace_seconds everything else goes on; then no new connection is taken
 * and requests in flight are answered, at most drain_seconds long; then every connection is closed
 * and everything freed. */
void server_stop(struct server *server);

/* The version of libmicrohttpd in use. */
const char *server_library_version(void);

/* What is worth a warning about the version of libmicrohttpd in use, or NULL. */
const char *server_library_warning(void);

#endif
