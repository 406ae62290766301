/* SPDX-License-Identifier: MIT */
/* The verdict on any board and on any erasure, as theorem 1 has them. (coq: chalkboard, winning_erasures.) */
#include "harness.h"
#include "core/chalkboard.c"

int main(void)
{
    uint64_t xor_sum, erased;
    size_t count;
    struct nimsum_board_verdict verdict = nimsum_board_decide(xor_sum, count);
    bool even = (count & 1) == 0;
    PROVE(verdict.xor_sum == xor_sum);
    PROVE(verdict.alice_wins == (xor_sum == 0 || even));
    PROVE((verdict.reason == NIMSUM_XOR_ZERO) == (xor_sum == 0));
    PROVE((verdict.reason == NIMSUM_EVEN_COUNT) == (xor_sum != 0 && even));
    PROVE((verdict.reason == NIMSUM_ODD_COUNT) == (xor_sum != 0 && !even));
    bool wins = nimsum_board_move_wins(xor_sum, count, erased);
    PROVE(wins == (xor_sum != 0 && even && erased != xor_sum));
    END_IS_REACHED;
}
