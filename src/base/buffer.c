/* buffer.c: malloc while small, one reserved address range when large (see buffer.h). */
#include "buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    FIRST_BYTES = 512,
    /* A reserved range is charged and opened in steps of this size: one huge page on x86-64. */
    STEP_BYTES = 2 * 1024 * 1024
};

void buffer_init(struct buffer *buffer, struct account *account, size_t maximum)
{
    *buffer = (struct buffer){.account = account, .maximum = maximum};
}

static size_t whole_steps(size_t bytes)
{
    return (bytes + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES;
}

/* An untouched range of bytes (whole steps) that begins on the border of a huge page, so that every
 * step of it can be one. */
static char *map_aligned(size_t bytes)
{
    char *range = mmap(NULL, bytes + STEP_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        return NULL;
    }
    size_t before = (STEP_BYTES - (uintptr_t)range % STEP_BYTES) % STEP_BYTES;
    if (before > 0) {
        (void)munmap(range, before);
    }
    (void)munmap(range + before + bytes, STEP_BYTES - before);
    return range + before;
}

/* A range of maximum bytes, or as much of it (at least capacity) as the system gives. */
static char *reserve_range(size_t capacity, size_t maximum, size_t *reserved)
{
    if (maximum > SIZE_MAX / 2) {
        return NULL;
    }
    size_t bytes = whole_steps(maximum);
    for (;;) {
        char *range = map_aligned(bytes);
        if (range != NULL) {
            *reserved = bytes;
            return range;
        }
        if (bytes <= whole_steps(capacity)) {
            return NULL;
        }
        bytes = whole_steps(bytes / 2 > capacity ? bytes / 2 : capacity);
    }
}

/* Make the block hold capacity bytes; the account was charged already. */
static bool resize(struct buffer *buffer, size_t capacity)
{
    if (buffer->reserved != 0 && capacity <= buffer->reserved) {
        return true;
    }
    if (buffer->reserved != 0) {
        void *moved = mremap(buffer->data, buffer->reserved, capacity, MREMAP_MAYMOVE);
        if (moved == MAP_FAILED) {
            return false;
        }
        buffer->data = moved;
        buffer->reserved = capacity;
        return true;
    }
    if (capacity < BUFFER_MAP_BYTES) {
        void *block = realloc(buffer->data, capacity);
        if (block == NULL) {
            return false;
        }
        buffer->data = block;
        return true;
    }
    size_t reserved = 0;
    char *range = reserve_range(capacity, buffer->maximum, &reserved);
    if (range == NULL) {
        return false;
    }
    if (buffer->size > 0) {
        memcpy(range, buffer->data, buffer->size);
    }
    free(buffer->data);
    buffer->data = range;
    buffer->reserved = reserved;
    return true;
}

/* The capacity to grow to: doubled while small, in steps once mapped, never past the maximum. */
static size_t next_capacity(const struct buffer *buffer, size_t needed)
{
    size_t capacity = buffer->capacity < FIRST_BYTES ? FIRST_BYTES : buffer->capacity;
    while (capacity < needed && capacity < STEP_BYTES) {
        capacity *= 2;
    }
    if (capacity < needed) {
        capacity = needed > SIZE_MAX - STEP_BYTES ? needed : whole_steps(needed);
    }
    return capacity > buffer->maximum ? buffer->maximum : capacity;
}

bool buffer_reserve(struct buffer *buffer, size_t extra)
{
    if (extra <= buffer->capacity - buffer->size) {
        return true;
    }
    if (extra > buffer->maximum - buffer->size) {
        buffer->over_maximum = true;
        return false;
    }
    size_t capacity = next_capacity(buffer, buffer->size + extra);
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
    if (buffer->reserved != 0 && capacity >= STEP_BYTES) {
        /* Only a hint. Smaller blocks stay on small pages: a huge one is more than is charged. */
        (void)madvise(buffer->data, capacity / STEP_BYTES * STEP_BYTES, MADV_HUGEPAGE);
    }
    return true;
}

bool buffer_append(struct buffer *buffer, const void *bytes, size_t size)
{
    if (!buffer_reserve(buffer, size)) {
        return false;
    }
    if (size > 0) {
        memcpy(buffer->data + buffer->size, bytes, size);
        buffer->size += size;
    }
    return true;
}

void buffer_free(struct buffer *buffer)
{
    if (buffer->reserved != 0) {
        (void)munmap(buffer->data, buffer->reserved);
    } else {
        free(buffer->data);
    }
    account_give(buffer->account, buffer->capacity);
    buffer_init(buffer, buffer->account, buffer->maximum);
}
