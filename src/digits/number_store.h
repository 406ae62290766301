/* SPDX-License-Identifier: MIT */
/* number_store.h: a growing list of numbers, in 32 bits each until one needs 64.
 *
 * Most lists never need the wider form, and half the memory is half the time. The first number over
 * 32 bits does not widen those before it at once, which would hold up whoever feeds the store for
 * as long as the list is; it only makes room for that:
 *
 *     narrow:               n0 n1 n2 n3
 *     after one wide push:  n0 n1 n2 n3 .. .. .. .. | N4N4      narrow_count = 4
 *     after settling:       N0N0 N1N1 N2N2 N3N3     | N4N4      narrow_count = 0
 */
#ifndef NIMSUM_DIGITS_NUMBER_STORE_H
#define NIMSUM_DIGITS_NUMBER_STORE_H

#include <stdint.h>

#include "memory/buffer.h"

struct number_store {
    struct buffer bytes;
    bool wide;           /* number i lies in 64 bits, where i >= narrow_count */
    size_t narrow_count; /* where wide: so many at the beginning still lie in 32 bits */
};

/* Allocates nothing; at most maximum_bytes are ever kept, charged to account (borrowed). */
void number_store_init(struct number_store *store, struct account *account, size_t maximum_bytes);
void number_store_free(struct number_store *store);

/* Forget all numbers, and keep the memory. */
void number_store_clear(struct number_store *store);

/* Room for more numbers of the present width. False where memory was refused, by the maximum
 * (bytes.over_maximum is set) or by the account; nothing has changed then. Amortised O(1). */
static inline bool number_store_reserve(struct number_store *store, size_t more)
    __attribute__((warn_unused_result));

/* Append a number. False as above. Amortised O(1), whatever its width. */
bool number_store_push(struct number_store *store, uint64_t number)
    __attribute__((warn_unused_result));

/* Give every number the same width, so that number_store_data() is one array. O(narrow_count). */
void number_store_settle(struct number_store *store);

/* Bytes of the numbers that come next. */
static inline size_t number_store_width(const struct number_store *store)
{
    return store->wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

static inline bool number_store_reserve(struct number_store *store, size_t more)
{
    return buffer_reserve(&store->bytes, more * number_store_width(store));
}

static inline size_t number_store_count(const struct number_store *store)
{
    return store->bytes.size / number_store_width(store);
}

/* How many numbers of the present width fit without another reservation. */
static inline size_t number_store_room(const struct number_store *store)
{
    return (store->bytes.capacity - store->bytes.size) / number_store_width(store);
}

/* Where the next number goes; whoever writes there says so with number_store_added(). */
static inline void *number_store_end(const struct number_store *store)
{
    return store->bytes.data + store->bytes.size;
}

static inline void number_store_added(struct number_store *store, size_t count)
{
    store->bytes.size += count * number_store_width(store);
}

/* Number i, i < number_store_count(). */
static inline uint64_t number_store_at(const struct number_store *store, size_t i)
{
    const void *data = store->bytes.data;
    return store->wide && i >= store->narrow_count ? ((const uint64_t *)data)[i]
                                                   : ((const uint32_t *)data)[i];
}

/* Call for number i of a settled store, which will be read soon. */
static inline void number_store_prefetch(const struct number_store *store, size_t i)
{
    __builtin_prefetch(store->bytes.data + i * number_store_width(store));
}

/* The settled numbers from number `first` on: uint64_t where wide, else uint32_t. */
static inline void *number_store_data(const struct number_store *store, size_t first)
{
    return store->bytes.data + first * number_store_width(store);
}

#endif
