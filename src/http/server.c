/* server.c: the daemons: start and stop. */
#include "server_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Zeroed by the library at every request of a connection, so small; a request's head must fit. */
enum { CONNECTION_MEMORY_BYTES = 32 * 1024 };

/* The raw target is used (request_note_target); libmicrohttpd must not decode it in place. */
static size_t keep_escapes(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start_daemon(struct server *server, int socket)
{
    const struct server_config *config = &server->config;
    unsigned connections = (unsigned)server->api->limits.connections / config->threads;
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_LISTEN_SOCKET, socket, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY_BYTES, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, connections > 0 ? connections : 1, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, config->idle_seconds, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL,
                            request_handle, server, MHD_OPTION_ARRAY, options,
                            MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
                            MHD_OPTION_URI_LOG_CALLBACK, request_note_target, server,
                            MHD_OPTION_NOTIFY_CONNECTION, request_note_connection, server,
                            MHD_OPTION_NOTIFY_COMPLETED, request_note_end, server, MHD_OPTION_END);
}

/* Each daemon has a copy of the socket of its own, since each closes it when it stops. */
static bool start_daemons(struct server *server)
{
    while (server->daemon_count < server->config.threads) {
        int copy = dup(server->config.listen_socket);
        if (copy < 0) {
            return false;
        }
        struct MHD_Daemon *daemon = start_daemon(server, copy);
        if (daemon == NULL) {
            (void)close(copy);
            return false;
        }
        server->daemons[server->daemon_count++] = (struct server_daemon){daemon, copy};
    }
    return true;
}

static void free_server(struct server *server)
{
    pthread_cond_destroy(&server->drained);
    pthread_mutex_destroy(&server->drained_lock);
    free(server->daemons);
    free(server);
}

struct server *server_start(struct api *api, const struct server_config *config, char error[128])
{
    struct server *server = calloc(1, sizeof *server);
    struct server_daemon *daemons = calloc(config->threads, sizeof *daemons);
    if (server == NULL || daemons == NULL) {
        free(server);
        free(daemons);
        (void)snprintf(error, 128, "no memory");
        return NULL;
    }
    server->api = api;
    server->config = *config;
    server->daemons = daemons;
    pthread_mutex_init(&server->drained_lock, NULL);
    pthread_cond_init(&server->drained, NULL);
    if (!start_daemons(server)) {
        (void)snprintf(error, 128, "cannot start an I/O thread: %s", strerror(errno));
        server_stop(server);
        return NULL;
    }
    return server;
}

static void wait_until_drained(struct server *server)
{
    struct timespec deadline;
    (void)clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += server->config.drain_seconds;
    pthread_mutex_lock(&server->drained_lock);
    while (atomic_load(&server->in_flight) > 0 &&
           pthread_cond_timedwait(&server->drained, &server->drained_lock, &deadline) == 0) {
    }
    pthread_mutex_unlock(&server->drained_lock);
}

void server_stop(struct server *server)
{
    atomic_store(&server->api->draining, true);
    for (unsigned i = 0; i < server->daemon_count; i++) {
        (void)MHD_quiesce_daemon(server->daemons[i].daemon); /* its socket is ours to close again */
    }
    /* Otherwise new clients would connect to the backlog and wait for nothing. */
    (void)shutdown(server->config.listen_socket, SHUT_RD);
    wait_until_drained(server);
    for (unsigned i = 0; i < server->daemon_count; i++) {
        MHD_stop_daemon(server->daemons[i].daemon);
        (void)close(server->daemons[i].socket);
    }
    free_server(server);
}

const char *server_library_version(void)
{
    return MHD_get_version();
}
