/* seed.h: random test data that can be replayed. */
#ifndef NIMSUM_TESTS_SEED_H
#define NIMSUM_TESTS_SEED_H

#include <stdint.h>

/* A generator's state (splitmix64, Steele, Lea and Flood 2014). */
struct seed {
    uint64_t state;
};

/* A seed from NIMSUM_SEED, or else from the clock. Prints it, so that a failure can be replayed. */
struct seed seed_start(const char *test_name);

/* The next 64 random bits. */
uint64_t seed_next(struct seed *seed);

/* A number from 0 to limit - 1; limit > 0. */
uint64_t seed_below(struct seed *seed, uint64_t limit);

#endif
