/* SPDX-License-Identifier: MIT */
/* The count of any number of verdicts: chain[k + 1] is chain[k] and the ones of word k. */
#include "harness.h"
#include "core/weighted_sum.c"

size_t m;

int main(void)
{
    ASSUME(m <= ANY_LENGTH);
    size_t words_used = (m + 63) / 64;
    uint64_t words[words_used], chain[words_used + 1];
    ASSUME(chain[0] == 0);
    ASSUME_FOR_ALL(k, words_used,
                   chain[k + 1] == chain[k] + (uint64_t)__builtin_popcountll(words[k]));
    PROVE(nimsum_count_wins(words, m) == chain[words_used]);
    END_IS_REACHED;
}
