/* SPDX-License-Identifier: MIT */
/* The first player wins on a range where its two prefixes differ, and in misere play without large heaps where
 * they do not. (coq: range_verdict.) */
#include "harness.h"
#include "core/ranges.c"
#include "ranges_game.h"

int main(void)
{
    ANY_GAME;
    size_t begin, last;
    ASSUME(begin <= last && last < heap_count);
    bool wins = W(first_wins)(&game, begin, last);
    bool no_large = large[begin] == large[last + 1];
    bool zero = (prefix[begin] ^ prefix[last + 1]) == 0;
    PROVE(wins == (misere && no_large ? zero : !zero));
    END_IS_REACHED;
}
