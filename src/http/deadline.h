/* SPDX-License-Identifier: MIT */
/* deadline.h: what a look at one connection decides: whether it has time left, and how it is cut.
 * Of the watchdog, on its thread. */
#ifndef NIMSUM_HTTP_DEADLINE_H
#define NIMSUM_HTTP_DEADLINE_H

#include "http/connection.h"

/* A second for each 64 KiB: the slowest transfer that is not cut. */
static inline uint64_t deadline_transfer_milliseconds(uint64_t bytes)
{
    return bytes / 65536 * 1000;
}

/* Cut the connection where its deadline has passed or its peer is gone; drop the work of one that
 * was reset. The connection must not end meanwhile. now: of clock_milliseconds. */
void deadline_look(struct connection *connection, uint64_t now);

/* Shut the connection, unless its state is another by now; the library sees that, and closes.
 * is_late: it took too long, which its client is told where no reply was begun. */
void deadline_cut(struct connection *connection, uint64_t state, bool is_late);

#endif
