/* server_internal.h: what server.c (daemons, start and stop) and request.c (one request) share. */
#ifndef NIMSUM_HTTP_SERVER_INTERNAL_H
#define NIMSUM_HTTP_SERVER_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>

#include "server.h"

struct server_daemon {
    struct MHD_Daemon *daemon;
    int socket; /* its copy of the listening socket */
};

struct server {
    struct api *api;
    struct server_config config;
    struct server_daemon *daemons;
    unsigned daemon_count;

    /* Requests whose head has reached us and whose reply is not sent yet. */
    atomic_uint in_flight;
    pthread_mutex_t drained_lock;
    pthread_cond_t drained; /* signalled when in_flight falls to 0 while draining */
};

/* libmicrohttpd's callbacks; cls is the struct server. */
void *request_note_target(void *cls, const char *uri, struct MHD_Connection *connection);
void request_note_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                             enum MHD_ConnectionNotificationCode code);
enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *upload,
                               size_t *upload_size, void **context);
void request_note_end(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode code);

#endif
