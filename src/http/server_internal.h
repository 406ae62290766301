/* SPDX-License-Identifier: MIT */
/* server_internal.h: what server.c (start and stop) and request.c (one request) share. */
#ifndef NIMSUM_HTTP_SERVER_INTERNAL_H
#define NIMSUM_HTTP_SERVER_INTERNAL_H

#include "http/flight.h"
#include "http/library_refusals.h"
#include "http/receive_buffer.h"
#include "http/server.h"
#include "http/watchdog.h"

/* One libmicrohttpd daemon: one thread, one copy of a listening socket. */
struct listener {
    struct server *server;
    struct MHD_Daemon *daemon;
    int socket;
    struct observer observer;
    struct library_refusals refusals;
    bool is_admin; /* serves the routes about the service alone, also when others are full */
};

struct server {
    struct api *api;
    struct server_config config;
    struct watchdog watchdog;
    struct observe_ids ids;
    struct observer watchdog_observer;
    struct workers *workers;
    struct receive_buffers receive_buffers;

    struct flight flight;

    unsigned listener_count;
    struct listener listeners[]; /* the admin listener, if any, is the last */
};

/* libmicrohttpd's callbacks; cls is the struct listener. */
void *request_note_target(void *cls, const char *uri, struct MHD_Connection *connection);
void request_note_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                             enum MHD_ConnectionNotificationCode code);
enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *upload,
                               size_t *upload_size, void **context);
void request_note_end(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode code);

#endif
