/* SPDX-License-Identifier: MIT */
/* verdicts.h: queries answered as they arrive, and their verdicts summed 64 at a time. The rules
 * are libnimsum's. */
#ifndef NIMSUM_CONTEST_VERDICTS_H
#define NIMSUM_CONTEST_VERDICTS_H

#include <nimsum/weighted_sum.h>

#include "contest/contest.h"

/* Does the first player win on the heaps l to r, 1 <= l <= r <= prefix_count()? O(1). By theorem 4
 * of docs/GAMES.md: the nim-sum of a range is the XOR of two prefixes. */
static inline bool verdicts_first_wins(const struct prefix *prefix, size_t l, size_t r)
{
    return number_store_at(&prefix->numbers, l - 1) != number_store_at(&prefix->numbers, r);
}

static inline void verdicts_add(struct verdicts *verdicts, bool wins)
{
    verdicts->word = verdicts->word << 1 | (uint64_t)wins;
    if (++verdicts->bits == 64) {
        verdicts->sum = nimsum_weighted_sum_step(verdicts->sum, verdicts->word, 64);
        verdicts->bits = 0;
    }
}

/* The weighted sum of all verdicts added. */
static inline uint64_t verdicts_sum(const struct verdicts *verdicts)
{
    if (verdicts->bits == 0) {
        return verdicts->sum;
    }
    uint64_t top = verdicts->word << (64 - verdicts->bits);
    return nimsum_weighted_sum_step(verdicts->sum, top, verdicts->bits);
}

#endif
