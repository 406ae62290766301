/* SPDX-License-Identifier: MIT */
/* A query, looked at: whether it is a range, which heaps it means, and the rule of its nim-sum and large heaps. */
#include "harness.h"
#include "core/moves.c"
#include "ranges_game.h"

int main(void)
{
    ANY_GAME;
    number pair[2];
    ASSUME(heap_count <= UINT32_MAX);
    struct W(query) q = W(look_at)(&game, pair);
    PROVE(q.good == is_range(&game, pair[0], pair[1]));
    if (q.good) {
        PROVE(q.begin == pair[0] - (uint64_t)index_base &&
              q.last == pair[1] - (uint64_t)index_base);
        struct winning rule = winning_rule(prefix[q.begin] ^ prefix[q.last + 1], misere,
                                           misere ? (uint64_t)(large[q.last + 1] - large[q.begin])
                                                  : 0);
        PROVE(q.rule.first_player == rule.first_player && q.rule.bit == rule.bit &&
              q.rule.change == rule.change);
    }
    END_IS_REACHED;
}
