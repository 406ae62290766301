/* SPDX-License-Identifier: MIT */
/* nimsum/weighted_sum.h: m verdicts read as one binary number modulo a prime, and counted.
 *
 * Verdicts are packed as nimsum_range_verdicts_u32() packs them: 64 a word, the first verdict in
 * the most significant bit, unused low bits of the last word 0. Pure functions, thread-safe.
 */
#ifndef NIMSUM_WEIGHTED_SUM_H
#define NIMSUM_WEIGHTED_SUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NIMSUM_MODULUS 1000000007

/* The sum of f_i * 2^(m-i) over i = 1..m, modulo NIMSUM_MODULUS, where f_1 is the first verdict. 0
 * where m is 0 (words may then be NULL). O(m / 64) (docs/GAMES.md, theorem 5). */
uint64_t nimsum_weighted_sum(const uint64_t *words, size_t m);

/* Append bits verdicts, the top bits of word, to verdicts whose sum is sum: returns the sum of all.
 * sum < NIMSUM_MODULUS, 1 <= bits <= 64; the other bits of word are not looked at. */
uint64_t nimsum_weighted_sum_step(uint64_t sum, uint64_t word, unsigned bits);

/* How many of the m verdicts are 1. O(m / 64). */
size_t nimsum_count_wins(const uint64_t *words, size_t m);

#ifdef __cplusplus
}
#endif

#endif
