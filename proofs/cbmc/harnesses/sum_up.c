/* SPDX-License-Identifier: MIT */
/* The levels of a plane of exactly HEAPS heaps, whatever they hold: the sentinel, and a bit for every word below that
 * is not 0. */
#include "harness.h"
#include "core/moves.c"

int main(void)
{
    struct nimsum_moves moves = plan(HEAPS, 1, false);
    uint64_t plane[WORDS], old;
    PROVE(moves.plane_words == WORDS);
    size_t word;
    unsigned level, bit;
    ASSUME(word <= HEAPS / 64 && bit < 64);
    old = plane[word];
    sum_up(&moves, plane);
    PROVE(plane[word] == (old | (word == HEAPS / 64 ? UINT64_C(1) << HEAPS % 64 : 0)));
#if WORDS > 1
    ASSUME(level >= 1 && level < moves.levels);
    size_t below = moves.level_first[level - 1], above = moves.level_first[level], i;
    size_t end = level + 1 < moves.levels ? moves.level_first[level + 1] : WORDS;
    ASSUME(i < 64 * (end - above));
    bool something = i < above - below && plane[below + i] != 0;
    PROVE(BIT(plane[above + i / 64], i % 64) == something);
#endif
    END_IS_REACHED;
}
