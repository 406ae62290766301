/* SPDX-License-Identifier: MIT */
/* ranges_fixture.h: one list of heaps with its queries, asked in both widths at once.
 *
 * Whatever fits 32 bits is answered in both widths, which must agree. All arrays are heap blocks of
 * exactly their size, so that a sanitizer sees a step beyond them. Failures fail the running test.
 */
#ifndef NIMSUM_RANGES_FIXTURE_H
#define NIMSUM_RANGES_FIXTURE_H

#include <nimsum/ranges.h>

struct fixture {
    size_t n, m; /* heaps, queries */
    bool misere, fits_32;
    unsigned base;
    uint64_t *heaps, *prefix_64, *queries_64;
    uint32_t *heaps_32, *prefix_32, *queries_32, *large;
    struct nimsum_ranges_u64 game_64;
    struct nimsum_ranges_u32 game_32;
};

/* A block for count items of size bytes; the test fails where there is no memory. free() it. */
void *allocate(size_t count, size_t size);

void fixture_init(struct fixture *f, const uint64_t *heaps, size_t n, bool misere, unsigned base);

/* Room for m queries; set_query() sets query i in both widths (the narrow one cut to 32 bits). */
void fixture_queries(struct fixture *f, size_t m);
void set_query(struct fixture *f, size_t i, uint64_t l, uint64_t r);

void fixture_free(struct fixture *f);

/* Answer queries first..m-1. words has room for all f->m verdicts and holds the earlier ones. */
size_t answer(const struct fixture *f, size_t first, size_t m, uint64_t *words);

/* The first m verdicts are those of plain loops, and the rest of their last word is 0. */
void compare_with_loops(const struct fixture *f, const uint64_t *words, size_t m);

#endif
