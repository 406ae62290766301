/* SPDX-License-Identifier: MIT */
/* In a plane of exactly HEAPS heaps, whatever they hold, from any heap on: the answer holds the bit or is the
 * sentinel, and none before it does. */
#include "harness.h"
#include "core/moves.c"

int main(void)
{
    struct nimsum_moves moves = plan(HEAPS, 1, false);
    uint64_t plane[WORDS];
    size_t begin, between;
    ASSUME(begin <= HEAPS);
    moves.words = plane;
    sum_up(&moves, plane);
    size_t at = first_holder(&moves, 0, begin);
    PROVE(begin <= at && at < 64 * (HEAPS / 64 + 1) && BIT(plane[at / 64], at % 64) != 0);
    ASSUME(begin <= between && between < at);
    PROVE(BIT(plane[between / 64], between % 64) == 0);
    END_IS_REACHED;
}
