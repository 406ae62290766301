/* SPDX-License-Identifier: MIT */
/* The queries first..stop-1 of one word, any of them, until the first that is no range: the verdicts of those
 * before it are in their bits, the bits before first are as they were, those after are 0. first_wins by its
 * contract. */
#include "harness.h"
#include "core/ranges.c"
#include "ranges_game.h"

size_t first, some;   /* where the call begins; any query */
unsigned earlier;     /* any bit */
number l, r;          /* the query */
bool good, wins, was; /* whether it is a range, the verdict on it; the bit earlier before */
unsigned index_base_;

bool by_contract(const struct W(nimsum_ranges) * game, size_t begin, size_t last)
{
    PROVE(begin <= last && last < game->heap_count);
    return good && begin == l - index_base_ && last == r - index_base_ ? wins : any_truth();
}

int main(void)
{
    size_t heap_count, stop;
    unsigned index_base;
    uint64_t word;
    ASSUME(stop <= ANY_LENGTH && first < stop && stop <= first - first % 64 + 64);
    ASSUME(index_base <= 1 && some < stop && earlier < 64);
    number queries[2 * stop];
    const struct W(nimsum_ranges) game = {NULL, NULL, heap_count, index_base};
    l = queries[2 * some];
    r = queries[2 * some + 1];
    good = is_range(&game, l, r);
    wins = any_truth();
    was = BIT(word, 63 - earlier);
    index_base_ = index_base;
    ASSUME(first % 64 == 0 ||
           word << first % 64 == 0); /* queries from first on have no verdicts yet */
    size_t end = W(some_verdicts)(&game, queries, first, stop, &word);
    PROVE(first <= end && end <= stop);
    PROVE(IMPLIES(first <= some && some < end, good && BIT(word, 63 - some % 64) == wins));
    PROVE(IMPLIES(some == end && end < stop, !good));
    PROVE(IMPLIES(earlier < first % 64, BIT(word, 63 - earlier) == was));
    PROVE(IMPLIES(end % 64 != 0, word << end % 64 == 0));
    END_IS_REACHED;
}
