/* SPDX-License-Identifier: MIT */
/* pages.c: the fields of pages. */
#include "api/service/pages.h"

#include <stddef.h>

#include "api/media_type.h"
#include "api/exchange_internal.h"

/* A page takes scripts, styles and images from this service alone, talks to it alone, and stands in
 * no frame. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const struct api_field page_fields[] = {
    {"Content-Security-Policy", policy},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {NULL, NULL},
};

/* What the reply is hangs on Accept, so a cache must not give one for the other. */
const struct api_field negotiated_page_fields[] = {
    {"Content-Security-Policy", policy},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Vary", "Accept"},
    {NULL, NULL},
};
const struct api_field negotiated_json_fields[] = {{"Vary", "Accept"}, {NULL, NULL}};

void begin_page(struct exchange *x, const struct api_head *head, const struct target *target)
{
    (void)target;
    x->wants_page = accept_prefers_page(head->accept.lines, API_LIST_LINES);
}
