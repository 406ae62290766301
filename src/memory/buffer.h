/* SPDX-License-Identifier: MIT */
/* buffer.h: a growing block of bytes, charged to an account: all that a request allocates.
 *
 * Small blocks come from malloc. Past BUFFER_MAP_BYTES the block moves once to an address range
 * that is reserved for its maximum and filled page by page (mapping.h): growth then copies nothing,
 * huge pages serve it, and the memory goes back to the system soon after the buffer is freed (heap
 * memory would stay with the process). Where the system refuses the reservation, plain growth by
 * doubling takes over.
 */
#ifndef NIMSUM_MEMORY_BUFFER_H
#define NIMSUM_MEMORY_BUFFER_H

#include <string.h>

#include "memory/budget.h"

enum { BUFFER_MAP_BYTES = 128 * 1024 };

struct buffer {
    char *data;              /* NULL while nothing was reserved */
    size_t size;             /* bytes in use; the owner moves it */
    size_t capacity;         /* bytes that may be written, all charged to the account */
    size_t maximum;          /* the named limit: capacity never passes it */
    struct mapping range;    /* where data lies; none: in a malloc block */
    bool over_maximum;       /* a reservation was refused because of maximum */
    struct account *account; /* borrowed */
};

/* An empty buffer that may grow to maximum bytes. Allocates nothing. */
void buffer_init(struct buffer *buffer, struct account *account, size_t maximum);

/* Slow path of buffer_reserve; same contract. */
bool buffer_grow(struct buffer *buffer, size_t extra) __attribute__((warn_unused_result));

/* Room for extra bytes after size. False: the maximum (over_maximum is set) or the account refused,
 * and the buffer is as it was. Amortised O(1) a byte. */
__attribute__((warn_unused_result)) static inline bool buffer_reserve(struct buffer *buffer,
                                                                      size_t extra)
{
    return extra <= buffer->capacity - buffer->size || buffer_grow(buffer, extra);
}

/* Append size bytes. False as buffer_reserve. */
__attribute__((warn_unused_result)) static inline bool buffer_append(struct buffer *buffer,
                                                                     const void *bytes, size_t size)
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

/* Give back what is beyond size, address space included. */
void buffer_trim(struct buffer *buffer);

/* Release everything and give the bytes back to the account. The buffer is empty then, as new. */
void buffer_free(struct buffer *buffer);

#endif
