/* SPDX-License-Identifier: MIT */
/* Of any list: the bits that some heap holds, and the largest heap. */
#include "harness.h"
#include "core/array.c"

int main(void)
{
    size_t n;
    ASSUME(n <= ANY_LENGTH);
    number heaps[n], seens[n + 1], mosts[n + 1], largest; /* of the first 0, 1, ... heaps */
    ASSUME(seens[0] == 0 && mosts[0] == 0);
    ASSUME_FOR_ALL(k, n,
                   seens[k + 1] == (seens[k] | heaps[k]) &&
                       mosts[k + 1] == (heaps[k] > mosts[k] ? heaps[k] : mosts[k]));
    PROVE(W(look_over)(heaps, n, &largest) == seens[n]);
    PROVE(largest == mosts[n]);
    END_IS_REACHED;
}
