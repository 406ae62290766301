/* assets_answer.c: the documents and pages that are built in (assets.h). */
#include "exchange.h"

#include <string.h>

/* A page takes scripts, styles and images from this service alone, talks to it alone, and stands in
 * no frame. */
static const struct api_field page_fields[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {NULL, NULL},
};

static const struct api_field asset_fields[] = {
    {"X-Content-Type-Options", "nosniff"},
    {NULL, NULL},
};

void asset_find(struct exchange *x, const struct api_head *head)
{
    size_t size = strcspn(head->target, "?");
    for (size_t i = 0; i < asset_count; i++) {
        if (strlen(assets[i].path) == size && memcmp(assets[i].path, head->target, size) == 0) {
            x->asset = &assets[i];
            note_fixed_etag(x, head, assets[i].etag);
            return;
        }
    }
    problem_set(&x->problem, PROBLEM_NOT_FOUND, "there is nothing at this path");
}

void asset_answer(struct exchange *x)
{
    const struct asset *asset = x->asset;
    reply_with_static(x, 200, asset->media_type, (const char *)asset->bytes, asset->size);
    /* Kept, but asked for each time: a page never runs with the scripts of another version. */
    reply_conditionally(x, "no-cache");
    x->reply.fields = asset->is_page ? page_fields : asset_fields;
}
