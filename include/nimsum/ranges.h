/* SPDX-License-Identifier: MIT */
/* nimsum/ranges.h: Nim on ranges of a list of heaps, one verdict a query.
 *
 * With prefix XORs the nim-sum of any range is one XOR of two numbers, so n heaps and m queries
 * take O(n + m) (docs/GAMES.md, theorems 2 to 4). Every function exists for arrays of 32 bits
 * (_u32) and of 64 bits (_u64): the answers are the same, the narrow arrays are half as much to
 * read.
 *
 * Normal play: whoever takes the last stone wins. Misere play: whoever takes it loses. Heaps of 0
 * are legal and empty.
 *
 * No allocation, no state, thread-safe: the functions read and write only the caller's arrays.
 */
#ifndef NIMSUM_RANGES_H
#define NIMSUM_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The prefix XORs of n heaps: prefix[0] = 0 and prefix[i] = heaps[0] ^ ... ^ heaps[i-1], n + 1
 * numbers in all. heaps may be prefix + 1, and is replaced then; no other overlap is allowed. */
void nimsum_prefix_xor_u32(const uint32_t *heaps, size_t n, uint32_t *prefix);
void nimsum_prefix_xor_u64(const uint64_t *heaps, size_t n, uint64_t *prefix);

/* The same in pieces, for heaps that arrive in pieces: prefix[i] = previous ^ heaps[0] ^ ... ^
 * heaps[i], n numbers. heaps may be prefix. Returns the last of them (previous where n is 0): the
 * next piece's previous. The first piece's previous is 0. */
uint32_t nimsum_prefix_xor_step_u32(const uint32_t *heaps, size_t n, uint32_t previous,
                                    uint32_t *prefix);
uint64_t nimsum_prefix_xor_step_u64(const uint64_t *heaps, size_t n, uint64_t previous,
                                    uint64_t *prefix);

/* For misere play: large[i] = how many of heaps[0..i) are larger than 1, n + 1 numbers; n < 2^32.
 * Takes the heaps themselves: call it before they are replaced by their prefix XORs. */
void nimsum_count_large_u32(const uint32_t *heaps, size_t n, uint32_t *large);
void nimsum_count_large_u64(const uint64_t *heaps, size_t n, uint32_t *large);

/* A list of heaps made ready for queries. Both arrays, of heap_count + 1 numbers, are borrowed. */
struct nimsum_ranges_u32 {
    const uint32_t *prefix; /* from nimsum_prefix_xor_u32() */
    const uint32_t *large;  /* misere play: from nimsum_count_large_u32(); NULL: normal play */
    size_t heap_count;
    unsigned index_base; /* what the queries call the first heap: 0 or 1 */
};

struct nimsum_ranges_u64 {
    const uint64_t *prefix;
    const uint32_t *large;
    size_t heap_count;
    unsigned index_base;
};

/* Answer the queries number first..m-1 of queries, m pairs (l, r) that mean the heaps l to r, both
 * ends included, counted from index_base.
 *
 * The verdict of query i, 1 if the first player wins, is written to words as bit 63 - i % 64 of
 * words[i / 64]: read from the top, the words are the verdicts in order. Bits of the last word that
 * belong to no query are 0; words after it are not touched.
 *
 * Stops at the first query that breaks index_base <= l <= r <= heap_count - 1 + index_base and
 * returns its number; the verdicts before it stand. Returns m where all are good.
 *
 * Resumable: a call may go on where an earlier one ended (first = the m of that call, or the number
 * of a bad query that was mended), with the same words. No verdict before first is changed.
 * O(m - first). */
size_t nimsum_range_verdicts_u32(const struct nimsum_ranges_u32 *game, const uint32_t *queries,
                                 size_t first, size_t m, uint64_t *words);
size_t nimsum_range_verdicts_u64(const struct nimsum_ranges_u64 *game, const uint64_t *queries,
                                 size_t first, size_t m, uint64_t *words);

/* The nim-sum of the heaps l to r, counted as in queries. The range must be a good one. O(1). */
static inline uint64_t nimsum_range_xor_u32(const struct nimsum_ranges_u32 *game, size_t l,
                                            size_t r)
{
    return game->prefix[r - game->index_base + 1] ^ game->prefix[l - game->index_base];
}

static inline uint64_t nimsum_range_xor_u64(const struct nimsum_ranges_u64 *game, size_t l,
                                            size_t r)
{
    return game->prefix[r - game->index_base + 1] ^ game->prefix[l - game->index_base];
}

#ifdef __cplusplus
}
#endif

#endif
