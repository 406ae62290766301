/* SPDX-License-Identifier: MIT */
/* pages.c: the fields of pages. */
#include "api/service/pages.h"

#include <stddef.h>

#include "api/accept.h"
#include "api/exchange_internal.h"

/* A page takes scripts, styles and images from this service alone, talks to it alone, and stands in
 * no frame. */
#define PAGE_FIELDS                                                                                \
    {"Content-Security-Policy",                                                                    \
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "             \
     "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},           \
        {"X-Content-Type-Options", "nosniff"},                                                     \
    {                                                                                              \
        "Referrer-Policy", "no-referrer"                                                           \
    }

/* What the reply is hangs on Accept, so a cache must not give one for the other. */
#define VARY_FIELD                                                                                 \
    {                                                                                              \
        "Vary", "Accept"                                                                           \
    }

#define END_OF_FIELDS                                                                              \
    {                                                                                              \
        NULL, NULL                                                                                 \
    }

const struct api_field page_fields[] = {PAGE_FIELDS, END_OF_FIELDS};
const struct api_field negotiated_page_fields[] = {PAGE_FIELDS, VARY_FIELD, END_OF_FIELDS};
const struct api_field negotiated_json_fields[] = {VARY_FIELD, END_OF_FIELDS};

void begin_page(struct exchange *x, const struct api_head *head, const struct target *target)
{
    (void)target;
    x->wants_page = accept_prefers_page(head->accept.lines, API_LIST_LINES);
}
