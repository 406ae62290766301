/* server.h: the HTTP side: the only code that knows libmicrohttpd.
 *
 * A few daemons of one thread each serve the same listening socket with epoll. A request is taken
 * in three phases (request.c): its head is audited and begins an exchange, its body's pieces are
 * fed to the exchange, and its end finishes the exchange into the reply.
 */
#ifndef NIMSUM_HTTP_SERVER_H
#define NIMSUM_HTTP_SERVER_H

#include "api.h"

struct server;

struct server_config {
    int listen_socket; /* bound and listening, non-blocking; stays the caller's */
    unsigned threads;  /* I/O threads, at least 1 */
    unsigned idle_seconds;
    unsigned drain_seconds; /* how long server_stop waits for requests in flight */
};

/* Start serving api (borrowed). NULL with one sentence in error. */
struct server *server_start(struct api *api, const struct server_config *config, char error[128]);

/* Stop: no new connection is taken, requests in flight are answered, at most drain_seconds long;
 * then every connection is closed and everything freed. */
void server_stop(struct server *server);

/* The version of libmicrohttpd in use. */
const char *server_library_version(void);

#endif
