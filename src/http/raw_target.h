/* SPDX-License-Identifier: MIT */
/* raw_target.h: a copy of a request's target, as it was sent, until its head was read.
 *
 * libmicrohttpd cuts and decodes its own in place. A long copy is mapped, so that it goes back to
 * the system at once and not with the connection.
 */
#ifndef NIMSUM_HTTP_RAW_TARGET_H
#define NIMSUM_HTTP_RAW_TARGET_H

#include <stdbool.h>
#include <stddef.h>

enum { RAW_TARGET_SHORT_BYTES = 256 };

struct raw_target {
    char *text;          /* NULL: none is kept */
    const char *place;   /* where the library has it: for the layout check only */
    size_t mapped_bytes; /* 0: it stands in short_text */
    char short_text[RAW_TARGET_SHORT_BYTES];
};

/* Keep a copy of uri, in place of what was kept. False: no memory, and nothing is kept. */
bool raw_target_keep(struct raw_target *target, const char *uri);

/* Forget it. */
void raw_target_drop(struct raw_target *target);

#endif
