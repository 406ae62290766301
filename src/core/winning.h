/* SPDX-License-Identifier: MIT */
/* winning.h: docs/GAMES.md, theorem 6, in C: what all winning moves of a position share. */
#ifndef NIMSUM_CORE_WINNING_H
#define NIMSUM_CORE_WINNING_H

#include <stdbool.h>
#include <stdint.h>

/* Where the first player wins, the winning moves are these: a heap h that holds the bit goes to
 * h ^ change, which is less than h. One move for each such heap, and no other. */
struct winning {
    bool first_player;
    unsigned bit;
    uint64_t change;
};

/* The rule for a position with this nim-sum; large: how many heaps are larger than 1, asked for
 * under misere play only. */
static inline struct winning winning_rule(uint64_t nim_sum, bool misere, uint64_t large)
{
    bool reversed = misere && large == 0;
    return (struct winning){.first_player = (nim_sum == 0) == reversed,
                            .bit = 63 - (unsigned)__builtin_clzll(nim_sum | 1),
                            .change = nim_sum ^ (misere && large <= 1)};
}

#endif
