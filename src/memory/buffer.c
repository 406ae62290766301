/* SPDX-License-Identifier: MIT */
/* buffer.c: malloc while small, one reserved address range when large (see buffer.h). */
#include "memory/buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BYTES = 512, LEAST_STEP = 4096 };

void buffer_init(struct buffer *buffer, struct account *account, size_t maximum)
{
    *buffer = (struct buffer){.account = account, .maximum = maximum};
}

static struct mappings *mappings_of(const struct buffer *buffer)
{
    return buffer->account->budget == NULL ? NULL : &buffer->account->budget->mappings;
}

/* Move the small block to a range of capacity bytes or more. */
static bool move_to_range(struct buffer *buffer, size_t capacity)
{
    struct mapping range = mapping_take(mappings_of(buffer), capacity, buffer->maximum);
    if (range.data == NULL) {
        return false;
    }
    if (buffer->size > 0) {
        memcpy(range.data, buffer->data, buffer->size);
    }
    free(buffer->data);
    buffer->data = range.data;
    buffer->range = range;
    return true;
}

/* Make the block hold capacity bytes; the account was charged already. */
static bool resize(struct buffer *buffer, size_t capacity)
{
    if (buffer->range.data != NULL) {
        bool fits = capacity <= buffer->range.reserved ||
                    mapping_grow(mappings_of(buffer), &buffer->range, capacity);
        buffer->data = buffer->range.data;
        return fits;
    }
    if (capacity < BUFFER_MAP_BYTES) {
        void *block = realloc(buffer->data, capacity);
        if (block == NULL) {
            return false;
        }
        buffer->data = block;
        return true;
    }
    return move_to_range(buffer, capacity);
}

/* The capacity to grow to: doubled while small, in steps once mapped, never past the maximum. */
static size_t next_capacity(const struct buffer *buffer, size_t needed)
{
    size_t capacity = buffer->capacity < FIRST_BYTES ? FIRST_BYTES : buffer->capacity;
    while (capacity < needed && capacity < MAPPING_STEP_BYTES) {
        capacity *= 2;
    }
    if (capacity < needed) {
        capacity = needed > SIZE_MAX - MAPPING_STEP_BYTES ? needed : mapping_steps(needed);
    }
    return capacity > buffer->maximum ? buffer->maximum : capacity;
}

/* The capacity where memory is short: hardly more than is needed. */
static size_t least_capacity(const struct buffer *buffer, size_t needed)
{
    size_t capacity = (needed + LEAST_STEP - 1) / LEAST_STEP * LEAST_STEP;
    return capacity < needed || capacity > buffer->maximum ? buffer->maximum : capacity;
}

bool buffer_grow(struct buffer *buffer, size_t extra)
{
    if (extra > buffer->maximum - buffer->size) {
        buffer->over_maximum = true;
        return false;
    }
    size_t capacity = next_capacity(buffer, buffer->size + extra);
    if (!account_may_take(buffer->account, capacity - buffer->capacity)) {
        size_t least = least_capacity(buffer, buffer->size + extra);
        capacity = least < capacity ? least : capacity;
    }
    size_t more = capacity - buffer->capacity;
    if (!account_take(buffer->account, more)) {
        return false;
    }
    if (!resize(buffer, capacity)) {
        account_give(buffer->account, more);
        account_note_no_memory(buffer->account);
        return false;
    }
    buffer->capacity = capacity;
    if (buffer->range.data != NULL && buffer->capacity >= MAPPING_STEP_BYTES) {
        /* Only a hint. Smaller blocks stay on small pages: a huge one is more than is charged. */
        (void)madvise(buffer->data, buffer->capacity / MAPPING_STEP_BYTES * MAPPING_STEP_BYTES,
                      MADV_HUGEPAGE);
    }
    return true;
}

void buffer_trim(struct buffer *buffer)
{
    if (buffer->range.data != NULL) {
        mapping_trim(&buffer->range, buffer->size);
    } else if (buffer->size > 0) {
        char *block = realloc(buffer->data, buffer->size);
        if (block != NULL) {
            buffer->data = block;
        }
    }
    account_give(buffer->account, buffer->capacity - buffer->size);
    buffer->capacity = buffer->size;
}

void buffer_free(struct buffer *buffer)
{
    if (buffer->range.data != NULL) {
        mapping_give(mappings_of(buffer), buffer->range, buffer->capacity);
    } else {
        free(buffer->data);
    }
    account_give(buffer->account, buffer->capacity);
    buffer_init(buffer, buffer->account, buffer->maximum);
}
