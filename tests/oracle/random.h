/* random.h: random numbers that a failing test can be replayed with. */
#ifndef NIMSUM_RANDOM_H
#define NIMSUM_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

/* The seed of this run: NIMSUM_SEED from the environment, else a new one. Prints it to stderr, with
 * the way to replay it. Exits with 2 where NIMSUM_SEED is not a number. */
uint64_t random_seed(void);

/* A stream of its own for each pair of seed and stream number. */
struct random random_begin(uint64_t seed, uint64_t stream);

uint64_t random_next(struct random *random);

/* Uniform in 0..limit-1 (as near as a test needs); limit >= 1. */
uint64_t random_below(struct random *random, uint64_t limit);

/* Spoilt for surprises: small numbers, borders of widths and uniform ones, all in 0..largest. */
uint64_t random_number(struct random *random, uint64_t largest);

#endif
