/* SPDX-License-Identifier: MIT */
/* media_type.h: what a Content-Type says of the body (RFC 9110 section 8.3). */
#ifndef NIMSUM_API_MEDIA_TYPE_H
#define NIMSUM_API_MEDIA_TYPE_H

enum media {
    MEDIA_JSON,          /* absent, application/json, +json, or the form type that curl -d sends */
    MEDIA_TEXT,          /* text/plain */
    MEDIA_OTHER_CHARSET, /* one of these in a charset that is not UTF-8 */
    MEDIA_OTHER
};

/* field: the value of Content-Type, NULL where absent. */
enum media media_type_of(const char *field);

#endif
