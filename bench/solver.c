/* SPDX-License-Identifier: MIT */
/* solver.c: libnimsum against the machine: range queries, each of which has to load two prefixes
 * from random places, beside the same loads and nothing else.
 *
 *     bench_solver N M SEED ROUNDS      one line a round: milliseconds,
 *                                       "prefix=... solve=... loads=..."
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nimsum/ranges.h>
#include <nimsum/weighted_sum.h>

#include "instance.h"

/* More than a core's own cache, so that each step finds the prefixes as far away as the others do.
 */
enum { FLUSH_BYTES = 16 << 20 };

static double now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static unsigned flush(unsigned char *block)
{
    unsigned sum = 0;
    for (size_t i = 0; i < FLUSH_BYTES; i += 64) {
        sum += ++block[i];
    }
    return sum;
}

/* 2 * m loads that do not wait for one another. */
static uint32_t load(const uint32_t *prefix, const uint32_t *queries, size_t m)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < 2 * m; i++) {
        sum += prefix[queries[i]];
    }
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        (void)fputs("usage: bench_solver N M SEED ROUNDS\n", stderr);
        return 2;
    }
    struct instance x = instance_make(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10),
                                      strtoull(argv[3], NULL, 10));
    uint32_t *prefix = must_allocate((x.n + 1) * sizeof *prefix);
    uint64_t *words = must_allocate((x.m + 63) / 64 * sizeof *words);
    unsigned char *block = must_allocate(FLUSH_BYTES);
    memset(prefix, 0, (x.n + 1) * sizeof *prefix);
    memset(words, 0, (x.m + 63) / 64 * sizeof *words);
    memset(block, 0, FLUSH_BYTES);
    unsigned sink = 0; /* printed, so that no step can be left out */
    for (unsigned long rounds = strtoul(argv[4], NULL, 10); rounds > 0; rounds--) {
        sink += flush(block);
        double t0 = now_ms();
        nimsum_prefix_xor_u32(x.heaps, x.n, prefix);
        double t1 = now_ms();
        sink += flush(block);
        double t2 = now_ms();
        const struct nimsum_ranges_u32 game = {prefix, NULL, x.n, 1};
        size_t answered = nimsum_range_verdicts_u32(&game, x.queries, 0, x.m, words);
        uint64_t sum = nimsum_weighted_sum(words, x.m);
        double t3 = now_ms();
        sink += flush(block);
        double t4 = now_ms();
        sink += load(prefix, x.queries, x.m);
        double t5 = now_ms();
        if (answered != x.m || sum != x.weighted_sum || nimsum_count_wins(words, x.m) != x.wins) {
            (void)fputs("bench_solver: a WRONG answer\n", stderr);
            return 1;
        }
        (void)printf("prefix=%.3f solve=%.3f loads=%.3f\n", t1 - t0, t3 - t2, t5 - t4);
    }
    (void)fprintf(stderr, sink == 0 ? " " : "");
    return 0;
}
