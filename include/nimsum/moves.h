/* SPDX-License-Identifier: MIT */
/* nimsum/moves.h: winning moves in Nim on ranges of a list of heaps: one a query, and how many.
 *
 * The winning moves of a range go from the heaps that hold one certain bit of the nim-sum
 * (docs/GAMES.md, theorem 6). So the heaps are laid out as bit planes, plane b holding bit b of
 * every heap, with a summary over each plane: "the first heap from l on that holds bit b" then
 * takes no more than six steps up and down, however sparse the plane. With counts of the bits
 * before each word, "how many heaps of l to r hold bit b" takes two looks.
 *
 * Memory, in a workspace that the caller brings: 0.127 bytes a heap and plane, and 0.063 more for
 * the counts, each plane rounded up to whole words. A plane is needed for each bit up to the
 * largest heap's top bit: 10^6 heaps below 2^30 take 3.8 MB, with counts 5.7; heaps of 63 bits take
 * 8.0 MB, with counts 12.0; heaps of 64 bits, the worst case, 8.2 bytes a heap, with counts 12.2.
 *
 * No allocation, no state, thread-safe: what is prepared is only read by the queries.
 */
#ifndef NIMSUM_MOVES_H
#define NIMSUM_MOVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nimsum/position.h>
#include <nimsum/ranges.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NIMSUM_MOVES_LEVELS 6 /* as many summaries of 64 to 1 as 2^32 - 1 heaps can need */

/* The bit planes of a list of heaps. Set by nimsum_moves_plan_u32() and nimsum_moves_prepare_u32();
 * of interest to others is only workspace_bytes. */
struct nimsum_moves {
    size_t workspace_bytes;
    size_t heap_count;
    unsigned planes, levels;
    size_t level_first[NIMSUM_MOVES_LEVELS]; /* where in a plane's words each level begins */
    size_t plane_words;
    size_t plane_counts;    /* 0: no counts */
    const uint64_t *words;  /* planes * plane_words, borrowed from the workspace */
    const uint32_t *counts; /* planes * plane_counts, likewise */
};

/* Plan the planes for a list of fewer than 2^32 heaps: sets workspace_bytes, SIZE_MAX where it
 * would not fit a size_t. with_counts: for nimsum_range_move_counts_u32(), which the moves alone do
 * not need. O(heap_count). */
struct nimsum_moves nimsum_moves_plan_u32(const struct nimsum_ranges_u32 *game, bool with_counts);
struct nimsum_moves nimsum_moves_plan_u64(const struct nimsum_ranges_u64 *game, bool with_counts);

/* The same where the bits are known that some heap holds (the OR of all heaps). O(1). */
struct nimsum_moves nimsum_moves_plan_bits(size_t heap_count, uint64_t bits, bool with_counts);

/* Lay out the planned heaps. workspace: moves->workspace_bytes, aligned as malloc aligns, borrowed
 * until the last query; its contents before do not matter. The planes serve both conventions and
 * both bases. O(heap_count * planes / 8). */
void nimsum_moves_prepare_u32(const struct nimsum_ranges_u32 *game, struct nimsum_moves *moves,
                              void *workspace);
void nimsum_moves_prepare_u64(const struct nimsum_ranges_u64 *game, struct nimsum_moves *moves,
                              void *workspace);

/* For the queries number first..m-1 of queries, m pairs as in nimsum_range_verdicts_u32(), write
 * one winning move each: that of query i to out[i - first]. It is the move from the first heap of
 * the range that has one, the heap being counted from index_base; {0, 0} where there is no winning
 * move: the position is lost, or won without stones (misere play).
 *
 * moves must have been prepared from game's heaps. As with the verdicts, the first query that is no
 * range of the heaps ends it; returns its number, or m. O(m - first). */
size_t nimsum_range_moves_u32(const struct nimsum_ranges_u32 *game,
                              const struct nimsum_moves *moves, const uint32_t *queries,
                              size_t first, size_t m, struct nimsum_move *out);
size_t nimsum_range_moves_u64(const struct nimsum_ranges_u64 *game,
                              const struct nimsum_moves *moves, const uint64_t *queries,
                              size_t first, size_t m, struct nimsum_move *out);

/* The same for the number of winning moves, pairs of heap and amount: that of query i to
 * out[i - first]. moves must have been planned with counts. O(m - first). */
size_t nimsum_range_move_counts_u32(const struct nimsum_ranges_u32 *game,
                                    const struct nimsum_moves *moves, const uint32_t *queries,
                                    size_t first, size_t m, uint32_t *out);
size_t nimsum_range_move_counts_u64(const struct nimsum_ranges_u64 *game,
                                    const struct nimsum_moves *moves, const uint64_t *queries,
                                    size_t first, size_t m, uint32_t *out);

#ifdef __cplusplus
}
#endif

#endif
