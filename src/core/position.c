/* SPDX-License-Identifier: MIT */
/* position.c: whole positions, for both widths. The functions themselves are in position_width.inc,
 * written once and compiled for each width. */
#include <nimsum/position.h>

#include "core/winning.h"

enum { BLOCK = 65536 };

/* A sum of any number of heaps: high * 2^64 + low. */
struct sum {
    uint64_t high, low;
};

static inline void sum_add(struct sum *sum, uint64_t x)
{
    sum->low += x;
    sum->high += sum->low < x;
}

static inline void sum_subtract(struct sum *sum, uint64_t x)
{
    sum->high -= sum->low < x;
    sum->low -= x;
}

static struct winning verdict_rule(const struct nimsum_position_verdict *verdict)
{
    return winning_rule(verdict->nim_sum, verdict->convention == NIMSUM_MISERE,
                        verdict->large_heaps);
}

/* Theorem 7: one move a stone, but for the winner's first, which takes most_taken at once, and for
 * the one move of two stones that misere play with two large heaps forces on the players. */
static void set_remoteness(struct nimsum_position_verdict *verdict, struct sum stones,
                           uint64_t most_taken)
{
    sum_add(&stones, most_taken > 0);
    sum_subtract(&stones, most_taken);
    sum_subtract(&stones, verdict->convention == NIMSUM_MISERE && verdict->large_heaps > 1);
    verdict->remoteness_known = stones.high == 0 && stones.low <= INT64_MAX;
    verdict->remoteness = verdict->remoteness_known ? stones.low : 0;
}

#define NUMBER      uint32_t
#define WIDTH(name) name##_u32
#include "core/position_width.inc"
#undef NUMBER
#undef WIDTH

#define NUMBER      uint64_t
#define WIDTH(name) name##_u64
#include "core/position_width.inc"
#undef NUMBER
#undef WIDTH
