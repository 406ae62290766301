/* seed.c: splitmix64. */
#include "seed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct seed seed_start(const char *test_name)
{
    const char *given = getenv("NIMSUM_SEED");
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    uint64_t value = given != NULL ? strtoull(given, NULL, 0)
                                   : (uint64_t)now.tv_sec * 1000000007U ^ (uint64_t)now.tv_nsec;
    printf("%s: NIMSUM_SEED=%" PRIu64 "\n", test_name, value);
    return (struct seed){value};
}

uint64_t seed_next(struct seed *seed)
{
    uint64_t z = seed->state += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
}

uint64_t seed_below(struct seed *seed, uint64_t limit)
{
    return seed_next(seed) % limit;
}
