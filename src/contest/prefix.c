/* SPDX-License-Identifier: MIT */
/* prefix.c: heaps come in, prefix XORs stay. */
#include "contest/prefix.h"

#include <nimsum/ranges.h>

#include "digits/read.h"

void prefix_init(struct prefix *prefix, struct account *account, size_t maximum_bytes)
{
    prefix->last = 0;
    number_store_init(&prefix->numbers, account, maximum_bytes);
}

void prefix_free(struct prefix *prefix)
{
    number_store_free(&prefix->numbers);
}

bool prefix_begin(struct prefix *prefix)
{
    number_store_clear(&prefix->numbers);
    prefix->last = 0;
    return number_store_push(&prefix->numbers, 0);
}

/* A heap over 32 bits gives the first prefix XOR over 32 bits, so the store widens when it must. */
bool prefix_push(struct prefix *prefix, uint64_t heap)
{
    if (!number_store_push(&prefix->numbers, prefix->last ^ heap)) {
        return false;
    }
    prefix->last ^= heap;
    return true;
}

bool prefix_reserve(struct prefix *prefix, size_t more)
{
    const struct buffer *bytes = &prefix->numbers.bytes;
    size_t allowed = (bytes->maximum - bytes->size) / number_store_width(&prefix->numbers);
    return number_store_reserve(&prefix->numbers, more < allowed ? more : allowed);
}

size_t prefix_read(struct prefix *prefix, const char **p, const char *end, uint64_t most)
{
    struct number_store *store = &prefix->numbers;
    size_t room = number_store_room(store);
    void *heaps = number_store_end(store);
    size_t count = digits_read_numbers(DIGITS_TEXT, store->wide, p, end, heaps,
                                       most < room ? (size_t)most : room);
    prefix->last = store->wide
                       ? nimsum_prefix_xor_step_u64(heaps, count, prefix->last, heaps)
                       : nimsum_prefix_xor_step_u32(heaps, count, (uint32_t)prefix->last, heaps);
    number_store_added(store, count);
    return count;
}
