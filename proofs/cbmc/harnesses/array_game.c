/* SPDX-License-Identifier: MIT */
/* The game of an array is its prefix XORs, its large heaps under misere play, and the base; and the block holds prefix
 * XORs, counts and planes, none over another, or is too large for a size_t. */
#include "harness.h"
#include "core/array.c"

int main(void)
{
    struct W(nimsum_array) array;
    unsigned index_base;
    bool misere = any_truth();
    struct W(nimsum_ranges)
        game = W(nimsum_array_game)(&array, misere ? NIMSUM_MISERE : NIMSUM_NORMAL, index_base);
    PROVE(game.prefix == array.prefix && game.large == (misere ? array.large : NULL));
    PROVE(game.heap_count == array.heap_count && game.index_base == index_base);

    struct nimsum_moves moves;
    ASSUME(moves.heap_count < UINT32_MAX);
    size_t bytes = block_bytes(&moves, sizeof(number));
    uint64_t planes = numbers_bytes(moves.heap_count, sizeof(number));
    unsigned __int128 numbers = (unsigned __int128)(moves.heap_count + 1) * (sizeof(number) + 4);
    PROVE(planes >= numbers && planes - numbers < 8 && planes % 8 == 0);
    if (bytes != SIZE_MAX) {
        PROVE(bytes == (unsigned __int128)planes + moves.workspace_bytes);
    } else {
        PROVE((unsigned __int128)planes + moves.workspace_bytes >= SIZE_MAX);
    }
    END_IS_REACHED;
}
