/* SPDX-License-Identifier: MIT */
/* instance.h: one case of Nim on ranges as a benchmark has it: heaps, queries and the right
 * answers.
 *
 * About half of the verdicts are 0. With heaps drawn at random nearly every nim-sum differs from 0,
 * and a solver that branches on the verdict would look better than it is; so the prefix XORs are
 * drawn from a pool of 1024 numbers, and every other query joins two places of the same prefix.
 */
#ifndef NIMSUM_BENCH_INSTANCE_H
#define NIMSUM_BENCH_INSTANCE_H

#include <stddef.h>
#include <stdint.h>

struct instance {
    size_t n, m;
    uint32_t *heaps;   /* n numbers, 0..2^30-1 */
    uint32_t *queries; /* m pairs l, r, counted from 1 */
    /* Worked out query by query, the plain way. */
    char *bits; /* m characters '0' or '1' */
    uint64_t wins, weighted_sum;
};

/* Make the case of n heaps and m queries, n >= 1; exits where memory fails. Never freed. */
struct instance instance_make(size_t n, size_t m, uint64_t seed);

/* The same with heaps and queries drawn evenly: nearly every query has a winning move. */
struct instance instance_make_uniform(size_t n, size_t m, uint64_t seed);

/* The same where looking for a move takes longest: all heaps are 0 but the last 30, which are 1, 2,
 * 4, ..., and each query begins among the zeros and ends among those. Its one winning move is then
 * from its last heap, which a scan of the range meets last. n > 30. */
struct instance instance_make_sparse(size_t n, size_t m, uint64_t seed);

/* Memory or the end of the program. */
void *must_allocate(size_t bytes);

#endif
