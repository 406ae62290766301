/* SPDX-License-Identifier: MIT */
/* The resumable loop over words, for any queries, from any first on: it stops at the first query that is no range;
 * verdicts before it are in their bits; those before first are as they were; the bits of the last word that belong
 * to no query are 0. are_ranges, verdict_word and some_verdicts by their contracts. */
#include "harness.h"
#include "core/ranges.c"
#include "ranges_game.h"

const number *all;
size_t first, some, earlier; /* where the call begins; any query; any query before it */
bool good, wins, was; /* whether query some is a range, the verdict on it; that on earlier before */

bool are_ranges_by_contract(const struct W(nimsum_ranges) * game, const number *queries)
{
    bool yes = any_truth();
    size_t i = (size_t)(queries - all) / 2;
    ASSUME(IMPLIES(yes && i <= some && some < i + 64, good));
    return yes;
}

uint64_t verdict_word_by_contract(const struct W(nimsum_ranges) * game, const number *queries)
{
    uint64_t word;
    size_t i = (size_t)(queries - all) / 2;
    if (i <= some && some < i + 64) {
        PROVE(good);
        ASSUME(BIT(word, 63 - (some - i)) == wins);
    }
    return word;
}

size_t some_verdicts_by_contract(const struct W(nimsum_ranges) * game, const number *queries,
                                 size_t i, size_t stop, uint64_t *word)
{
    uint64_t bits;
    size_t end;
    PROVE(queries == all && i < stop && stop <= i - i % 64 + 64);
    PROVE(i % 64 == 0 || *word << i % 64 == 0);
    ASSUME(i <= end && end <= stop);
    ASSUME(IMPLIES(i <= some && some < end, good && BIT(bits, 63 - some % 64) == wins));
    ASSUME(IMPLIES(some == end && end < stop, !good));
    ASSUME(IMPLIES(i % 64 != 0, bits >> (64 - i % 64) == *word >> (64 - i % 64)));
    ASSUME(IMPLIES(end % 64 != 0, bits << end % 64 == 0));
    *word = bits;
    return end;
}

int main(void)
{
    size_t m;
    ASSUME(m <= ANY_LENGTH && first <= m && some < m && earlier < first);
    number queries[2 * m];
    uint64_t words[m / 64 + 1];
    struct W(nimsum_ranges) game;
    all = queries;
    good = any_truth();
    wins = any_truth();
    was = BIT(words[earlier / 64], 63 - earlier % 64);
    ASSUME(first % 64 == 0 || words[first / 64] << first % 64 == 0);
    size_t end = W(nimsum_range_verdicts)(&game, queries, first, m, words);
    PROVE(first <= end && end <= m);
    PROVE(IMPLIES(first <= some && some < end,
                  good && BIT(words[some / 64], 63 - some % 64) == wins));
    PROVE(IMPLIES(some == end, !good));
    PROVE(BIT(words[earlier / 64], 63 - earlier % 64) == was);
    PROVE(IMPLIES(end % 64 != 0 && end > first, words[end / 64] << end % 64 == 0));
    END_IS_REACHED;
}
