/* SPDX-License-Identifier: MIT */
/* reply.c: status, header fields, body. */
#include "http/reply.h"

#include <stdio.h>

static bool add(struct MHD_Response *response, const char *name, const char *value)
{
    return value == NULL || MHD_add_response_header(response, name, value) == MHD_YES;
}

static bool add_more(struct MHD_Response *response, const struct api_field *fields)
{
    bool added = true;
    for (; fields != NULL && fields->name != NULL && added; fields++) {
        added = add(response, fields->name, fields->value);
    }
    return added;
}

static bool add_fields(struct MHD_Response *response, const struct api_reply *reply,
                       const char *request_id, bool closing)
{
    char retry_after[16];
    if (reply->retry_after > 0) {
        (void)snprintf(retry_after, sizeof retry_after, "%u", reply->retry_after);
    }
    return add(response, "X-Request-Id", reply->is_kept ? NULL : request_id) &&
           add(response, "Content-Type", reply->media_type) &&
           add(response, "Allow", reply->allow) &&
           add(response, "Retry-After", reply->retry_after > 0 ? retry_after : NULL) &&
           add(response, "Cache-Control", reply->cache_control) &&
           add(response, "ETag", reply->etag) && add_more(response, reply->fields) &&
           add_more(response, reply->cors_fields) &&
           add(response, "Connection", closing ? "close" : NULL);
}

enum MHD_Result reply_queue(struct MHD_Connection *connection, const struct api_reply *reply,
                            const char *request_id, bool closing)
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
    enum MHD_Result result = MHD_NO;
    if (add_fields(response, reply, request_id, closing)) {
        result = MHD_queue_response(connection, reply->status, response);
    }
    MHD_destroy_response(response);
    return result;
}
