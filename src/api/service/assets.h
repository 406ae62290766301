/* SPDX-License-Identifier: MIT */
/* assets.h: the documents and pages that are built into the daemon (assets.cmake, embed.cmake). */
#ifndef NIMSUM_API_SERVICE_ASSETS_H
#define NIMSUM_API_SERVICE_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
    const char *path; /* on the wire */
    const char *media_type;
    const char *etag; /* quoted, over the bytes */
    bool is_page;     /* HTML: gets the Content-Security-Policy */
    const unsigned char *bytes;
    size_t size;
};

extern const struct asset assets[];
extern const size_t asset_count;

/* The one at a path; NULL: none. */
const struct asset *asset_at(const char *path, size_t size);

#endif
