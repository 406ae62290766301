/* SPDX-License-Identifier: MIT */
/* audit_layout.h: two forgeries that only the raw bytes show.
 *
 * libmicrohttpd 0.9.75 appends a folded line to the field before it, even where that completes a
 * field's name ("Transfer-Enc: chunked" and " oding"), and it cuts a value at a NUL. Neither is
 * visible in the fields it hands over. But it hands over pointers into the bytes it received, in
 * which only the ends of names and values were replaced by NULs: in a head that was not tampered
 * with, each piece begins where the last one ended.
 *
 * This leans on that version's memory layout, so it is done for that version alone. 1.0.1 refuses
 * both forgeries by itself. Any other version is unknown: nothing is checked, and the daemon says
 * so when it starts.
 */
#ifndef NIMSUM_HTTP_AUDIT_LAYOUT_H
#define NIMSUM_HTTP_AUDIT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

enum audit_layout_support {
    AUDIT_LAYOUT_CHECKED,  /* the layout is known and checked */
    AUDIT_LAYOUT_UNNEEDED, /* this version refuses the forgeries itself */
    AUDIT_LAYOUT_UNKNOWN   /* not checked */
};

/* What is done with the version of libmicrohttpd, as MHD_get_version() gives it. */
enum audit_layout_support audit_layout_support(const char *library_version);

/* A walk over one request head. */
struct audit_layout {
    bool checked, sound;
    const char *next; /* where the next field name must begin; NULL before the first */
};

/* Begin with the request line. target: where the library had it, of target_size bytes before it was
 * cut. */
void audit_layout_begin(struct audit_layout *layout, const char *library_version,
                        const char *method, const char *target, size_t target_size,
                        const char *version);

/* Go on with the next field, in the order received; name and value are the library's own pointers.
 */
void audit_layout_field(struct audit_layout *layout, const char *name, size_t name_size,
                        const char *value, size_t value_size);

/* End the walk: the head, from the method to the empty line, is head_size bytes long. Only this
 * shows a NUL at the end of the last value, and a line that begins with NUL or ":", which the
 * library takes for the end of the head. */
void audit_layout_end(struct audit_layout *layout, const char *method, size_t head_size);

#endif
