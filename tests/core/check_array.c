/* SPDX-License-Identifier: MIT */
/* check_array.c, of src/core/array.c: heaps made ready once give, from any thread, what plain
 * scans give. */
#include <nimsum/array.h>

#include "moves_fixture.h"
#include "oracle.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct seed start;

/* Heaps made ready in the widths that fit, in blocks of exactly their size. */
struct ready {
    const struct fixture *f;
    void *wide_block, *narrow_block;
    struct nimsum_array_u64 wide;
    struct nimsum_array_u32 narrow;
};

static void *rubbish(size_t bytes)
{
    return memset(allocate(bytes, 1), 0xA5, bytes);
}

/* in_place: the heaps lie in the block. */
static void ready_init(struct ready *ready, const struct fixture *f, bool in_place)
{
    *ready = (struct ready){.f = f};
    const uint64_t *heaps = f->heaps;
    uint64_t *block = rubbish(nimsum_array_bytes_u64(heaps, f->n));
    if (in_place) {
        heaps = memcpy(block + 1, heaps, f->n * sizeof *heaps);
    }
    ready->wide_block = block;
    ready->wide = nimsum_array_prepare_u64(heaps, f->n, block);
    if (f->fits_32) {
        const uint32_t *heaps_32 = f->heaps_32;
        uint32_t *block_32 = rubbish(nimsum_array_bytes_u32(heaps_32, f->n));
        if (in_place) {
            heaps_32 = memcpy(block_32 + 1, heaps_32, f->n * sizeof *heaps_32);
        }
        ready->narrow_block = block_32;
        ready->narrow = nimsum_array_prepare_u32(heaps_32, f->n, block_32);
    }
}

static void ready_free(struct ready *ready)
{
    free(ready->wide_block);
    free(ready->narrow_block);
}

/* What there is to know of the heaps as a whole. */
static void compare_whole(const struct ready *ready)
{
    const struct fixture *f = ready->f;
    uint64_t largest = 0;
    for (size_t i = 0; i < f->n; i++) {
        largest = f->heaps[i] > largest ? f->heaps[i] : largest;
    }
    ck_assert_uint_eq(ready->wide.nim_sum, oracle_range_xor(f->heaps, 0, f->n - 1));
    ck_assert_uint_eq(ready->wide.largest, largest);
    ck_assert_uint_eq(ready->wide.heap_count, f->n);
    if (f->fits_32) {
        ck_assert_uint_eq(ready->narrow.nim_sum, ready->wide.nim_sum);
        ck_assert_uint_eq(ready->narrow.largest, largest);
        ck_assert_uint_eq(ready->narrow.heap_count, f->n);
    }
}

/* Ask all of f's queries; false where a verdict, a nim-sum, a move or a count is another one than
 * that of the words, or the widths differ. Of many threads at once. */
static bool ask_all(const struct ready *ready, const uint64_t *words, struct nimsum_move *moves,
                    uint32_t *counts)
{
    const struct fixture *f = ready->f;
    enum nimsum_convention convention = f->misere ? NIMSUM_MISERE : NIMSUM_NORMAL;
    struct nimsum_ranges_u64 wide = nimsum_array_game_u64(&ready->wide, convention, f->base);
    size_t size = (f->m + 63) / 64 * sizeof *words;
    uint64_t *own = allocate(size, 1);
    bool same = nimsum_range_verdicts_u64(&wide, f->queries_64, 0, f->m, own) == f->m &&
                memcmp(own, words, size) == 0 &&
                nimsum_range_moves_u64(&wide, &ready->wide.moves, f->queries_64, 0, f->m, moves) ==
                    f->m &&
                nimsum_range_move_counts_u64(&wide, &ready->wide.moves, f->queries_64, 0, f->m,
                                             counts) == f->m;
    if (f->fits_32) {
        struct nimsum_ranges_u32 narrow = nimsum_array_game_u32(&ready->narrow, convention,
                                                                f->base);
        const struct nimsum_moves *planes = &ready->narrow.moves;
        struct nimsum_move *twins = allocate(f->m, sizeof *twins);
        uint32_t *twin_counts = allocate(f->m, sizeof *twin_counts);
        same = same && nimsum_range_verdicts_u32(&narrow, f->queries_32, 0, f->m, own) == f->m &&
               memcmp(own, words, size) == 0 &&
               nimsum_range_moves_u32(&narrow, planes, f->queries_32, 0, f->m, twins) == f->m &&
               nimsum_range_move_counts_u32(&narrow, planes, f->queries_32, 0, f->m, twin_counts) ==
                   f->m &&
               memcmp(counts, twin_counts, f->m * sizeof *counts) == 0;
        for (size_t i = 0; same && i < f->m; i++) {
            same = twins[i].heap == moves[i].heap && twins[i].take == moves[i].take;
        }
        free(twins);
        free(twin_counts);
    }
    free(own);
    return same;
}

static void random_game(struct fixture *f, struct seed *seed, size_t n, int kind, size_t m)
{
    static const uint64_t largest[] = {1, 3, UINT32_MAX, INT64_MAX, UINT64_MAX};
    uint64_t *heaps = allocate(n, sizeof *heaps);
    uint64_t most = largest[seed_below(seed, 5)];
    for (size_t i = 0; i < n; i++) {
        heaps[i] = seed_below(seed, 3) == 0 ? seed_number(seed, most) : seed_below(seed, 2);
    }
    fixture_init(f, heaps, n, kind % 2 == 1, (unsigned)kind / 2 % 2);
    free(heaps);
    fixture_queries(f, m);
    for (size_t i = 0; i < m; i++) {
        size_t begin = seed_below(seed, n), last = begin + seed_below(seed, n - begin);
        set_query(f, i, begin + f->base, last + f->base);
    }
}

/* Both conventions, both bases, lengths around the borders of words, heaps in place and not. */
START_TEST(test_random)
{
    static const size_t lengths[] = {1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 1000, 4097};
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    for (size_t k = 0; k < COUNT_OF(lengths); k++) {
        struct fixture f;
        struct ready ready;
        random_game(&f, &seed, lengths[k], _i, 130);
        ready_init(&ready, &f, _i % 3 == 0);
        compare_whole(&ready);
        uint64_t words[3] = {0, 0, 0};
        struct nimsum_move moves[130];
        uint32_t counts[130];
        ck_assert_uint_eq(answer(&f, 0, f.m, words), f.m);
        compare_with_loops(&f, words, f.m);
        ck_assert(ask_all(&ready, words, moves, counts));
        for (size_t i = 0; i < f.m; i++) {
            compare_query(&f, i, moves[i], counts[i]);
        }
        ready_free(&ready);
        fixture_free(&f);
    }
}
END_TEST

enum { THREADS = 4, ROUNDS = 20 };

struct asker {
    const struct ready *ready;
    const uint64_t *words;
    bool same;
};

static void *ask_often(void *argument)
{
    struct asker *asker = argument;
    size_t m = asker->ready->f->m;
    struct nimsum_move *moves = allocate(m, sizeof *moves);
    uint32_t *counts = allocate(m, sizeof *counts);
    asker->same = true;
    for (int round = 0; round < ROUNDS && asker->same; round++) {
        asker->same = ask_all(asker->ready, asker->words, moves, counts);
    }
    free(moves);
    free(counts);
    return NULL;
}

/* One array, many threads: what is ready is only read (ThreadSanitizer watches). */
START_TEST(test_threads)
{
    enum { QUERIES = 1000 };
    struct seed seed = seed_stream(&start, 1000);
    struct fixture f;
    struct ready ready;
    uint64_t words[(QUERIES + 63) / 64] = {0};
    random_game(&f, &seed, 5000, 3, QUERIES);
    ready_init(&ready, &f, false);
    ck_assert_uint_eq(answer(&f, 0, f.m, words), f.m);
    pthread_t threads[THREADS];
    struct asker askers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        askers[i] = (struct asker){.ready = &ready, .words = words};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_often, &askers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert(askers[i].same);
    }
    ready_free(&ready);
    fixture_free(&f);
}
END_TEST

/* What the header promises, for 10^6 heaps. */
START_TEST(test_memory)
{
    const size_t n = 1000000;
    uint64_t *heaps = allocate(n, sizeof *heaps);
    uint32_t *narrow = allocate(n, sizeof *narrow);
    memset(heaps, 0, n * sizeof *heaps);
    memset(narrow, 0, n * sizeof *narrow);
    static const struct {
        uint32_t heap;
        size_t bytes;
    } narrow_rows[] = {{0, 8200000}, {(1 << 30) - 1, 13800000}, {UINT32_MAX, 14200000}};
    for (size_t i = 0; i < COUNT_OF(narrow_rows); i++) {
        narrow[n - 1] = narrow_rows[i].heap;
        ck_assert_uint_le(nimsum_array_bytes_u32(narrow, n), narrow_rows[i].bytes);
    }
    static const struct {
        uint64_t heap;
        size_t bytes;
    } rows[] = {{INT64_MAX, 24000000}, {UINT64_MAX, 24300000}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        heaps[n - 1] = rows[i].heap;
        ck_assert_uint_le(nimsum_array_bytes_u64(heaps, n), rows[i].bytes);
    }
    free(heaps);
    free(narrow);
}
END_TEST

int main(void)
{
    start = seed_start("check_array");
    TCase *tcase = tcase_create("array");
    tcase_add_loop_test(tcase, test_random, 0, 16);
    tcase_add_test(tcase, test_threads);
    tcase_add_test(tcase, test_memory);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
