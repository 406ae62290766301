/* SPDX-License-Identifier: MIT */
/* library_refusals.h: requests that libmicrohttpd answers by itself, before it calls us.
 *
 * It tells no callback of them, and has no word about their connection; but it writes a line to its
 * log. So the line is taken for the sign, and when a connection ends in its head that has not been
 * closed by its client first, it is told as turned away. What is not seen so is neither logged nor
 * counted: a client that resets the connection, or a library whose line reads otherwise.
 */
#ifndef NIMSUM_HTTP_LIBRARY_REFUSALS_H
#define NIMSUM_HTTP_LIBRARY_REFUSALS_H

#include <stdarg.h>

struct connection;

/* Those of one I/O thread that no connection has been found for. */
struct library_refusals {
    unsigned pending;
    unsigned status; /* of the last one */
};

/* MHD_OPTION_EXTERNAL_LOGGER; refusals: the thread's. */
void library_refusals_note(void *refusals, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* A request or its connection ends: where the library has told it a status by itself, note that as
 * the request's, or log and count it where none was begun. On the I/O thread, while the socket is
 * open. */
void library_refusals_tell(struct library_refusals *refusals, struct connection *c);

#endif
