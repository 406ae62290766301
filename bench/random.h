/* SPDX-License-Identifier: MIT */
/* random.h: the seeded numbers that bodies are made of (splitmix64, Steele, Lea and Flood 2014). */
#ifndef NIMSUM_BENCH_RANDOM_H
#define NIMSUM_BENCH_RANDOM_H

#include <stdint.h>

/* The next 64 random bits; *state is the seed before the first call. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A number from 0 to limit - 1; limit > 0. */
static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
    return random_next(state) % limit;
}

#endif
