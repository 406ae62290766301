/* SPDX-License-Identifier: MIT */
/* histogram.h: latencies in buckets of 1/32 of their size, so a percentile is right to 3 %. */
#ifndef NIMSUM_BENCH_HISTOGRAM_H
#define NIMSUM_BENCH_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_STEPS = 32, HISTOGRAM_BUCKETS = 60 * HISTOGRAM_STEPS };

struct histogram {
    uint64_t counts[HISTOGRAM_BUCKETS];
    uint64_t total;
};

static inline void histogram_add(struct histogram *histogram, uint64_t value)
{
    unsigned shift = 0; /* value >> shift is a number of 6 bits: 32..63, or less where shift is 0 */
    while (value >> shift >= 2 * HISTOGRAM_STEPS) {
        shift++;
    }
    histogram->counts[shift * HISTOGRAM_STEPS + (value >> shift)]++;
    histogram->total++;
}

/* The least value that at least this share (0..1) of the values do not pass, rounded down to its
 * bucket. */
static inline uint64_t histogram_quantile(const struct histogram *histogram, double share)
{
    double due = share * (double)histogram->total;
    uint64_t seen = 0;
    unsigned bucket = 0;
    for (; bucket < HISTOGRAM_BUCKETS - 1; bucket++) {
        seen += histogram->counts[bucket];
        if ((double)seen >= due) {
            break;
        }
    }
    if (bucket < 2 * HISTOGRAM_STEPS) {
        return bucket;
    }
    unsigned shift = bucket / HISTOGRAM_STEPS - 1;
    return (uint64_t)(bucket - shift * HISTOGRAM_STEPS) << shift;
}

#endif
