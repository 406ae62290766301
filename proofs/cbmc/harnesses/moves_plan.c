/* SPDX-License-Identifier: MIT */
/* There is a plane for every bit that a heap holds, and at least one. */
#include "harness.h"
#include "core/moves.c"

size_t some; /* any heap */

struct nimsum_moves plan_by_contract(size_t heap_count, unsigned planes, bool with_counts)
{
    return (struct nimsum_moves){.heap_count = heap_count, .planes = planes, .levels = with_counts};
}

int main(void)
{
    size_t n;
    bool with_counts = any_truth();
    ASSUME(n <= UINT32_MAX);
    number prefix[n + 1];
    ASSUME(prefix[0] == 0);
    const struct W(nimsum_ranges) game = {.prefix = prefix, .heap_count = n};
    struct nimsum_moves moves = W(nimsum_moves_plan)(&game, with_counts);
    PROVE(moves.heap_count == n && moves.levels == with_counts && moves.planes >= 1 &&
          moves.planes <= BITS);
    if (some < n) {
        uint64_t heap = prefix[some] ^ prefix[some + 1];
        PROVE(moves.planes == 64 || heap >> moves.planes == 0);
    }
    END_IS_REACHED;
}
