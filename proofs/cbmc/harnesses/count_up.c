/* SPDX-License-Identifier: MIT */
/* counts[k + 1] is counts[k] and the ones of word k; counts[0] is 0. */
#include "harness.h"
#include "core/moves.c"

size_t some; /* any word */

int main(void)
{
    struct nimsum_moves moves;
    ASSUME(moves.plane_counts <= (size_t)1 << 26);
    uint64_t plane[moves.plane_counts + 1];
    uint32_t counts[moves.plane_counts];
    ASSUME(IMPLIES(moves.plane_counts > 0, some < moves.plane_counts));
    count_up(&moves, plane, counts);
    PROVE(IMPLIES(moves.plane_counts > 0, counts[0] == 0));
    PROVE(IMPLIES(some + 1 < moves.plane_counts,
                  counts[some + 1] == counts[some] + (uint32_t)__builtin_popcountll(plane[some])));
    END_IS_REACHED;
}
