/* SPDX-License-Identifier: MIT */
/* audit.h: the checks of a request's head that libmicrohttpd does not make.
 *
 * Its parser takes several shapes that RFC 9110 and RFC 9112 forbid because two readers may
 * disagree about them (request smuggling). Everything here is refused before the body is looked at,
 * and the connection closes.
 */
#ifndef NIMSUM_HTTP_AUDIT_H
#define NIMSUM_HTTP_AUDIT_H

#include "api/exchange.h"

struct MHD_Connection;

/* The head as libmicrohttpd hands it over. */
struct audit_request {
    struct MHD_Connection *connection;
    const char *method, *version;
    const char *target;       /* a copy, as sent, not decoded */
    const char *target_place; /* where the library had it */
};

/* Fill head from the request (its text is borrowed from the connection), or set problem:
 * bad-request or not-implemented. What exchange_begin_refused looks at is filled in either case. */
bool audit_head(const struct audit_request *request, struct api_head *head,
                struct problem *problem);

#endif
