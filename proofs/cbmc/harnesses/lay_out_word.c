/* SPDX-License-Identifier: MIT */
/* Word 3 of level 0 of the planes FIRST.., of exactly HEAPS heaps, whatever they are: bit i is the plane's bit of heap
 * 192 + i, and 0 beyond the last heap; no other word changes. turn by its contract. */
#include "harness.h"
#include "core/moves.c"

enum { AT = 3, PLANE_WORDS = HEAPS / 64 + 1 };

unsigned row, column; /* any bit of a square */
bool high_half;

void turn_by_contract(uint64_t rows[HALF])
{
    uint64_t turned[HALF];
    ASSUME(BIT(turned[column], row + (high_half ? HALF : 0)) ==
           BIT(rows[row], column + (high_half ? HALF : 0)));
    for (unsigned i = 0; i < HALF; i++) {
        rows[i] = turned[i];
    }
}

int main(void)
{
    struct nimsum_moves moves;
    moves.heap_count = HEAPS;
    moves.plane_words = PLANE_WORDS;
    ASSUME(moves.planes >= 1 && moves.planes <= BITS && FIRST < moves.planes);
    ASSUME(row < HALF && column < HALF);
    high_half = any_truth();
    number prefix[HEAPS + 1];
    uint64_t words[BITS * PLANE_WORDS];
    size_t other; /* any word elsewhere */
    ASSUME(other < BITS * PLANE_WORDS && other % PLANE_WORDS != AT);
    uint64_t kept = words[other];
    W(lay_out_word)(prefix, &moves, AT, FIRST, words);
    unsigned b = FIRST + column;
    size_t i = row + (high_half ? HALF : 0), heap = AT * 64 + i;
    if (b < moves.planes) {
        bool holds = heap < HEAPS && BIT(prefix[heap] ^ prefix[heap + 1], b) != 0;
        PROVE(BIT(words[b * PLANE_WORDS + AT], i) == holds);
    }
    PROVE(words[other] == kept);
    END_IS_REACHED;
}
