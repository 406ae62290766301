/* SPDX-License-Identifier: MIT */
/* late_reply.c: a whole reply as text; a test holds its problem to the table. */
#include "http/late_reply.h"

#include <stdio.h>
#include <sys/socket.h>
#include <time.h>

#include "http/server_internal.h"

enum { CORS_BYTES = 1024 };

/* The fields as lines of a head, where they fit. */
static void print_fields(const struct api_field *fields, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (; fields->name != NULL && used < size; fields++) {
        used += (size_t)snprintf(out + used, size - used, "%s: %s\r\n", fields->name,
                                 fields->value);
    }
    if (used >= size) {
        out[0] = '\0';
    }
}

void late_reply_send(const struct connection *c, const char *request_id)
{
    char date[64], body[256 + OBSERVE_ID_BYTES], cors[CORS_BYTES];
    char reply[512 + sizeof body + sizeof cors + OBSERVE_ID_BYTES];
    struct api_field fields[API_CORS_FIELDS];
    api_cors_fields(c->server->api, c->is_admin, fields);
    print_fields(fields, cors, sizeof cors);
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) == NULL ||
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc) == 0) {
        return;
    }
    int body_size = snprintf(
        body, sizeof body,
        "{\"type\":\"/problems/request-timeout\",\"title\":\"The request came too slowly\","
        "\"status\":408,\"detail\":\"the head or the body took too long\","
        "\"code\":\"request-timeout\",\"request_id\":\"%s\"}\n",
        request_id);
    int size = snprintf(reply, sizeof reply,
                        "HTTP/1.1 408 Request Timeout\r\nDate: %s\r\n"
                        "Content-Type: application/problem+json\r\nCache-Control: no-store\r\n"
                        "X-Request-Id: %s\r\n%s"
                        "Connection: close\r\nContent-Length: %d\r\n\r\n%s",
                        date, request_id, cors, body_size, body);
    (void)send(c->socket, reply, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL);
}
