/* SPDX-License-Identifier: MIT */
/* moves.c: for each bit, a table of the next heap that holds it and one of how many did so far. */
#include "moves.h"

#include <stdlib.h>
#include <string.h>

/* The winning moves go from the heaps that hold the nim-sum's top bit. */
static uint32_t top_bit(uint32_t x)
{
    return x == 0 ? 0 : UINT32_C(1) << (31 - __builtin_clz(x));
}

/* What the winning move takes from this heap: it leaves the nim-sum of the others. */
static uint32_t take(uint32_t heap, uint32_t nim_sum)
{
    return heap - (heap ^ nim_sum);
}

struct moves moves_make(const struct instance *x)
{
    size_t n = x->n, m = x->m;
    struct moves moves = {must_allocate(m * sizeof(uint32_t)), must_allocate(m * sizeof(uint32_t)),
                          must_allocate(m * sizeof(uint32_t))};
    memset(moves.counts, 0, m * sizeof(uint32_t));
    uint32_t *prefix = must_allocate((n + 1) * sizeof *prefix);
    uint32_t *before = must_allocate((n + 1) * sizeof *before); /* holders among heaps 1..i */
    uint32_t *next = must_allocate((n + 2) * sizeof *next);     /* the first holder from i on */
    prefix[0] = before[0] = 0;
    for (size_t i = 1; i <= n; i++) {
        prefix[i] = prefix[i - 1] ^ x->heaps[i - 1];
    }
    for (uint32_t bit = UINT32_C(1) << 31; bit != 0; bit >>= 1) {
        next[n + 1] = (uint32_t)n + 1;
        for (size_t i = n; i > 0; i--) {
            next[i] = (x->heaps[i - 1] & bit) != 0 ? (uint32_t)i : next[i + 1];
        }
        for (size_t i = 1; i <= n; i++) {
            before[i] = before[i - 1] + ((x->heaps[i - 1] & bit) != 0);
        }
        for (size_t i = 0; i < m; i++) {
            uint32_t l = x->queries[2 * i], r = x->queries[2 * i + 1];
            uint32_t nim_sum = prefix[r] ^ prefix[l - 1];
            if (top_bit(nim_sum) == bit) {
                moves.heaps[i] = next[l];
                moves.takes[i] = take(x->heaps[next[l] - 1], nim_sum);
                moves.counts[i] = before[r] - before[l - 1];
            }
        }
    }
    free(prefix);
    free(before);
    free(next);
    return moves;
}

void moves_free(struct moves *moves)
{
    free(moves->heaps);
    free(moves->takes);
    free(moves->counts);
}

struct position position_make(const struct instance *x)
{
    struct position p = {0, 0};
    uint32_t largest = 0; /* the winner's quickest move takes most */
    for (size_t i = 0; i < x->n; i++) {
        p.nim_sum ^= x->heaps[i];
        p.remoteness += x->heaps[i];
    }
    for (size_t i = 0; i < x->n && p.nim_sum != 0; i++) {
        uint32_t heap = x->heaps[i];
        if ((heap & top_bit(p.nim_sum)) != 0 && take(heap, p.nim_sum) > largest) {
            largest = take(heap, p.nim_sum);
        }
    }
    if (p.nim_sum != 0) {
        p.remoteness += 1 - (uint64_t)largest;
    }
    return p;
}
