/* SPDX-License-Identifier: MIT */
/* In any block: how many heaps hold the bit, and the most that one of them takes. */
#include "harness.h"
#include "core/position.c"

int main(void)
{
    size_t n;
    struct winning rule;
    struct nimsum_position_verdict verdict;
    uint64_t most;
    ASSUME(n <= BLOCK && rule.bit < BITS);
    number heaps[n], mosts[n + 1], counts[n + 1];
    number turned = (number)rule.change;
    ASSUME(mosts[0] == 0 && counts[0] == 0);
    ASSUME_FOR_ALL(k, n,
                   counts[k + 1] == counts[k] + BIT(heaps[k], rule.bit) &&
                       mosts[k + 1] == (BIT(heaps[k], rule.bit) != 0 &&
                                                (number)(heaps[k] - (heaps[k] ^ turned)) > mosts[k]
                                            ? (number)(heaps[k] - (heaps[k] ^ turned))
                                            : mosts[k]));
    size_t count_before = verdict.winning_move_count;
    uint64_t most_before = most;
    W(look_for_moves)(heaps, n, &rule, &verdict, &most);
    PROVE(verdict.winning_move_count == count_before + counts[n]);
    PROVE(most == (mosts[n] > most_before ? mosts[n] : most_before));
    END_IS_REACHED;
}
