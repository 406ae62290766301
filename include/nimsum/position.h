/* SPDX-License-Identifier: MIT */
/* nimsum/position.h: one whole Nim position: who wins, by which moves, and how soon.
 *
 * Every winning move of a position goes from a heap that holds one certain bit, and there is at
 * most one of them a heap; how soon the game ends follows from the sum of the heaps (docs/GAMES.md,
 * theorems 2, 3, 6 and 7). Every function exists for heaps of 32 bits (_u32) and of 64 bits (_u64).
 *
 * Heaps of 0 are legal and empty. Pure functions: no allocation, no state, thread-safe.
 */
#ifndef NIMSUM_POSITION_H
#define NIMSUM_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum nimsum_convention {
    NIMSUM_NORMAL, /* whoever takes the last stone wins */
    NIMSUM_MISERE  /* whoever takes the last stone loses */
};

/* Take so many stones from that heap. */
struct nimsum_move {
    size_t heap;
    uint64_t take; /* 1 or more in a move; 0 says that there is none */
};

struct nimsum_position_verdict {
    enum nimsum_convention convention;
    bool first_player_wins;
    uint64_t nim_sum;
    size_t large_heaps;        /* heaps of more than 1: what misere play turns on */
    size_t winning_move_count; /* 0 also where misere play is won without stones */
    bool remoteness_known;     /* false where the remoteness is larger than 2^63 - 1 */
    uint64_t remoteness;       /* moves to the end if the winner hurries and the loser delays */
};

/* Decide the position heaps[0..count); heaps may be NULL where count is 0. O(count). */
struct nimsum_position_verdict nimsum_position_decide_u32(const uint32_t *heaps, size_t count,
                                                          enum nimsum_convention convention);
struct nimsum_position_verdict nimsum_position_decide_u64(const uint64_t *heaps, size_t count,
                                                          enum nimsum_convention convention);

/* Write winning moves of the position that verdict was made of, in the order of the heaps (counted
 * from 0), to moves[0..capacity), beginning at heap *next. Returns how many were written and sets
 * *next to the heap where a further call goes on, count where there are no more moves. From *next =
 * 0 on, calls give verdict->winning_move_count moves in all. O(heaps passed). */
size_t nimsum_position_moves_u32(const struct nimsum_position_verdict *verdict,
                                 const uint32_t *heaps, size_t count, size_t *next,
                                 struct nimsum_move *moves, size_t capacity);
size_t nimsum_position_moves_u64(const struct nimsum_position_verdict *verdict,
                                 const uint64_t *heaps, size_t count, size_t *next,
                                 struct nimsum_move *moves, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
