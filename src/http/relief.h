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

/* Whether the connection stands still and holds more than the other (NULL: holds anything): it is
 * to be ended before that. Neither must end meanwhile. */
bool relief_goes_before(const struct connection *connection, const struct connection *other);

#endif
