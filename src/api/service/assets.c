/* SPDX-License-Identifier: MIT */
/* assets.c: the documents and pages that are built in (assets.h). */
#include "api/exchange_internal.h"

#include <string.h>

#include "api/service/pages.h"

static const struct api_field asset_fields[] = {
    {"X-Content-Type-Options", "nosniff"},
    {NULL, NULL},
};

const struct asset *asset_at(const char *path, size_t size)
{
    for (size_t i = 0; i < asset_count; i++) {
        if (strlen(assets[i].path) == size && memcmp(assets[i].path, path, size) == 0) {
            return &assets[i];
        }
    }
    return NULL;
}

const void *find_asset(struct exchange *x, const struct target *target)
{
    (void)x;
    return asset_at(target->path, target->path_size);
}

void begin_asset(struct exchange *x, const struct api_head *head, const struct target *target)
{
    (void)target;
    const struct asset *asset = x->resource;
    note_fixed_etag(x, head, asset->etag);
}

void handle_asset(struct exchange *x)
{
    const struct asset *asset = x->resource;
    reply_with_static(x, 200, asset->media_type, (const char *)asset->bytes, asset->size);
    /* Kept, but asked for each time: a page never runs with the scripts of another version. */
    x->reply.fields = asset->is_page ? page_fields : asset_fields;
    reply_conditionally(x, "no-cache");
}
