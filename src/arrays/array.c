/* SPDX-License-Identifier: MIT */
/* array.c: an array is made, shared and freed. */
#include "arrays/array.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { HASHED_AT_ONCE = 2048 };

bool array_is_name(const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = name[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') {
            return false;
        }
    }
    return size >= 1 && size <= ARRAY_NAME_BYTES;
}

/* The hash has all its state in *state, which is larger than a stack frame should be. */
static void hash_heaps(const void *heaps, size_t heap_count, bool wide, XXH3_state_t *state)
{
    const uint32_t *narrow = heaps;
    const uint64_t *large = heaps;
    uint64_t some[HASHED_AT_ONCE];
    (void)XXH3_128bits_reset(state);
    for (size_t i = 0; i < heap_count; i += HASHED_AT_ONCE) {
        size_t left = heap_count - i, count = left < HASHED_AT_ONCE ? left : HASHED_AT_ONCE;
        for (size_t k = 0; k < count; k++) {
            some[k] = htole64(wide ? large[i + k] : narrow[i + k]);
        }
        (void)XXH3_128bits_update(state, some, count * sizeof some[0]);
    }
}

static bool set_version(struct array *array, const void *heaps, size_t heap_count)
{
    XXH3_state_t *state = XXH3_createState();
    if (state == NULL) {
        account_note_no_memory(&array->account);
        return false;
    }
    hash_heaps(heaps, heap_count, array->wide, state);
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    (void)XXH3_freeState(state);
    for (size_t i = 0; i < sizeof canonical.digest; i++) {
        (void)snprintf(array->version + 2 * i, 3, "%02x", (unsigned)canonical.digest[i]);
    }
    return true;
}

struct array *array_new(const char *name, struct budget *budget)
{
    struct array *array = calloc(1, sizeof *array);
    if (array != NULL) {
        (void)snprintf(array->name, sizeof array->name, "%s", name);
        atomic_init(&array->references, 1);
        array->account = (struct account){.budget = budget};
        buffer_init(&array->block, &array->account, 0);
    }
    return array;
}

/* In the block itself, which becomes just as large as it has to be. */
bool array_make_ready(struct array *array, bool wide)
{
    struct buffer *block = &array->block;
    size_t width = wide ? sizeof(uint64_t) : sizeof(uint32_t);
    size_t count = block->size / width - 1;
    const void *heaps = block->data + width;
    array->wide = wide;
    array->bytes = wide ? nimsum_array_bytes_u64(heaps, count)
                        : nimsum_array_bytes_u32(heaps, count);
    block->maximum = array->bytes;
    if (!set_version(array, heaps, count) || !buffer_reserve(block, array->bytes - block->size)) {
        return false;
    }
    block->size = array->bytes;
    buffer_trim(block);
    heaps = block->data + width;
    if (wide) {
        array->large = nimsum_array_prepare_u64(heaps, count, block->data);
    } else {
        array->narrow = nimsum_array_prepare_u32(heaps, count, block->data);
    }
    return true;
}

void array_share(struct array *array)
{
    atomic_fetch_add_explicit(&array->references, 1, memory_order_relaxed);
}

void array_release(struct array *array)
{
    if (array != NULL &&
        atomic_fetch_sub_explicit(&array->references, 1, memory_order_acq_rel) == 1) {
        buffer_free(&array->block);
        free(array);
    }
}
