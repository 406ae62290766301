/* SPDX-License-Identifier: MIT */
/* One step stays below p, and nothing overflows. */
#include "harness.h"
#include "core/weighted_sum.c"

int main(void)
{
    uint32_t sum;
    uint64_t word;
    unsigned bits;
    ASSUME(sum < NIMSUM_MODULUS && bits >= 1 && bits <= 64);
    PROVE(nimsum_weighted_sum_step(sum, word, bits) < NIMSUM_MODULUS);
    END_IS_REACHED;
}
