/* SPDX-License-Identifier: MIT */
/* Every plane is summed up and counted, once, at its place. sum_up and count_up by their contracts. */
#include "harness.h"
#include "core/moves.c"

unsigned some, summed, counted; /* any plane */
uint64_t *all;
uint32_t *all_counts;

void sum_up_by_contract(const struct nimsum_moves *moves, uint64_t *plane)
{
    summed += plane == all + some * moves->plane_words;
}

void count_up_by_contract(const struct nimsum_moves *moves, const uint64_t *plane, uint32_t *counts)
{
    counted += plane == all + some * moves->plane_words && summed == 1 &&
               counts == all_counts + some * moves->plane_counts;
}

int main(void)
{
    struct nimsum_moves moves;
    ASSUME(moves.planes >= 1 && moves.planes <= 64 && some < moves.planes && summed == 0 &&
           counted == 0);
    moves.plane_words = PLANE_WORDS; /* one size, for a product of two unknowns is too hard */
    ASSUME(moves.plane_counts == 0 || moves.plane_counts == PLANE_WORDS - 1);
    uint64_t words[64 * PLANE_WORDS];
    uint32_t counts[64 * PLANE_WORDS];
    all = words;
    all_counts = counts;
    finish(&moves, words, counts);
    PROVE(summed == 1 && counted == 1);
    PROVE(moves.words == words && moves.counts == (moves.plane_counts > 0 ? counts : NULL));
    END_IS_REACHED;
}
