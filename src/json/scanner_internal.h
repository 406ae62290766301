/* SPDX-License-Identifier: MIT */
/* scanner_internal.h: what scanner.c (structure and values), scanner_lists.c and
 * scanner_text.c (strings) share. */
#ifndef NIMSUM_JSON_SCANNER_INTERNAL_H
#define NIMSUM_JSON_SCANNER_INTERNAL_H

#include "json/scanner.h"

/* A slice being read: where it begins tells each byte's offset. */
struct slice {
    const char *start, *end;
};

/* Fail at byte p. Returns NULL, so that a state can say: return scanner_fail(...). */
const char *scanner_fail(struct json_scanner *s, const struct slice *slice, const char *p,
                         enum json_failure failure);

/* The states inside a string, p < end. */
const char *scanner_text(struct json_scanner *s, const struct slice *slice, const char *p);

/* Number lists. These return false where memory was refused. */

/* The first byte inside an array outside number lists: it is one, or goes to the envelope. */
bool scanner_array_begin(struct json_scanner *s, char first);

/* Inside a list: a container begins, ends; a number is complete. */
void scanner_list_container(struct json_scanner *s, bool object);
bool scanner_list_close(struct json_scanner *s);
bool scanner_list_number(struct json_scanner *s);

/* A value that is no integer of ours begins there. */
void scanner_list_reject(struct json_scanner *s, enum json_rejection rejection);

/* Plain elements that are due are read in bulk, as many as there are. Returns where the others
 * begin, or NULL after a failure. */
const char *scanner_list_read(struct json_scanner *s, const struct slice *slice, const char *p);

static inline bool scanner_in_list(const struct json_scanner *s)
{
    return s->list_depth != 0;
}

/* Whether the innermost container is an object. */
static inline bool scanner_in_object(const struct json_scanner *s)
{
    return (s->objects >> s->depth & 1) != 0;
}

/* A value is complete. */
static inline void scanner_after_value(struct json_scanner *s)
{
    s->state = s->depth == 0 ? SCAN_NOTHING : SCAN_COMMA_OR_END;
}

#endif
