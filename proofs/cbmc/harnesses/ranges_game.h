/* SPDX-License-Identifier: MIT */
/* ranges_game.h: any list of heaps made ready for queries, and any query. */
#ifndef NIMSUM_PROOF_RANGES_GAME_H
#define NIMSUM_PROOF_RANGES_GAME_H

/* Declares game and the arrays that it borrows. */
#define ANY_GAME                                                                                   \
    size_t heap_count;                                                                             \
    bool misere = any_truth();                                                                     \
    unsigned index_base;                                                                           \
    ASSUME(heap_count <= ANY_LENGTH && index_base <= 1);                                           \
    number prefix[heap_count + 1];                                                                 \
    uint32_t large[heap_count + 1];                                                                \
    const struct W(nimsum_ranges) game = {prefix, misere ? large : NULL, heap_count, index_base}

/* What ranges.h calls a range of the heaps, read as it stands there. */
static bool is_range(const struct W(nimsum_ranges) * game, number l, number r)
{
    return game->index_base <= l && l <= r && r - game->index_base < game->heap_count;
}

#endif
