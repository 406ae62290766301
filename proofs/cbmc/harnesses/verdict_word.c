/* SPDX-License-Identifier: MIT */
/* Of any 64 good queries: bit 63 - i is what first_wins says of query i. first_wins by its contract. */
#include "harness.h"
#include "core/ranges.c"
#include "ranges_game.h"

unsigned some;                /* any query */
size_t some_begin, some_last; /* any range, and the verdict on it */
bool some_wins;

bool by_contract(const struct W(nimsum_ranges) * game, size_t begin, size_t last)
{
    return begin == some_begin && last == some_last ? some_wins : any_truth();
}

int main(void)
{
    size_t heap_count;
    unsigned index_base;
    number queries[128];
    ASSUME(index_base <= 1 && some < 64);
    const struct W(nimsum_ranges) game = {NULL, NULL, heap_count, index_base};
    ASSUME(is_range(&game, queries[2 * some], queries[2 * some + 1]));
    some_wins = any_truth();
    some_begin = (size_t)queries[2 * some] - index_base;
    some_last = (size_t)queries[2 * some + 1] - index_base;
    uint64_t word = W(verdict_word)(&game, queries);
    PROVE(BIT(word, 63 - some) == some_wins);
    END_IS_REACHED;
}
