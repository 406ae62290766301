/* SPDX-License-Identifier: MIT */
/* oracle_weighted_sum.c: the weighted sum by its definition. */
#include "oracle.h"

bool oracle_verdict(const uint64_t *words, size_t i)
{
    return (words[i / 64] >> (63 - i % 64) & 1) != 0;
}

uint64_t oracle_weighted_sum(const uint64_t *words, size_t m)
{
    const uint64_t modulus = 1000000007;
    uint64_t sum = 0;
    uint64_t power = 1;
    for (size_t i = m; i > 0; i--) {
        if (oracle_verdict(words, i - 1)) {
            sum = (sum + power) % modulus;
        }
        power = power * 2 % modulus;
    }
    return sum;
}
