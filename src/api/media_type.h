/* SPDX-License-Identifier: MIT */
/* media_type.h: the media types of a head: what Content-Type says of the body (RFC 9110 section
 * 8.3), and what Accept of the reply. */
#ifndef NIMSUM_API_MEDIA_TYPE_H
#define NIMSUM_API_MEDIA_TYPE_H

#include <stdbool.h>
#include <stddef.h>

enum media {
    MEDIA_JSON,          /* absent, application/json, +json, or the form type that curl -d sends */
    MEDIA_TEXT,          /* text/plain */
    MEDIA_OTHER_CHARSET, /* one of these in a charset that is not UTF-8 */
    MEDIA_OTHER
};

/* field: the value of Content-Type, NULL where absent. */
enum media media_type_of(const char *field);

/* Whether a reply that can be a page or JSON is to be a page (RFC 9110 section 12.5.1). lines: the
 * values of the Accept lines, up to maximum of them or to the first NULL. True where they name
 * text/html itself, not by a wildcard, and weigh it above application/json: whoever asks for
 * anything gets JSON. */
bool accept_prefers_page(const char *const lines[], size_t maximum);

#endif
