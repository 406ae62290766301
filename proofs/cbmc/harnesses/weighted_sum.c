/* SPDX-License-Identifier: MIT */
/* Any number of verdicts: one step for each whole word, in order, each from the sum that the one before gave, then
 * one for the bits that are left. Steps by their contract: the first gives chain[1], the next chain[2], and so on. */
#include "harness.h"
#include "core/weighted_sum.c"

size_t m, steps;
const uint64_t *all, *sums;

uint64_t by_contract(uint64_t sum, uint64_t word, unsigned bits)
{
    PROVE(steps < m / 64 ? bits == 64 : bits == m % 64);
    PROVE(bits >= 1 && word == all[steps] && sum == sums[steps]);
    return sums[++steps];
}

int main(void)
{
    ASSUME(m <= ANY_LENGTH);
    uint64_t words[m / 64 + 1], chain[m / 64 + 2];
    all = words;
    sums = chain;
    ASSUME(chain[0] == 0 && steps == 0);
    uint64_t sum = nimsum_weighted_sum(words, m);
    PROVE(steps == (m + 63) / 64 && sum == chain[steps]);
    END_IS_REACHED;
}
