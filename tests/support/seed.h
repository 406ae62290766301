/* SPDX-License-Identifier: MIT */
/* seed.h: random test data that can be replayed. */
#ifndef NIMSUM_TESTS_SEED_H
#define NIMSUM_TESTS_SEED_H

#include <stdint.h>

/* A generator's state (splitmix64, Steele, Lea and Flood 2014). */
struct seed {
    uint64_t state;
};

/* A seed from NIMSUM_SEED, or else from the clock. Prints it, so that a failure can be replayed.
 * Exits with 2 where NIMSUM_SEED is not a number. */
struct seed seed_start(const char *test_name);

/* A generator of its own for each stream number: tests that are run alone, or in another order,
 * then see the same data. start is not changed. */
struct seed seed_stream(const struct seed *start, uint64_t stream);

/* The next 64 random bits. */
uint64_t seed_next(struct seed *seed);

/* A number from 0 to limit - 1; limit > 0. */
uint64_t seed_below(struct seed *seed, uint64_t limit);

/* A number from 0 to largest, chosen for surprises: small ones, borders of widths, uniform ones. */
uint64_t seed_number(struct seed *seed, uint64_t largest);

#endif
