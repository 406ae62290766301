/* SPDX-License-Identifier: MIT */
/* moves.h: the right answers about winning moves, worked out bit by bit with plain tables, apart
 * from nimsumd's code. Normal play, heaps counted from 1.
 */
#ifndef NIMSUM_BENCH_MOVES_H
#define NIMSUM_BENCH_MOVES_H

#include "instance.h"

/* One number a query. */
struct moves {
    uint32_t *heaps;  /* the first heap of the range that a winning move can take from */
    uint32_t *takes;  /* what that move takes */
    uint32_t *counts; /* how many heaps have such a move; 0: heaps and takes mean nothing */
};

/* O(bits * (n + m)). */
struct moves moves_make(const struct instance *x);
void moves_free(struct moves *moves);

/* All heaps as one position. */
struct position {
    uint32_t nim_sum;
    uint64_t remoteness; /* moves to the end if the winner hurries and the loser delays */
};

struct position position_make(const struct instance *x);

#endif
