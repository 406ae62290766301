/* SPDX-License-Identifier: MIT */
/* nimsum/array.h: a list of heaps made ready once, and asked any number of times.
 *
 * Everything that questions about ranges of the heaps need is worked out ahead: prefix XORs, the
 * counts of large heaps for misere play, bit planes with counts for winning moves. A question then
 * costs no more on ten million heaps than on ten:
 *
 *     void *block = malloc(nimsum_array_bytes_u32(heaps, n));
 *     struct nimsum_array_u32 array = nimsum_array_prepare_u32(heaps, n, block);
 *     struct nimsum_ranges_u32 game = nimsum_array_game_u32(&array, NIMSUM_MISERE, 1);
 *     nimsum_range_verdicts_u32(&game, queries, 0, m, words);
 *     nimsum_range_moves_u32(&game, &array.moves, queries, 0, m, moves);
 *
 * Memory, in a block that the caller brings: for heaps below 2^30 13.8 bytes a heap, for 32 bits
 * 14.2, for 63 bits 24, for 64 bits 24.3; a little more where there are few heaps.
 *
 * No allocation, no state. An array that is made ready is only read, so any number of threads may
 * ask it at once.
 */
#ifndef NIMSUM_ARRAY_H
#define NIMSUM_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include <nimsum/moves.h>
#include <nimsum/position.h>
#include <nimsum/ranges.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is ready. The pointers are into the caller's block, which must outlive the last question. */
struct nimsum_array_u32 {
    size_t heap_count;
    const uint32_t *prefix;    /* as from nimsum_prefix_xor_u32() */
    const uint32_t *large;     /* as from nimsum_count_large_u32() */
    struct nimsum_moves moves; /* planned with counts */
    uint32_t nim_sum, largest; /* of all heaps */
};

struct nimsum_array_u64 {
    size_t heap_count;
    const uint64_t *prefix;
    const uint32_t *large;
    struct nimsum_moves moves;
    uint64_t nim_sum, largest;
};

/* The size of the block for these heaps, of which there are at least one and fewer than 2^32;
 * SIZE_MAX where it would not fit a size_t. O(n). */
size_t nimsum_array_bytes_u32(const uint32_t *heaps, size_t n);
size_t nimsum_array_bytes_u64(const uint64_t *heaps, size_t n);

/* Make them ready. block: nimsum_array_bytes_u32() bytes, aligned as malloc aligns, its contents of
 * before do not matter. The heaps are not kept. They may lie in the block itself, from its second
 * number on, and are replaced then; no other overlap is allowed. O(n * bits / 8). */
struct nimsum_array_u32 nimsum_array_prepare_u32(const uint32_t *heaps, size_t n, void *block);
struct nimsum_array_u64 nimsum_array_prepare_u64(const uint64_t *heaps, size_t n, void *block);

/* The array as a game, for the functions of ranges.h and, with array->moves, of moves.h; index_base
 * as there. The game is a value: nothing has to be freed. O(1). */
struct nimsum_ranges_u32 nimsum_array_game_u32(const struct nimsum_array_u32 *array,
                                               enum nimsum_convention convention,
                                               unsigned index_base);
struct nimsum_ranges_u64 nimsum_array_game_u64(const struct nimsum_array_u64 *array,
                                               enum nimsum_convention convention,
                                               unsigned index_base);

#ifdef __cplusplus
}
#endif

#endif
