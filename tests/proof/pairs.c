/* SPDX-License-Identifier: MIT */
/* pairs.c: an array in order of arrival, and a hash table (FNV-1a, open addressing) over it. */
#include "pairs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "pairs: no memory\n");
        abort();
    }
    return memory;
}

void pairs_init(struct pairs *pairs)
{
    *pairs = (struct pairs){.slot_count = 1 << 16};
    pairs->slots = checked(calloc(pairs->slot_count, sizeof *pairs->slots));
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->all);
    free(pairs->slots);
}

static size_t hash(const unsigned char *bytes)
{
    uint64_t value = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < PAIRS_KEY_BYTES; i++) {
        value = (value ^ bytes[i]) * UINT64_C(1099511628211);
    }
    return (size_t)(value ^ value >> 32);
}

bool pairs_add(struct pairs *pairs, const void *key, size_t size, size_t parent, unsigned char byte)
{
    unsigned char padded[PAIRS_KEY_BYTES] = {0};
    memcpy(padded, key, size <= sizeof padded ? size : sizeof padded);
    size_t slot = hash(padded) % pairs->slot_count;
    for (; pairs->slots[slot] != 0; slot = (slot + 1) % pairs->slot_count) {
        if (memcmp(pairs->all[pairs->slots[slot] - 1].key, padded, sizeof padded) == 0) {
            return false;
        }
    }
    if (size > sizeof padded || pairs->count == pairs->slot_count / 2) {
        fprintf(stderr, "pairs: too large, or too many\n");
        abort();
    }
    if (pairs->count == pairs->capacity) {
        pairs->capacity = pairs->capacity * 2 + 64;
        pairs->all = checked(realloc(pairs->all, pairs->capacity * sizeof *pairs->all));
    }
    memcpy(pairs->all[pairs->count].key, padded, sizeof padded);
    pairs->all[pairs->count].parent = parent;
    pairs->all[pairs->count].byte = byte;
    pairs->slots[slot] = ++pairs->count;
    return true;
}

size_t pairs_text(const struct pairs *pairs, size_t pair, char *text)
{
    size_t size = 0;
    for (size_t i = pair; i != 0; i = pairs->all[i].parent) {
        size++;
    }
    if (size > PAIRS_TEXT_BYTES) {
        fprintf(stderr, "pairs: the text is too long\n");
        abort();
    }
    size_t end = size;
    for (size_t i = pair; i != 0; i = pairs->all[i].parent) {
        text[--end] = (char)pairs->all[i].byte;
    }
    return size;
}
