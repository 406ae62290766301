/* SPDX-License-Identifier: MIT */
/* Every word of level 0 of every 32 planes is laid out once, then the rest is done; the counts lie behind the planes.
 * lay_out_word and finish by their contracts. */
#include "harness.h"
#include "core/moves.c"

size_t some_w; /* any word */
unsigned some_first, times;
const number *heaps_prefix;
uint64_t *all;
bool finished;

void lay_out_word_by_contract(const number *prefix, const struct nimsum_moves *moves, size_t w,
                              unsigned first_bit, uint64_t *words)
{
    PROVE(prefix == heaps_prefix && words == all && w <= moves->heap_count / 64 && !finished);
    PROVE(first_bit % HALF == 0 && first_bit < moves->planes);
    times += w == some_w && first_bit == some_first;
}

void finish_by_contract(struct nimsum_moves *moves, uint64_t *words, uint32_t *counts)
{
    PROVE(times == 1 && words == all);
    PROVE((char *)counts == (char *)all + 8 * moves->planes * moves->plane_words);
    finished = true;
}

int main(void)
{
    struct nimsum_moves moves;
    number any;
    ASSUME(moves.heap_count < UINT32_MAX && moves.planes >= 1 && moves.planes <= BITS);
    moves.plane_words = PLANE_WORDS; /* one size, for a product of two unknowns is too hard */
    ASSUME(moves.plane_words > moves.heap_count / 64);
    ASSUME(some_w <= moves.heap_count / 64 && some_first % HALF == 0 && some_first < moves.planes);
    ASSUME(times == 0 && !finished);
    uint64_t workspace[64 * PLANE_WORDS + 1];
    const struct W(nimsum_ranges) game = {.prefix = &any, .heap_count = moves.heap_count};
    heaps_prefix = &any;
    all = workspace;
    W(nimsum_moves_prepare)(&game, &moves, workspace);
    PROVE(finished);
    END_IS_REACHED;
}
