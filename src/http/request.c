/* SPDX-License-Identifier: MIT */
/* request.c: one request on one connection, in three phases.
 *
 * libmicrohttpd calls request_handle once for the head, once for each piece of the body, and once
 * at the end. What it does not say but does: a reply queued in the first call closes the
 * connection, one queued while the body comes is dropped, and a last call without a reply spins. So
 * the reply is queued in the last call, except where the body is refused unread. Long work is done
 * by a worker: the connection is suspended first and the job published after, since a resume
 * without a suspend would be lost; only the worker resumes; then the last call comes again.
 */
#include "http/server_internal.h"

#include <string.h>
#include <strings.h>

#include "http/audit.h"
#include "http/deadline.h"
#include "http/reply.h"

/* A refused body is still taken off the wire, so that the client can read why; up to this much. */
#define DRAIN_BYTES (UINT64_C(8) << 20)

/* For the watchdog. */
static void note_held(struct connection *c, size_t bytes)
{
    atomic_store_explicit(&c->held_bytes, bytes, memory_order_relaxed);
}

/* The request is over, whatever became of it. */
static void end_request(struct connection *c, enum MHD_RequestTerminationCode code)
{
    connection_note_end(c, code);
    if (c->exchange != NULL) {
        exchange_end(c->exchange);
    }
    c->reply = NULL;
    c->in_flight = false;
    note_held(c, 0);
    const struct server_config *config = &c->server->config;
    (void)connection_enter(c, PHASE_IDLE, (config->idle_seconds + config->header_seconds) * 1000);
    flight_leave(&c->server->flight);
}

void request_note_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                             enum MHD_ConnectionNotificationCode code)
{
    struct listener *listener = cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *socket_context = connection_open(listener, connection); /* NULL: it is turned away */
        return;
    }
    struct connection *c = *socket_context;
    if (c != NULL) {
        library_refusals_tell(&listener->refusals, c);
        if (c->in_flight) { /* 1.0.1 does not always tell the end of one that it breaks off */
            end_request(c, MHD_REQUEST_TERMINATED_CLIENT_ABORT);
        }
        connection_close(c);
        *socket_context = NULL;
    }
}

void *request_note_target(void *cls, const char *uri, struct MHD_Connection *connection)
{
    struct server *server = ((struct listener *)cls)->server;
    struct connection *c = connection_of(connection);
    if (c != NULL) {
        (void)connection_enter(c, PHASE_HEAD, server->config.header_seconds * 1000);
        (void)raw_target_keep(&c->target, uri); /* without it the request is turned away */
    }
    /* The library must see an empty query: 1.0.1 follows a NULL pointer where an argument without
     * "=" ends the head, and 0.9.75 falls silent at some 500 arguments. We read the copy. */
    char *query = strchr(uri, '?');
    if (query != NULL) {
        query[1] = '\0';
    }
    return NULL;
}

/* Queue the reply. Its body is borrowed from the exchange, which lives until request_note_end. */
static enum MHD_Result send_reply(struct connection *c, const struct api_reply *reply)
{
    struct server *server = c->server;
    note_held(c, c->is_begun ? exchange_held_bytes(c->exchange) : 0);
    uint64_t time = server->config.reply_seconds * 1000 +
                    (c->is_unix ? deadline_transfer_milliseconds(reply->body_size) : 0);
    if (!connection_enter(c, PHASE_REPLY, time)) {
        return MHD_NO;
    }
    enum MHD_Result result = reply_queue(c->library_connection, reply, c->seen.id,
                                         atomic_load(&server->api->draining));
    if (result == MHD_YES) {
        observe_reply(&c->seen, reply);
    }
    return result;
}

/* There is no exchange to be had. */
static struct api_reply no_memory_reply(const struct listener *listener,
                                        struct api_field cors_fields[API_CORS_FIELDS])
{
    struct api_reply reply = *api_reply_no_memory();
    api_cors_fields(listener->server->api, listener->is_admin, cors_fields);
    reply.cors_fields = cors_fields;
    return reply;
}

/* Whether a refused request is answered at once, unread, though that closes the connection: where
 * the client waits for permission to send the body, or would send more than is worth reading. */
static bool is_refused_unread(const struct server *server, const struct api_head *head)
{
    bool waits = head->expect != NULL && strcasecmp(head->expect, "100-continue") == 0;
    return head->has_length && head->content_length > 0 &&
           (waits || head->content_length > server->api->limits.body_bytes + DRAIN_BYTES);
}

/* 0.9.75 asks for a body that does not come, and then takes no reply, where a head without one
 * expects "100-continue"; so it must not find the expectation any more. */
static void drop_vain_expectation(struct MHD_Connection *connection, const struct api_head *head)
{
    if (head->expect == NULL || head->content_length > 0 ||
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding") != NULL) {
        return;
    }
    union {
        const char *text;
        char *bytes; /* of the memory in which the library has cut the head into its fields */
    } expect = {MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Expect")};
    if (expect.bytes != NULL && expect.bytes[0] != '\0') {
        expect.bytes[0] = '-';
    }
}

/* The first call: the head. */
static enum MHD_Result begin(const struct listener *listener, struct connection *c,
                             const struct audit_request *request, void **context)
{
    struct server *server = listener->server;
    *context = c; /* request_note_end takes it out of flight, whatever becomes of it */
    c->in_flight = true;
    c->is_begun = false;
    c->is_of_library = false;
    atomic_store_explicit(&c->body_bytes, 0, memory_order_relaxed);
    c->drained = 0;
    c->reply = NULL;
    bool is_in_time = flight_enter(&server->flight);
    struct api_head head;
    struct problem problem;
    bool sound = audit_head(request, &head, &problem);
    head.is_admin = listener->is_admin;
    observe_begin(c->observer, &c->seen, request->method, &head);
    head.request_id = c->seen.id; /* the client's own where that is well-formed */
    if (!is_in_time || !connection_enter(c, PHASE_BODY, server->config.body_seconds * 1000)) {
        return MHD_NO;
    }
    if (c->exchange == NULL) {
        c->exchange = exchange_new(server->api);
    }
    if (c->exchange == NULL) {
        struct api_field cors_fields[API_CORS_FIELDS];
        const struct api_reply reply = no_memory_reply(listener, cors_fields);
        return send_reply(c, &reply);
    }
    c->is_begun = true;
    if (sound) {
        exchange_begin(c->exchange, &head);
    } else {
        exchange_begin_refused(c->exchange, &head, &problem);
    }
    if (!sound || (exchange_is_refused(c->exchange) && is_refused_unread(server, &head))) {
        return send_reply(c, exchange_finish(c->exchange));
    }
    drop_vain_expectation(request->connection, &head);
    return MHD_YES;
}

/* A piece of the body: everything is taken. */
static enum MHD_Result take(struct connection *c, const char *bytes, size_t *size)
{
    const struct server *server = c->server;
    uint64_t body_bytes = atomic_load_explicit(&c->body_bytes, memory_order_relaxed) + *size;
    if (!c->has_large_buffer && body_bytes > RECEIVE_BUFFER_FROM_BYTES) {
        c->has_large_buffer = receive_buffer_grow(&c->server->receive_buffers, c->socket);
    }
    atomic_store_explicit(&c->body_bytes, body_bytes, memory_order_relaxed);
    if (exchange_is_refused(c->exchange)) {
        c->drained += *size;
    } else {
        exchange_feed(c->exchange, bytes, *size);
        note_held(c, exchange_held_bytes(c->exchange));
    }
    *size = 0;
    connection_extend(c, server->config.body_seconds * 1000 +
                             deadline_transfer_milliseconds(body_bytes));
    return c->drained <= server->api->limits.body_bytes + DRAIN_BYTES ? MHD_YES : MHD_NO;
}

/* On a worker, with the connection suspended. */
static void finish_on_worker(struct job *job)
{
    struct connection *c =
        (struct connection *)(void *)((char *)job - offsetof(struct connection, job));
    if (job->is_dropped) {
        exchange_refuse_busy(c->exchange);
    }
    c->reply = exchange_finish(c->exchange);
    MHD_resume_connection(c->library_connection);
}

/* A connection with a timeout of its own is on another list of the library's, of which every member
 * is served before sockets are read; of the usual list it is only the tail. So a client that has
 * closed its side of the connection is answered after a resume, and not taken for gone. */
static void set_library_timeout(struct connection *c, uint64_t seconds)
{
    (void)MHD_set_connection_option(c->library_connection, MHD_CONNECTION_OPTION_TIMEOUT,
                                    (unsigned)seconds);
}

/* The last call, the first time: finish the exchange, here or on a worker. */
static enum MHD_Result finish(struct connection *c)
{
    struct server *server = c->server;
    if (exchange_is_light(c->exchange)) {
        return send_reply(c, exchange_finish(c->exchange));
    }
    c->job.run = finish_on_worker;
    c->job.microseconds = exchange_microseconds(c->exchange);
    if (!workers_reserve(server->workers, c->job.microseconds)) {
        exchange_refuse_busy(c->exchange);
        return send_reply(c, exchange_finish(c->exchange));
    }
    if (!connection_enter(c, PHASE_WORK, CONNECTION_NO_DEADLINE)) {
        workers_release(server->workers);
        return MHD_NO;
    }
    set_library_timeout(c, server->config.idle_seconds + 1);
    MHD_suspend_connection(c->library_connection);
    workers_publish(server->workers, &c->job);
    return MHD_YES;
}

/* There was no memory to note the connection or the target. */
static enum MHD_Result turn_away(const struct listener *listener, struct MHD_Connection *connection)
{
    char id[OBSERVE_ID_BYTES + 1];
    observe_make_id(listener->observer.ids, id);
    observe_unseen(&listener->observer, PROBLEM_OVERLOADED, 0, id, NULL, "done");
    struct api_field cors_fields[API_CORS_FIELDS];
    const struct api_reply reply = no_memory_reply(listener, cors_fields);
    return reply_queue(connection, &reply, id, true);
}

/* NOLINTNEXTLINE(readability-function-size): the parameters are libmicrohttpd's */
enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *upload,
                               size_t *upload_size, void **context)
{
    (void)url; /* decoded and cut: the raw target is used instead */
    struct connection *c = *context;
    if (c == NULL) {
        c = connection_of(connection);
        if (c == NULL || c->target.text == NULL) {
            return turn_away(cls, connection);
        }
        const struct audit_request request = {.connection = connection,
                                              .method = method,
                                              .version = version,
                                              .target = c->target.text,
                                              .target_place = c->target.place};
        enum MHD_Result result = begin(cls, c, &request, context);
        raw_target_drop(&c->target);
        return result;
    }
    if (*upload_size != 0) {
        return take(c, upload, upload_size);
    }
    if (c->reply == NULL) {
        return finish(c);
    }
    set_library_timeout(c, c->server->config.idle_seconds); /* the other list is to be short */
    return send_reply(c, c->reply);
}

void request_note_end(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode code)
{
    (void)connection;
    struct connection *c = *context;
    if (c == NULL) {
        return;
    }
    *context = NULL;
    library_refusals_tell(&((struct listener *)cls)->refusals, c);
    end_request(c, code);
}
