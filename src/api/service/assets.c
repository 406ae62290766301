/* SPDX-License-Identifier: MIT */
/* assets.c: the documents and pages that are built in (assets.h). */
#include "api/exchange.h"

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

bool asset_has(const char *path, size_t size)
{
    return asset_at(path, size) != NULL;
}

void asset_find(struct exchange *x, const struct api_head *head)
{
    x->asset = asset_at(head->target, strcspn(head->target, "?"));
    note_fixed_etag(x, head, x->asset->etag);
}

void handle_asset(struct exchange *x)
{
    const struct asset *asset = x->asset;
    reply_with_static(x, 200, asset->media_type, (const char *)asset->bytes, asset->size);
    /* Kept, but asked for each time: a page never runs with the scripts of another version. */
    x->reply.fields = asset->is_page ? page_fields : asset_fields;
    reply_conditionally(x, "no-cache");
}
