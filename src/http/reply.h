/* SPDX-License-Identifier: MIT */
/* reply.h: a reply as libmicrohttpd's response. */
#ifndef NIMSUM_HTTP_REPLY_H
#define NIMSUM_HTTP_REPLY_H

#include <microhttpd.h>

#include "api/exchange.h"

/* Queue reply on connection; its body is borrowed until the request is over. request_id: the
 * value of X-Request-Id. closing: the connection ends with it. MHD_NO where memory failed: the
 * connection then closes without a reply.
 */
enum MHD_Result reply_queue(struct MHD_Connection *connection, const struct api_reply *reply,
                            const char *request_id, bool closing);

#endif
