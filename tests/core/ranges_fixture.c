/* SPDX-License-Identifier: MIT */
/* ranges_fixture.c: see ranges_fixture.h. */
#include "ranges_fixture.h"

#include "oracle.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void *allocate(size_t count, size_t size)
{
    void *block = malloc(count * size > 0 ? count * size : 1);
    ck_assert_ptr_nonnull(block);
    return block;
}

void fixture_init(struct fixture *f, const uint64_t *heaps, size_t n, bool misere, unsigned base)
{
    *f = (struct fixture){.n = n, .misere = misere, .fits_32 = true, .base = base};
    f->heaps = allocate(n, sizeof *f->heaps);
    f->heaps_32 = allocate(n, sizeof *f->heaps_32);
    f->prefix_64 = allocate(n + 1, sizeof *f->prefix_64);
    f->prefix_32 = allocate(n + 1, sizeof *f->prefix_32);
    f->large = allocate(n + 1, sizeof *f->large);
    for (size_t i = 0; i < n; i++) {
        f->heaps[i] = heaps[i];
        f->heaps_32[i] = (uint32_t)heaps[i];
        f->fits_32 = f->fits_32 && heaps[i] <= UINT32_MAX;
    }
    nimsum_prefix_xor_u64(f->heaps, n, f->prefix_64);
    nimsum_prefix_xor_u32(f->heaps_32, n, f->prefix_32);
    nimsum_count_large_u64(f->heaps, n, f->large);
    const uint32_t *large = misere ? f->large : NULL;
    f->game_64 = (struct nimsum_ranges_u64){f->prefix_64, large, n, base};
    f->game_32 = (struct nimsum_ranges_u32){f->prefix_32, large, n, base};
}

void fixture_queries(struct fixture *f, size_t m)
{
    f->m = m;
    f->queries_64 = allocate(2 * m, sizeof *f->queries_64);
    f->queries_32 = allocate(2 * m, sizeof *f->queries_32);
}

void set_query(struct fixture *f, size_t i, uint64_t l, uint64_t r)
{
    f->queries_64[2 * i] = l;
    f->queries_64[2 * i + 1] = r;
    f->queries_32[2 * i] = (uint32_t)l;
    f->queries_32[2 * i + 1] = (uint32_t)r;
}

void fixture_free(struct fixture *f)
{
    free(f->heaps);
    free(f->heaps_32);
    free(f->prefix_64);
    free(f->prefix_32);
    free(f->large);
    free(f->queries_64);
    free(f->queries_32);
}

/* Answer queries first..m-1 in the widths that fit. Words hold the earlier verdicts. */
size_t answer(const struct fixture *f, size_t first, size_t m, uint64_t *words)
{
    size_t size = (f->m + 63) / 64;
    uint64_t *twin = allocate(size, sizeof *twin);
    memcpy(twin, words, size * sizeof *twin);
    size_t answered = nimsum_range_verdicts_u64(&f->game_64, f->queries_64, first, m, words);
    if (f->fits_32) {
        ck_assert_uint_eq(nimsum_range_verdicts_u32(&f->game_32, f->queries_32, first, m, twin),
                          answered);
        ck_assert_mem_eq(twin, words, size * sizeof *twin);
    }
    free(twin);
    return answered;
}

void compare_with_loops(const struct fixture *f, const uint64_t *words, size_t m)
{
    for (size_t i = 0; i < m; i++) {
        uint64_t l = f->queries_64[2 * i], r = f->queries_64[2 * i + 1];
        size_t begin = (size_t)l - f->base, last = (size_t)r - f->base;
        if (oracle_verdict(words, i) != oracle_range_first_wins(f->heaps, begin, last, f->misere)) {
            ck_abort_msg("query %zu of %zu: [%" PRIu64 ", %" PRIu64 "]", i, m, l, r);
        }
    }
    for (size_t i = m; i % 64 != 0; i++) {
        ck_assert_msg(!oracle_verdict(words, i), "bit %zu is set beyond %zu queries", i, m);
    }
}
