/* SPDX-License-Identifier: MIT */
/* Nim-sum, large heaps and stones of any block, added to what stood there: each is the end of a chain over the
 * heaps, the stones' in 128 bits. */
#include "harness.h"
#include "core/position.c"

int main(void)
{
    size_t n;
    struct nimsum_position_verdict verdict;
    struct sum stones;
    ASSUME(n <= BLOCK);
    number heaps[n], sums[n + 1], counts[n + 1];
    unsigned __int128 totals[n + 1];
    ASSUME(sums[0] == 0 && counts[0] == 0 && totals[0] == 0);
    ASSUME_FOR_ALL(k, n,
                   sums[k + 1] == (sums[k] ^ heaps[k]) &&
                       counts[k + 1] == counts[k] + (heaps[k] > 1) &&
                       totals[k + 1] == totals[k] + heaps[k]);
    uint64_t nim_sum = verdict.nim_sum;
    size_t large = verdict.large_heaps;
    unsigned __int128 total = (unsigned __int128)stones.high << 64 | stones.low;
    W(add_up)(heaps, n, &verdict, &stones);
    PROVE(verdict.nim_sum == (nim_sum ^ sums[n]));
    PROVE(verdict.large_heaps == large + counts[n]);
    PROVE(((unsigned __int128)stones.high << 64 | stones.low) == total + totals[n]);
    END_IS_REACHED;
}
