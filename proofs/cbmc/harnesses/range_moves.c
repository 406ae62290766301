/* SPDX-License-Identifier: MIT */
/* Any queries, from any first on, until the first that is no range: out has the move from the first heap of the range
 * that holds the rule's bit, or {0, 0}. first_holder by its contract. */
#include "harness.h"
#include "core/moves.c"
#include "ranges_game.h"

size_t first, some;     /* where the call begins; any query */
struct W(query) looked; /* it, looked at */
size_t holder;          /* its first holder */
struct nimsum_move expected;

size_t first_holder_by_contract(const struct nimsum_moves *moves, unsigned bit, size_t begin)
{
    size_t any;
    ASSUME(begin <= any && any <= moves->heap_count);
    return looked.good && bit == looked.rule.bit && begin == looked.begin ? holder : any;
}

int main(void)
{
    ANY_GAME;
    size_t m;
    struct nimsum_moves moves;
    ASSUME(heap_count < UINT32_MAX && m <= (size_t)1 << 32 && first <= some && some < m);
    moves.heap_count = heap_count;
    number queries[2 * m];
    struct nimsum_move out[m - first];
    looked = W(look_at)(&game, &queries[2 * some]);
    ASSUME(!looked.good || (looked.begin <= holder && holder <= heap_count));
    expected = (struct nimsum_move){0, 0};
    if (looked.good && looked.rule.first_player && holder <= looked.last) {
        uint64_t heap = prefix[holder] ^ prefix[holder + 1];
        expected = (struct nimsum_move){holder + index_base, heap - (heap ^ looked.rule.change)};
    }
    size_t end = W(nimsum_range_moves)(&game, &moves, queries, first, m, out);
    PROVE(first <= end && end <= m);
    PROVE(IMPLIES(some < end, looked.good && out[some - first].heap == expected.heap &&
                                  out[some - first].take == expected.take));
    PROVE(IMPLIES(some == end, !looked.good));
    END_IS_REACHED;
}
