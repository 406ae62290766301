/* SPDX-License-Identifier: MIT */
/* prefix.h: the prefix XORs of one case's heaps, built as the heaps arrive. The store is used again
 * for the next case. */
#ifndef NIMSUM_CONTEST_PREFIX_H
#define NIMSUM_CONTEST_PREFIX_H

#include "digits/number_store.h"

struct prefix {
    struct number_store numbers; /* a 0, then one a heap */
    uint64_t last;               /* the newest number */
};

/* Allocates nothing; at most maximum_bytes are ever kept, charged to account (borrowed). */
void prefix_init(struct prefix *prefix, struct account *account, size_t maximum_bytes);
void prefix_free(struct prefix *prefix);

/* These return false where memory was refused (number_store_reserve()). */

/* Forget all heaps: a new case begins. */
bool prefix_begin(struct prefix *prefix) __attribute__((warn_unused_result));

/* One more heap. Amortised O(1). */
bool prefix_push(struct prefix *prefix, uint64_t heap) __attribute__((warn_unused_result));

/* Room for more heaps of the present width, or for as many as the maximum still allows. */
bool prefix_reserve(struct prefix *prefix, size_t more) __attribute__((warn_unused_result));

/* Read plain heaps of a contest text from p on (digits/read.h), at most `most` and as many as there
 * is room for. Returns how many; *p becomes the first byte not read. */
size_t prefix_read(struct prefix *prefix, const char **p, const char *end, uint64_t most);

/* How many heaps there are. */
static inline size_t prefix_count(const struct prefix *prefix)
{
    return number_store_count(&prefix->numbers) - 1;
}

#endif
