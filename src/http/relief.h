/* SPDX-License-Identifier: MIT */
/* relief.h: who holds memory and stands still makes way.
 *
 * While large requests have hardly any room left (budget_shortage), uploads and replies that have
 * moved less than RELIEF_BYTES in their last second are ended, the largest holder first, until
 * there is room again. Of the watchdog, on its thread.
 */
#ifndef NIMSUM_HTTP_RELIEF_H
#define NIMSUM_HTTP_RELIEF_H

#include "http/watchdog.h"

enum { RELIEF_BYTES = 64 * 1024, RELIEF_MILLISECONDS = 1000 };

/* See how far the connection's upload or reply has come; it must not end meanwhile. now: of
 * clock_milliseconds. */
void relief_look(struct connection *connection, uint64_t now);

/* The connection to end next of those from `first` on, or NULL: none stands still and holds
 * anything. Under the lock of the list. O(connections). */
struct connection *relief_next(struct connection *first);

#endif
