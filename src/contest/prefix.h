/* SPDX-License-Identifier: MIT */
/* prefix.h: the prefix XORs of one case's heaps, built as the heaps arrive.
 *
 * They take 32 bits each until a heap does not fit; then all are widened to 64 bits, once a case.
 * The store is used again for the next case.
 */
#ifndef NIMSUM_CONTEST_PREFIX_H
#define NIMSUM_CONTEST_PREFIX_H

#include <stdint.h>

#include "memory/buffer.h"

struct prefix {
    struct buffer numbers; /* uint32_t, or uint64_t when wide: a 0, then one a heap */
    bool wide;
    uint64_t last; /* the newest number */
};

/* Allocates nothing; at most maximum_bytes are ever kept, charged to account (borrowed). */
void prefix_init(struct prefix *prefix, struct account *account, size_t maximum_bytes);
void prefix_free(struct prefix *prefix);

/* These return false where memory was refused: by the maximum (numbers.over_maximum is set) or by
 * the account. */

/* Forget all heaps: a new case begins. */
bool prefix_begin(struct prefix *prefix) __attribute__((warn_unused_result));

/* One more heap; widens the store where it must. Amortised O(1). */
bool prefix_push(struct prefix *prefix, uint64_t heap) __attribute__((warn_unused_result));

/* Room for more heaps of the present width, or for as many as the maximum still allows. */
bool prefix_reserve(struct prefix *prefix, size_t more) __attribute__((warn_unused_result));

static inline size_t prefix_width(const struct prefix *prefix)
{
    return prefix->wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* How many heaps of the present width fit without another reservation. */
static inline size_t prefix_room(const struct prefix *prefix)
{
    return (prefix->numbers.capacity - prefix->numbers.size) / prefix_width(prefix);
}

/* How many heaps there are. */
static inline size_t prefix_count(const struct prefix *prefix)
{
    return prefix->numbers.size / prefix_width(prefix) - 1;
}

#endif
