/* random.c: a counter put through a mixing function (the generator known as SplitMix64). */
#include "random.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

uint64_t random_seed(void)
{
    struct timespec now = {0, 0};
    (void)timespec_get(&now, TIME_UTC);
    uint64_t seed = mix((uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec) >> 32;
    const char *text = getenv("NIMSUM_SEED");
    if (text != NULL) {
        char *end = NULL;
        errno = 0;
        seed = strtoull(text, &end, 10);
        if (errno != 0 || end == text || *end != '\0') {
            fprintf(stderr, "NIMSUM_SEED is not a number: %s\n", text);
            exit(2);
        }
    }
    fprintf(stderr, "random tests: NIMSUM_SEED=%" PRIu64 " replays this run\n", seed);
    return seed;
}

struct random random_begin(uint64_t seed, uint64_t stream)
{
    return (struct random){.state = mix(seed) ^ mix(stream + 1)};
}

uint64_t random_next(struct random *random)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    return mix(random->state);
}

uint64_t random_below(struct random *random, uint64_t limit)
{
    return random_next(random) % limit;
}

uint64_t random_number(struct random *random, uint64_t largest)
{
    uint64_t x = random_next(random);
    switch (random_below(random, 4)) {
    case 0: x %= 4; break;
    case 1: x = (UINT64_C(1) << x % 64) - (x >> 63); break; /* a power of two, or one less */
    default: break;
    }
    return largest == UINT64_MAX ? x : x % (largest + 1);
}
