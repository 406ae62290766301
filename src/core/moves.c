/* SPDX-License-Identifier: MIT */
/* moves.c: bit planes of a list of heaps, and winning moves found in them.
 *
 * A plane has levels. Bit i of level 0 is the plane's bit of heap i; bit i of level k + 1 says that
 * word i of level k is not 0; the last level is a single word. One bit more than there are heaps is
 * set in every plane, a sentinel: a search beyond the last holder of a bit ends there instead of
 * having to be watched.
 *
 * Queries need only the nim-sum, the number of large heaps and this. The functions that read heaps
 * are in moves_width.inc, written once and compiled for each width.
 */
#include <nimsum/moves.h>

#include "core/winning.h"

enum { WORD_BITS = 64, HALF = 32 };

/* A plan for so many heaps that have bits below planes only. */
static struct nimsum_moves plan(size_t heap_count, unsigned planes, bool with_counts)
{
    struct nimsum_moves moves = {.heap_count = heap_count, .planes = planes};
    size_t bits = heap_count + 1; /* with the sentinel */
    size_t words;
    do {
        words = (bits + WORD_BITS - 1) / WORD_BITS;
        moves.level_first[moves.levels++] = moves.plane_words;
        moves.plane_words += words;
        bits = words;
    } while (words > 1);
    moves.plane_counts = with_counts ? (heap_count + WORD_BITS - 1) / WORD_BITS : 0;
    uint64_t bytes = (uint64_t)planes *
                     (moves.plane_words * sizeof(uint64_t) + moves.plane_counts * sizeof(uint32_t));
    moves.workspace_bytes = bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
    return moves;
}

struct nimsum_moves nimsum_moves_plan_bits(size_t heap_count, uint64_t bits, bool with_counts)
{
    /* As in nimsum_moves_plan_u32(): plane 0 is always there. */
    return plan(heap_count, WORD_BITS - (unsigned)__builtin_clzll(bits | 1), with_counts);
}

/* Where rows[i], i < 32, has a bit that belongs to row i + shift, the two change places. */
static inline void swap_squares(uint64_t *rows, unsigned shift, uint64_t mask)
{
    for (unsigned first = 0; first < HALF; first += 2 * shift) {
        for (unsigned i = first; i < first + shift; i++) {
            uint64_t swapped = (rows[i] >> shift ^ rows[i + shift]) & mask;
            rows[i] ^= swapped << shift;
            rows[i + shift] ^= swapped;
        }
    }
}

/* Turn two squares of 32 by 32 bits about their diagonals, one in the low halves of the rows and
 * one in the high ones: bit j of row i becomes bit i of row j. */
static void turn(uint64_t rows[HALF])
{
    swap_squares(rows, 16, UINT64_C(0x0000FFFF0000FFFF));
    swap_squares(rows, 8, UINT64_C(0x00FF00FF00FF00FF));
    swap_squares(rows, 4, UINT64_C(0x0F0F0F0F0F0F0F0F));
    swap_squares(rows, 2, UINT64_C(0x3333333333333333));
    swap_squares(rows, 1, UINT64_C(0x5555555555555555));
}

/* From level 0 of a plane: the sentinel, and the levels above. */
static void sum_up(const struct nimsum_moves *moves, uint64_t *plane)
{
    plane[moves->heap_count / WORD_BITS] |= UINT64_C(1) << moves->heap_count % WORD_BITS;
    for (unsigned level = 1; level < moves->levels; level++) {
        const uint64_t *below = plane + moves->level_first[level - 1];
        uint64_t *above = plane + moves->level_first[level];
        size_t size = (size_t)(above - below);
        for (size_t i = 0; i < size; i += WORD_BITS) {
            uint64_t word = 0;
            for (size_t j = i; j < size && j < i + WORD_BITS; j++) {
                word |= (uint64_t)(below[j] != 0) << j % WORD_BITS;
            }
            above[i / WORD_BITS] = word;
        }
    }
}

static void count_up(const struct nimsum_moves *moves, const uint64_t *plane, uint32_t *counts)
{
    uint32_t count = 0;
    for (size_t i = 0; i < moves->plane_counts; i++) {
        counts[i] = count;
        count += (uint32_t)__builtin_popcountll(plane[i]);
    }
}

/* Level 0 of every plane stands: do the rest. */
static void finish(struct nimsum_moves *moves, uint64_t *words, uint32_t *counts)
{
    for (unsigned b = 0; b < moves->planes; b++) {
        uint64_t *plane = words + b * moves->plane_words;
        sum_up(moves, plane);
        count_up(moves, plane, counts + b * moves->plane_counts);
    }
    moves->words = words;
    moves->counts = moves->plane_counts > 0 ? counts : NULL;
}

/* Whether word i of level 0 holds anything, by the level above, which is small and near. */
static inline bool holds_something(const struct nimsum_moves *moves, const uint64_t *plane,
                                   size_t i)
{
    return moves->levels == 1 ||
           (plane[moves->level_first[1] + i / WORD_BITS] >> i % WORD_BITS & 1) != 0;
}

/* The first heap from begin on that holds the bit; heap_count if none does. */
static inline size_t first_holder(const struct nimsum_moves *moves, unsigned bit, size_t begin)
{
    const uint64_t *plane = moves->words + bit * moves->plane_words;
    unsigned level = 0;
    size_t at = begin / WORD_BITS;
    uint64_t word = 0;
    if (holds_something(moves, plane, at)) { /* an empty word is not worth the way to memory */
        word = plane[at] & UINT64_MAX << begin % WORD_BITS;
    }
    while (word == 0) { /* up, until a later word holds something: the sentinel's does */
        const uint64_t *above = plane + moves->level_first[++level];
        size_t next = at + 1;
        at = next / WORD_BITS;
        word = above[at] & UINT64_MAX << next % WORD_BITS;
    }
    at = at * WORD_BITS + (unsigned)__builtin_ctzll(word);
    while (level > 0) {
        word = plane[moves->level_first[--level] + at];
        at = at * WORD_BITS + (unsigned)__builtin_ctzll(word);
    }
    return at;
}

/* How many of the heaps begin..last hold the bit. */
static inline uint32_t count_holders(const struct nimsum_moves *moves, unsigned bit, size_t begin,
                                     size_t last)
{
    const uint64_t *plane = moves->words + bit * moves->plane_words;
    const uint32_t *counts = moves->counts + bit * moves->plane_counts;
    uint64_t before = plane[begin / WORD_BITS] & ~(UINT64_MAX << begin % WORD_BITS);
    uint64_t through = plane[last / WORD_BITS] & UINT64_MAX >> (63 - last % WORD_BITS);
    return counts[last / WORD_BITS] + (uint32_t)__builtin_popcountll(through) -
           counts[begin / WORD_BITS] - (uint32_t)__builtin_popcountll(before);
}

#define NUMBER      uint32_t
#define WIDTH(name) name##_u32
#include "core/moves_width.inc"
#undef NUMBER
#undef WIDTH

#define NUMBER      uint64_t
#define WIDTH(name) name##_u64
#include "core/moves_width.inc"
#undef NUMBER
#undef WIDTH
