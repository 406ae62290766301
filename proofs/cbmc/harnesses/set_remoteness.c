/* SPDX-License-Identifier: MIT */
/* Theorem 7's closed form in 128 bits: known where it fits 63 bits. (coq: remoteness.) */
#include "harness.h"
#include "core/position.c"

int main(void)
{
    struct nimsum_position_verdict verdict;
    struct sum stones;
    uint64_t most;
    bool misere = any_truth();
    verdict.convention = misere ? NIMSUM_MISERE : NIMSUM_NORMAL;
    struct nimsum_position_verdict before = verdict;
    unsigned __int128 moves = ((unsigned __int128)stones.high << 64 | stones.low) + (most > 0) -
                              most - (misere && verdict.large_heaps > 1);
    set_remoteness(&verdict, stones, most);
    PROVE(verdict.remoteness_known == (moves <= INT64_MAX));
    PROVE(verdict.remoteness == (verdict.remoteness_known ? (uint64_t)moves : 0));
    PROVE(verdict.convention == before.convention && verdict.nim_sum == before.nim_sum);
    PROVE(verdict.large_heaps == before.large_heaps &&
          verdict.winning_move_count == before.winning_move_count);
    END_IS_REACHED;
}
