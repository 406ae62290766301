/* SPDX-License-Identifier: MIT */
/* The nim-sum of a range is the XOR of its two prefixes, counted from the base. */
#include "harness.h"
#include "core/ranges.c"
#include "ranges_game.h"

int main(void)
{
    ANY_GAME;
    number l, r;
    ASSUME(is_range(&game, l, r));
    uint64_t nim_sum = W(nimsum_range_xor)(&game, l, r);
    PROVE(nim_sum == (prefix[(size_t)r - index_base + 1] ^ prefix[(size_t)l - index_base]));
    END_IS_REACHED;
}
