/* SPDX-License-Identifier: MIT */
/* late_reply.h: the 408 for a request that came too slowly. libmicrohttpd cannot reply in the
 * middle of a request, so this one goes to the socket beside it. */
#ifndef NIMSUM_HTTP_LATE_REPLY_H
#define NIMSUM_HTTP_LATE_REPLY_H

#include "http/connection.h"

/* Tell the client why its connection ends, if the socket takes it at once. The connection must have
 * been cut, so that nobody else writes. */
void late_reply_send(const struct connection *connection, const char *request_id);

#endif
