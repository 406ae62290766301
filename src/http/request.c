/* request.c: one request on one connection, in three phases.
 *
 * libmicrohttpd calls request_handle once for the head, once for each piece of the body, and once
 * at the end. What it does not say but does: a reply queued in the first call closes the
 * connection, one queued while the body comes is dropped, and a last call without a reply spins. So
 * the reply is queued in the last call, except where the body is refused unread.
 */
#include "server_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "audit.h"

/* A refused body is still taken off the wire, so that the client can read why; up to this much. */
#define DRAIN_BYTES (UINT64_C(8) << 20)

/* A connection and the request on it. Made when the connection begins, freed when it ends. */
struct connection {
    struct exchange *exchange; /* NULL between requests */
    uint64_t drained;          /* body bytes after the refusal */
    char *target;              /* the raw request target */
    size_t target_capacity;
    bool target_known;
};

static struct connection *connection_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

void request_note_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                             enum MHD_ConnectionNotificationCode code)
{
    (void)cls;
    (void)connection;
    struct connection *c = *socket_context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *socket_context = calloc(1, sizeof *c); /* NULL: its requests are turned away */
    } else if (c != NULL) {
        free(c->target);
        free(c);
        *socket_context = NULL;
    }
}

/* Keep the target before libmicrohttpd cuts and decodes it in place. */
void *request_note_target(void *cls, const char *uri, struct MHD_Connection *connection)
{
    (void)cls;
    struct connection *c = connection_of(connection);
    if (c == NULL) {
        return NULL;
    }
    size_t size = strlen(uri) + 1;
    c->target_known = false;
    if (size > c->target_capacity) {
        char *target = realloc(c->target, size);
        if (target == NULL) {
            return NULL;
        }
        c->target = target;
        c->target_capacity = size;
    }
    memcpy(c->target, uri, size);
    c->target_known = true;
    return NULL;
}

static enum MHD_Result add_header(struct MHD_Response *response, const char *name,
                                  const char *value)
{
    return value == NULL ? MHD_YES : MHD_add_response_header(response, name, value);
}

/* Queue the reply. The body is borrowed from the exchange, which lives until request_note_end. */
static enum MHD_Result queue(struct server *server, struct MHD_Connection *connection,
                             const struct api_reply *reply)
{
    union {
        const char *text;
        void *body;
    } bytes = {reply->body}; /* libmicrohttpd does not write to it */
    struct MHD_Response *response = MHD_create_response_from_buffer(reply->body_size, bytes.body,
                                                                    MHD_RESPMEM_PERSISTENT);
    if (response == NULL) {
        return MHD_NO;
    }
    char retry_after[16] = "";
    (void)snprintf(retry_after, sizeof retry_after, "%u", reply->retry_after);
    bool closing = atomic_load(&server->api->draining);
    enum MHD_Result result = MHD_NO;
    if (add_header(response, "Content-Type", reply->media_type) == MHD_YES &&
        add_header(response, "Allow", reply->allow) == MHD_YES &&
        add_header(response, "Retry-After", reply->retry_after > 0 ? retry_after : NULL) ==
            MHD_YES &&
        add_header(response, "Cache-Control", reply->status >= 400 ? "no-store" : NULL) ==
            MHD_YES &&
        add_header(response, "Connection", closing ? "close" : NULL) == MHD_YES) {
        result = MHD_queue_response(connection, reply->status, response);
    }
    MHD_destroy_response(response);
    return result;
}

/* Whether to answer a refused request at once, unread, though that closes the connection: where the
 * client waits for permission to send the body, or would send more than is worth reading. */
static bool is_refused_unread(const struct server *server, const struct api_head *head)
{
    bool waits = head->expect != NULL && strcasecmp(head->expect, "100-continue") == 0;
    return head->has_length && head->content_length > 0 &&
           (waits || head->content_length > server->api->limits.body_bytes + DRAIN_BYTES);
}

/* The first call: the head. */
static enum MHD_Result begin(struct server *server, struct connection *c,
                             const struct audit_request *request, void **context)
{
    if (c == NULL || !c->target_known) {
        return queue(server, request->connection, api_reply_no_memory());
    }
    struct api_head head;
    struct problem problem;
    bool sound = audit_head(request, &head, &problem);
    c->drained = 0;
    c->exchange = sound ? exchange_begin(server->api, &head)
                        : exchange_begin_refused(server->api, &problem);
    if (c->exchange == NULL) {
        return queue(server, request->connection, api_reply_no_memory());
    }
    /* Counted before the drain flag is read (in queue): a stop waits for this request or it is told
     * to close. */
    atomic_fetch_add(&server->in_flight, 1);
    *context = c;
    if (!sound || (exchange_is_refused(c->exchange) && is_refused_unread(server, &head))) {
        return queue(server, request->connection, exchange_finish(c->exchange));
    }
    return MHD_YES;
}

/* A piece of the body: everything is taken. */
static enum MHD_Result take(struct server *server, struct connection *c, const char *bytes,
                            size_t *size)
{
    if (exchange_is_refused(c->exchange)) {
        c->drained += *size;
    } else {
        exchange_feed(c->exchange, bytes, *size);
    }
    *size = 0;
    return c->drained <= server->api->limits.body_bytes + DRAIN_BYTES ? MHD_YES : MHD_NO;
}

enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *upload,
                               size_t *upload_size, void **context)
{
    (void)url; /* decoded and cut: the raw target is used instead */
    struct server *server = cls;
    struct connection *c = connection_of(connection);
    if (*context == NULL) {
        const struct audit_request request = {connection, method, version,
                                              c == NULL ? NULL : c->target};
        return begin(server, c, &request, context);
    }
    if (*upload_size != 0) {
        return take(server, c, upload, upload_size);
    }
    return queue(server, connection, exchange_finish(c->exchange));
}

void request_note_end(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode code)
{
    (void)connection;
    (void)code;
    struct server *server = cls;
    struct connection *c = *context;
    if (c == NULL) {
        return;
    }
    *context = NULL;
    exchange_free(c->exchange);
    c->exchange = NULL;
    if (atomic_fetch_sub(&server->in_flight, 1) == 1 && atomic_load(&server->api->draining)) {
        pthread_mutex_lock(&server->drained_lock);
        pthread_cond_signal(&server->drained);
        pthread_mutex_unlock(&server->drained_lock);
    }
}
