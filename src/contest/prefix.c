/* SPDX-License-Identifier: MIT */
/* prefix.c: a buffer of prefix XORs in two widths. */
#include "contest/prefix.h"

#include <string.h>

void prefix_init(struct prefix *prefix, struct account *account, size_t maximum_bytes)
{
    *prefix = (struct prefix){.wide = false};
    buffer_init(&prefix->numbers, account, maximum_bytes);
}

void prefix_free(struct prefix *prefix)
{
    buffer_free(&prefix->numbers);
}

static bool append(struct prefix *prefix, uint64_t number)
{
    size_t width = prefix_width(prefix);
    if (!buffer_reserve(&prefix->numbers, width)) {
        return false;
    }
    void *place = prefix->numbers.data + prefix->numbers.size;
    if (prefix->wide) {
        *(uint64_t *)place = number;
    } else {
        *(uint32_t *)place = (uint32_t)number;
    }
    prefix->numbers.size += width;
    prefix->last = number;
    return true;
}

bool prefix_begin(struct prefix *prefix)
{
    prefix->numbers.size = 0;
    prefix->wide = false;
    return append(prefix, 0);
}

/* From the last number to the first, so that none is overwritten unread. */
static bool widen(struct prefix *prefix)
{
    size_t count = prefix->numbers.size / sizeof(uint32_t);
    if (!buffer_reserve(&prefix->numbers, count * sizeof(uint32_t))) {
        return false;
    }
    char *data = prefix->numbers.data;
    for (size_t i = count; i > 0; i--) {
        uint32_t narrow;
        memcpy(&narrow, data + (i - 1) * sizeof narrow, sizeof narrow);
        uint64_t number = narrow;
        memcpy(data + (i - 1) * sizeof number, &number, sizeof number);
    }
    prefix->numbers.size = count * sizeof(uint64_t);
    prefix->wide = true;
    return true;
}

bool prefix_push(struct prefix *prefix, uint64_t heap)
{
    if (!prefix->wide && heap > UINT32_MAX && !widen(prefix)) {
        return false;
    }
    return append(prefix, prefix->last ^ heap);
}

bool prefix_reserve(struct prefix *prefix, size_t more)
{
    size_t width = prefix_width(prefix);
    size_t allowed = (prefix->numbers.maximum - prefix->numbers.size) / width;
    return buffer_reserve(&prefix->numbers, (more < allowed ? more : allowed) * width);
}
