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

/* A connection ends, with or without a request in flight: the status that the library has told it by
 * itself, or 0. On the I/O thread, while the socket is open. */
unsigned library_refusals_take(struct library_refusals *refusals, const struct connection *c);

#endif
