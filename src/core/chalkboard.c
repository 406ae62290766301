/* SPDX-License-Identifier: MIT */
/* chalkboard.c: docs/GAMES.md, theorem 1, in C. */
#include <nimsum/chalkboard.h>

uint64_t nimsum_xor_u32(const uint32_t *numbers, size_t count)
{
    uint32_t sum =
        0; /* as wide as the numbers: twice the fast paths where the loop is vectorised */
    for (size_t i = 0; i < count; i++) {
        sum ^= numbers[i];
    }
    return sum;
}

uint64_t nimsum_xor_u64(const uint64_t *numbers, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum ^= numbers[i];
    }
    return sum;
}

struct nimsum_board_verdict nimsum_board_decide(uint64_t xor_sum, size_t count)
{
    enum nimsum_board_reason reason = NIMSUM_ODD_COUNT;
    if (xor_sum == 0) {
        reason = NIMSUM_XOR_ZERO;
    } else if (count % 2 == 0) {
        reason = NIMSUM_EVEN_COUNT;
    }
    return (struct nimsum_board_verdict){
        .xor_sum = xor_sum, .alice_wins = reason != NIMSUM_ODD_COUNT, .reason = reason};
}

bool nimsum_board_move_wins(uint64_t xor_sum, size_t count, uint64_t number)
{
    return nimsum_board_decide(xor_sum, count).reason == NIMSUM_EVEN_COUNT && number != xor_sum;
}
