/* SPDX-License-Identifier: MIT */
/* pages.h: the fields of pages, and of what is a page for browsers and JSON for everyone else. */
#ifndef NIMSUM_API_SERVICE_PAGES_H
#define NIMSUM_API_SERVICE_PAGES_H

#include "api/exchange.h"

extern const struct api_field page_fields[];            /* of a page */
extern const struct api_field negotiated_page_fields[]; /* of a page that could be JSON */
extern const struct api_field negotiated_json_fields[]; /* of JSON that could be a page */

#endif
