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
static void hash_heaps(const struct array_heaps *heaps, XXH3_state_t *state)
{
    const uint32_t *narrow = heaps->numbers;
    const uint64_t *wide = heaps->numbers;
    uint64_t some[HASHED_AT_ONCE];
    (void)XXH3_128bits_reset(state);
    for (size_t i = 0; i < heaps->count; i += HASHED_AT_ONCE) {
        size_t left = heaps->count - i, count = left < HASHED_AT_ONCE ? left : HASHED_AT_ONCE;
        for (size_t k = 0; k < count; k++) {
            some[k] = htole64(heaps->wide ? wide[i + k] : narrow[i + k]);
        }
        (void)XXH3_128bits_update(state, some, count * sizeof some[0]);
    }
}

static bool set_version(struct array *array, const struct array_heaps *heaps)
{
    XXH3_state_t *state = XXH3_createState();
    if (state == NULL) {
        return false;
    }
    hash_heaps(heaps, state);
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    (void)XXH3_freeState(state);
    for (size_t i = 0; i < sizeof canonical.digest; i++) {
        (void)snprintf(array->version + 2 * i, 3, "%02x", (unsigned)canonical.digest[i]);
    }
    return true;
}

/* Into a block of just the size. */
static bool make_ready(struct array *array, const struct array_heaps *heaps)
{
    array->wide = heaps->wide;
    array->bytes = heaps->wide ? nimsum_array_bytes_u64(heaps->numbers, heaps->count)
                               : nimsum_array_bytes_u32(heaps->numbers, heaps->count);
    buffer_init(&array->block, &array->account, array->bytes);
    if (!buffer_reserve(&array->block, array->bytes)) {
        return false;
    }
    if (heaps->wide) {
        array->large = nimsum_array_prepare_u64(heaps->numbers, heaps->count, array->block.data);
    } else {
        array->narrow = nimsum_array_prepare_u32(heaps->numbers, heaps->count, array->block.data);
    }
    return true;
}

struct array *array_new(const char *name, const struct array_heaps *heaps, struct budget *budget,
                        enum budget_status *refusal)
{
    struct array *array = calloc(1, sizeof *array);
    *refusal = BUDGET_NO_MEMORY;
    if (array == NULL) {
        return NULL;
    }
    (void)snprintf(array->name, sizeof array->name, "%s", name);
    atomic_init(&array->references, 1);
    array->account = (struct account){.budget = budget};
    if (!make_ready(array, heaps)) {
        *refusal = array->account.refusal;
        free(array);
        return NULL;
    }
    if (!set_version(array, heaps)) {
        array_release(array);
        return NULL;
    }
    *refusal = BUDGET_OK;
    return array;
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
