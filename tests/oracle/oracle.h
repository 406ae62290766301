/* SPDX-License-Identifier: MIT */
/* oracle.h: the right answers, worked out the slow way, for the tests.
 *
 * Both games are played out move by move by their rules; sums are loops over their definition.
 * Nothing here uses a theorem, a prefix or a block, so the oracles share no idea with the core they
 * judge.
 */
#ifndef NIMSUM_ORACLE_H
#define NIMSUM_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The chalkboard game on numbers[0..count), count <= 9: does the player to move win? Plays the
 * whole tree, without memory: count! lines of play. */
bool oracle_chalkboard_wins(const uint64_t *numbers, size_t count);

/* Does the player to move win by erasing numbers[erased], the game not being over before? */
bool oracle_chalkboard_erasure_wins(const uint64_t *numbers, size_t count, size_t erased);

enum { ORACLE_NIM_HEAPS = 5, ORACLE_NIM_LARGEST = 7, ORACLE_NIM_POSITIONS = 8 * 8 * 8 * 8 * 8 };

/* How a position ends if both play as well as they can. */
struct oracle_outcome {
    bool known;               /* played out already */
    bool wins;                /* the player to move does */
    unsigned char remoteness; /* in so many moves: the winner hurries, the loser delays */
};

/* Every Nim position of up to ORACLE_NIM_HEAPS heaps of 0..ORACLE_NIM_LARGEST, played out. */
struct oracle_nim {
    bool misere;
    struct oracle_outcome outcomes[ORACLE_NIM_POSITIONS];
};

void oracle_nim_init(struct oracle_nim *oracle, bool misere);

/* The outcome of heaps[0..count), count <= ORACLE_NIM_HEAPS. */
struct oracle_outcome oracle_nim_outcome(struct oracle_nim *oracle, const uint64_t *heaps,
                                         size_t count);

/* Does the player to move win on heaps[0..count)? */
bool oracle_nim_wins(struct oracle_nim *oracle, const uint64_t *heaps, size_t count);

/* Does the player to move win by taking take stones, 1 <= take <= heaps[heap], from that heap? */
bool oracle_nim_move_wins(struct oracle_nim *oracle, const uint64_t *heaps, size_t count,
                          size_t heap, uint64_t take);

/* The nim-sum of heaps[begin..last], both ends included, counted bit by bit. */
uint64_t oracle_range_xor(const uint64_t *heaps, size_t begin, size_t last);

/* The winner's rule said as in a textbook, on heaps too large to play out. */
bool oracle_range_first_wins(const uint64_t *heaps, size_t begin, size_t last, bool misere);

/* Verdict number i of words packed 64 a word, the first in the top bit. */
bool oracle_verdict(const uint64_t *words, size_t i);

/* The sum of f_i * 2^(m-i) modulo 1 000 000 007, from the last verdict to the first, powers
 * doubled. */
uint64_t oracle_weighted_sum(const uint64_t *words, size_t m);

#endif
