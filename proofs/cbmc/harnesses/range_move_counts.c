/* SPDX-License-Identifier: MIT */
/* Any queries, from any first on, until the first that is no range: out has how many heaps of the range
 * hold the rule's bit where the first player wins, else 0. count_holders by its contract. */
#include "harness.h"
#include "core/moves.c"
#include "ranges_game.h"

size_t first, some;     /* where the call begins; any query */
struct W(query) looked; /* it, looked at */
uint32_t holders;       /* how many there are */
uint32_t expected;

uint32_t count_holders_by_contract(const struct nimsum_moves *moves, unsigned bit, size_t begin,
                                   size_t last)
{
    uint32_t any;
    PROVE(begin <= last && last < moves->heap_count);
    return looked.good && bit == looked.rule.bit && begin == looked.begin && last == looked.last
               ? holders
               : any;
}

int main(void)
{
    ANY_GAME;
    size_t m;
    struct nimsum_moves moves;
    ASSUME(heap_count < UINT32_MAX && m <= (size_t)1 << 32 && first <= some && some < m);
    moves.heap_count = heap_count;
    number queries[2 * m];
    uint32_t out[m - first];
    looked = W(look_at)(&game, &queries[2 * some]);
    expected = looked.good && looked.rule.first_player ? holders : 0;
    size_t end = W(nimsum_range_move_counts)(&game, &moves, queries, first, m, out);
    PROVE(first <= end && end <= m);
    PROVE(IMPLIES(some < end, looked.good && out[some - first] == expected));
    PROVE(IMPLIES(some == end, !looked.good));
    END_IS_REACHED;
}
