/* SPDX-License-Identifier: MIT */
/* conditional.c: entity tags: the same version gives the same reply to the same target, for ever.
 */
#include "api/exchange_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static uint64_t hash(uint64_t value, const char *text)
{
    for (; *text != '\0'; text++) {
        value = (value ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    }
    return value;
}

/* Whether a list of entity tags holds tag, which is a strong one, or is "*". A weak tag of the list
 * is equal to it only where the comparison is weak (RFC 9110 section 8.8.3.2). */
static bool lists(const char *list, const char *tag, bool is_weak)
{
    size_t size = strlen(tag);
    for (;;) {
        list += strspn(list, " \t,");
        if (*list == '*') {
            return true;
        }
        bool may_match = is_weak || strncmp(list, "W/", 2) != 0;
        list += strncmp(list, "W/", 2) == 0 ? 2 : 0;
        if (*list != '"') {
            return false;
        }
        size_t own = strcspn(list + 1, "\"") + 1;
        if (list[own] != '"') {
            return false;
        }
        if (may_match && own + 1 == size && memcmp(list, tag, size) == 0) {
            return true;
        }
        list += own + 1;
    }
}

static bool any_lists(const struct api_list *field, const char *tag, bool is_weak)
{
    bool found = false;
    for (size_t i = 0; i < API_LIST_LINES && field->lines[i] != NULL; i++) {
        found = found || lists(field->lines[i], tag, is_weak);
    }
    return found;
}

void note_array_version(struct exchange *x, const char *text)
{
    x->etag_arrays = hash(x->etag_arrays, " ");
    x->etag_arrays = hash(x->etag_arrays, text);
}

void note_etag(struct exchange *x, const struct api_head *head)
{
    uint64_t value = hash(UINT64_C(0xCBF29CE484222325), x->api->version);
    value = hash(hash(value, " "), head->target) ^ x->etag_arrays;
    char etag[sizeof x->etag];
    (void)snprintf(etag, sizeof etag, "\"%016" PRIx64 "\"", value);
    note_fixed_etag(x, head, etag);
}

void note_fixed_etag(struct exchange *x, const struct api_head *head, const char *etag)
{
    (void)snprintf(x->etag, sizeof x->etag, "%s", etag);
    x->etag_is_known = any_lists(&head->if_none_match, x->etag, true);
    x->etag_is_unasked = head->if_match.lines[0] != NULL && !head->if_match.has_more &&
                         !any_lists(&head->if_match, x->etag, false);
}

void reply_conditionally(struct exchange *x, const char *cache_control)
{
    if (exchange_is_refused(x) || x->reply.status == 0) {
        return;
    }
    if (x->etag_is_unasked) {
        problem_set(&x->problem, PROBLEM_PRECONDITION_FAILED,
                    "If-Match does not list the entity tag of this reply, %s", x->etag);
        return;
    }
    if (x->etag_is_known) { /* its length is told as the 200's; the HTTP side leaves the body out */
        x->reply.status = 304;
        x->reply.media_type = NULL; /* RFC 9110 section 15.4.5: the client has it already */
    }
    x->reply.etag = x->etag;
    x->reply.cache_control = cache_control;
}
