/* SPDX-License-Identifier: MIT */
/* Of any 64 queries: true only where each is a range of the heaps. That it is true wherever all are is not stated:
 * false costs time, and some_verdicts decides. */
#include "harness.h"
#include "core/ranges.c"
#include "ranges_game.h"

size_t some; /* any query */
bool good;

int main(void)
{
    size_t heap_count;
    unsigned index_base;
    number queries[128];
    ASSUME(index_base <= 1 && some < 64);
    const struct W(nimsum_ranges) game = {NULL, NULL, heap_count, index_base};
    good = is_range(&game, queries[2 * some], queries[2 * some + 1]);
    bool yes = W(are_ranges)(&game, queries);
    PROVE(IMPLIES(yes, good));
    END_IS_REACHED;
}
