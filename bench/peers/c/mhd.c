/* SPDX-License-Identifier: MIT */
/* mhd.c: the least that a libmicrohttpd server needs. */
#include "mhd.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECTION_MEMORY_BYTES = 32 * 1024, IDLE_SECONDS = 75 };

struct body {
    char *data;
    size_t size, capacity;
};

static enum MHD_Result append(struct body *body, const char *bytes, size_t size)
{
    if (body->size + size + 1 > body->capacity) {
        size_t capacity = 2 * (body->size + size + 1);
        char *data = realloc(body->data, capacity);
        if (data == NULL) {
            return MHD_NO;
        }
        body->data = data;
        body->capacity = capacity;
    }
    memcpy(body->data + body->size, bytes, size);
    body->size += size;
    body->data[body->size] = '\0';
    return MHD_YES;
}

static enum MHD_Result reply(struct MHD_Connection *connection, const struct service *service,
                             const char *path, const struct body *body)
{
    struct MHD_Response *response;
    unsigned status = MHD_HTTP_OK;
    if (service->answer == NULL) {
        response = MHD_create_response_from_buffer(service->fixed_size, service->fixed_reply,
                                                   MHD_RESPMEM_PERSISTENT);
    } else {
        size_t size = 0;
        char *text = service->answer(path, body->data, body->size, &size);
        status = text == NULL ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_OK;
        response = MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE);
    }
    (void)MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
    (void)method;
    (void)version;
    const struct service *service = cls;
    if (*context == NULL) {
        *context = calloc(1, sizeof(struct body));
        return *context == NULL ? MHD_NO : MHD_YES;
    }
    if (*upload_size == 0) {
        return reply(connection, service, url, *context);
    }
    enum MHD_Result result = MHD_YES;
    if (service->keep_body) {
        result = append(*context, upload, *upload_size);
    }
    *upload_size = 0;
    return result;
}

static void note_end(void *cls, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code)
{
    (void)cls;
    (void)connection;
    (void)code;
    struct body *body = *context;
    if (body != NULL) {
        free(body->data);
        free(body);
    }
}

int mhd_serve(const struct service *service)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &stop, NULL);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct service copy = *service;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, handle, &copy,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_NOTIFY_COMPLETED, note_end, NULL, MHD_OPTION_END);
    if (daemon == NULL) {
        (void)fputs("cannot start libmicrohttpd\n", stderr);
        return 1;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    (void)printf("listening on http://127.0.0.1:%u\n", info->port);
    (void)fflush(stdout);
    int signal_number;
    (void)sigwait(&stop, &signal_number);
    MHD_stop_daemon(daemon);
    return 0;
}
