/* SPDX-License-Identifier: MIT */
/* A word's bit in the level above; of a plane of one level, that it may hold something. */
#include "harness.h"
#include "core/moves.c"

int main(void)
{
    struct nimsum_moves moves;
    size_t i;
    ASSUME(moves.levels >= 1 && moves.levels <= NIMSUM_MOVES_LEVELS && i < (size_t)1 << 26);
    ASSUME(moves.level_first[1] <= (size_t)1 << 26 && moves.level_first[1] > i);
    uint64_t plane[moves.level_first[1] + ((size_t)1 << 20) + 1];
    bool holds = holds_something(&moves, plane, i);
    PROVE(IMPLIES(moves.levels == 1, holds));
    PROVE(IMPLIES(moves.levels > 1, holds == BIT(plane[moves.level_first[1] + i / 64], i % 64)));
    END_IS_REACHED;
}
