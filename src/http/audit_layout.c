/* SPDX-License-Identifier: MIT */
/* audit_layout.c: "method SP target SP version CRLF", then "name: value CRLF" each, without a gap.
 */
#include "http/audit_layout.h"

#include <string.h>

enum { VERSION_SIZE = 8, LINE_END_SIZE = 2 }; /* "HTTP/1.1", CRLF */

enum audit_layout_support audit_layout_support(const char *library_version)
{
    if (strcmp(library_version, "0.9.75") == 0) {
        return AUDIT_LAYOUT_CHECKED;
    }
    /* Tried with 1.0.1 and 1.0.10, the first and the last of them in Debian. */
    return strncmp(library_version, "1.0.", 4) == 0 ? AUDIT_LAYOUT_UNNEEDED : AUDIT_LAYOUT_UNKNOWN;
}

void audit_layout_begin(struct audit_layout *layout, const char *library_version,
                        const char *method, const char *target, size_t target_size,
                        const char *version)
{
    layout->checked = audit_layout_support(library_version) == AUDIT_LAYOUT_CHECKED;
    layout->sound = method + strlen(method) + 1 == target && target + target_size + 1 == version &&
                    strlen(version) == VERSION_SIZE;
    layout->next = version + VERSION_SIZE + LINE_END_SIZE;
}

void audit_layout_field(struct audit_layout *layout, const char *name, size_t name_size,
                        const char *value, size_t value_size)
{
    if (!layout->checked || !layout->sound) {
        return;
    }
    const char *p = name + name_size + 1; /* behind the colon */
    layout->sound = name == layout->next && p <= value && value - p <= 64 * 1024;
    for (; layout->sound && p < value; p++) {
        layout->sound = *p == ' ' || *p == '\t';
    }
    /* The CR and the LF were both replaced; a NUL inside the value left the CR behind. */
    layout->sound = layout->sound && value[value_size] == '\0' && value[value_size + 1] == '\0';
    layout->next = value + value_size + LINE_END_SIZE;
}

void audit_layout_end(struct audit_layout *layout, const char *method, size_t head_size)
{
    layout->sound = layout->sound && layout->next + LINE_END_SIZE == method + head_size;
}
