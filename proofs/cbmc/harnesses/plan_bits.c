/* SPDX-License-Identifier: MIT */
/* A plane for every bit that is held, and at least one. */
#include "harness.h"
#include "core/moves.c"

struct nimsum_moves plan_by_contract(size_t heap_count, unsigned planes, bool with_counts)
{
    return (struct nimsum_moves){.heap_count = heap_count, .planes = planes, .levels = with_counts};
}

int main(void)
{
    size_t n;
    uint64_t bits;
    bool with_counts = any_truth();
    struct nimsum_moves moves = nimsum_moves_plan_bits(n, bits, with_counts);
    PROVE(moves.heap_count == n && moves.levels == with_counts && moves.planes >= 1 &&
          moves.planes <= 64);
    PROVE(moves.planes == 64 || bits >> moves.planes == 0);
    PROVE(moves.planes == 1 || BIT(bits, moves.planes - 1) != 0);
    END_IS_REACHED;
}
