/* SPDX-License-Identifier: MIT */
/* With C(heap, bits) for the count of the heap's word and the ones among those bits of it, the answer is C(last, bits up
 * to last) - C(begin, bits before begin). Any plane of up to 256 heaps, any range. What count_up has put into counts
 * makes that the holders. */
#include "harness.h"
/* The ones of a word, by a function of which nothing is known: the same words have as many. */
unsigned __CPROVER_uninterpreted_ones(uint64_t word);
#define __builtin_popcountll(word) __CPROVER_uninterpreted_ones(word)
#include "core/moves.c"

enum { PLANES = 2, WORDS = 4 };

int main(void)
{
    uint64_t words[PLANES * WORDS];
    uint32_t counts[PLANES * WORDS];
    struct nimsum_moves moves = {
        .plane_words = WORDS, .plane_counts = WORDS, .words = words, .counts = counts};
    size_t begin, last;
    unsigned any;
    ASSUME(begin <= last && last < 64 * WORDS && any < 64);
    const uint64_t *plane = words + WORDS;
    const uint32_t *before_word = counts + WORDS;
    uint64_t before = ~(UINT64_MAX << begin % 64), through = UINT64_MAX >> (63 - last % 64);
    uint32_t held = count_holders(&moves, 1, begin, last);
    PROVE(held ==
          before_word[last / 64] + (uint32_t)__builtin_popcountll(plane[last / 64] & through) -
              before_word[begin / 64] - (uint32_t)__builtin_popcountll(plane[begin / 64] & before));
    PROVE(BIT(before, any) == (any < begin % 64));
    PROVE(BIT(through, any) == (any <= last % 64));
    END_IS_REACHED;
}
