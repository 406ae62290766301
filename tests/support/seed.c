/* SPDX-License-Identifier: MIT */
/* seed.c: splitmix64. */
#include "seed.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
}

struct seed seed_start(const char *test_name)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    uint64_t value = (uint64_t)now.tv_sec * 1000000007U ^ (uint64_t)now.tv_nsec;
    const char *given = getenv("NIMSUM_SEED");
    if (given != NULL) {
        char *end = NULL;
        errno = 0;
        value = strtoull(given, &end, 0);
        if (errno != 0 || end == given || *end != '\0') {
            fprintf(stderr, "NIMSUM_SEED is not a number: %s\n", given);
            exit(2);
        }
    }
    /* Not to stdout: what a buffer still holds when Check forks would be printed twice. */
    fprintf(stderr, "%s: NIMSUM_SEED=%" PRIu64 "\n", test_name, value);
    return (struct seed){value};
}

struct seed seed_stream(const struct seed *start, uint64_t stream)
{
    return (struct seed){mix(start->state) ^ mix(stream + 1)};
}

uint64_t seed_next(struct seed *seed)
{
    return mix(seed->state += 0x9E3779B97F4A7C15U);
}

uint64_t seed_below(struct seed *seed, uint64_t limit)
{
    return seed_next(seed) % limit;
}

uint64_t seed_number(struct seed *seed, uint64_t largest)
{
    uint64_t x = seed_next(seed);
    switch (seed_below(seed, 4)) {
    case 0: x %= 4; break;
    case 1: x = (UINT64_C(1) << x % 64) - (x >> 63); break; /* a power of two, or one less */
    default: break;
    }
    return largest == UINT64_MAX ? x : x % (largest + 1);
}
