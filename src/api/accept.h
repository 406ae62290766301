/* SPDX-License-Identifier: MIT */
/* accept.h: whether a reply that can be a page or JSON is to be a page (RFC 9110 section 12.5.1). */
#ifndef NIMSUM_API_ACCEPT_H
#define NIMSUM_API_ACCEPT_H

#include <stdbool.h>
#include <stddef.h>

/* lines: the values of the Accept lines, up to maximum of them or to the first NULL. True where they
 * name text/html itself, not by a wildcard, and weigh it above application/json: whoever asks for
 * anything gets JSON. */
bool accept_prefers_page(const char *const lines[], size_t maximum);

#endif
