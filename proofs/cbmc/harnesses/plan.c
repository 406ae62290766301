/* SPDX-License-Identifier: MIT */
/* The layout of the planes of any list of fewer than 2^32 heaps: level k + 1 has a bit for each word of level k, the
 * last level is one word, levels lie one behind the other, and the workspace holds all of it. */
#include "harness.h"
#include "core/moves.c"

int main(void)
{
    size_t heaps;
    const unsigned planes = PLANES; /* one number, for a product of two unknowns is too hard */
    unsigned level;
    bool with_counts = any_truth();
    ASSUME(heaps < UINT32_MAX);
    struct nimsum_moves moves = plan(heaps, planes, with_counts);
    PROVE(moves.heap_count == heaps && moves.planes == planes);
    PROVE(moves.levels >= 1 && moves.levels <= NIMSUM_MOVES_LEVELS && moves.level_first[0] == 0);
    ASSUME(level < moves.levels);
    size_t end = level + 1 < moves.levels ? moves.level_first[level + 1] : moves.plane_words;
    size_t words = end - moves.level_first[level];
    PROVE(moves.level_first[level] < end);
    PROVE(IMPLIES(level == 0, words == heaps / 64 + 1));
    PROVE(IMPLIES(level > 0,
                  words == (moves.level_first[level] - moves.level_first[level - 1] + 63) / 64));
    PROVE((level + 1 == moves.levels) == (words == 1));
    PROVE(moves.plane_counts == (with_counts ? (heaps + 63) / 64 : 0));
    PROVE(moves.workspace_bytes == planes * (8 * moves.plane_words + 4 * moves.plane_counts));
    END_IS_REACHED;
}
