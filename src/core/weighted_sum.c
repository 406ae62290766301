/* SPDX-License-Identifier: MIT */
/* weighted_sum.c: Horner's rule, a word of 64 verdicts at a time.
 *
 * Nothing overflows: sum and 2^bits mod p are below 2^30, their product is below 2^60. */
#include <nimsum/weighted_sum.h>

#include <assert.h>

#define WORD_WEIGHT UINT64_C(582344008) /* 2^64 mod NIMSUM_MODULUS */

uint64_t nimsum_weighted_sum_step(uint64_t sum, uint64_t word, unsigned bits)
{
    assert(sum < NIMSUM_MODULUS && bits >= 1 && bits <= 64);
    uint64_t weight = bits == 64 ? WORD_WEIGHT : (UINT64_C(1) << bits) % NIMSUM_MODULUS;
    uint64_t verdicts = word >> (64 - bits);
    return (sum * weight + verdicts % NIMSUM_MODULUS) % NIMSUM_MODULUS;
}

uint64_t nimsum_weighted_sum(const uint64_t *words, size_t m)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < m / 64; i++) {
        sum = nimsum_weighted_sum_step(sum, words[i], 64);
    }
    return m % 64 == 0 ? sum : nimsum_weighted_sum_step(sum, words[m / 64], (unsigned)(m % 64));
}

size_t nimsum_count_wins(const uint64_t *words, size_t m)
{
    size_t wins = 0;
    for (size_t i = 0; i < m / 64 + (m % 64 != 0); i++) {
        wins += (size_t)__builtin_popcountll(words[i]);
    }
    return wins;
}
