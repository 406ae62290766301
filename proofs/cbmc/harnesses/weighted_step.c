/* SPDX-License-Identifier: MIT */
/* One step is sum * 2^bits + the verdicts, modulo p, in exactly the form that Coq's theorem is about.
 * (coq: weighted_blocks.) */
#include "harness.h"
#include "core/weighted_sum.c"

int main(void)
{
    const uint64_t p = NIMSUM_MODULUS;
    uint64_t sum, word;
    unsigned bits;
    ASSUME(sum < p && bits >= 1 && bits <= 64);
#ifdef REACH
    ASSUME(sum == 1 && word == 0 && bits >= 60);
#endif
    uint64_t weight = bits == 64 ? UINT64_C(582344008) : (UINT64_C(1) << bits) % p;
    PROVE(nimsum_weighted_sum_step(sum, word, bits) ==
          (sum * weight + (word >> (64 - bits)) % p) % p);
    PROVE((((unsigned __int128)1 << 64) % p) == WORD_WEIGHT);
    END_IS_REACHED;
}
