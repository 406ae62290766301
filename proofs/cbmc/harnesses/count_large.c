/* SPDX-License-Identifier: MIT */
/* large[i + 1] is large[i] and one more where heap i is larger than 1, for every list. */
#include "harness.h"
#include "core/ranges.c"

size_t some; /* any heap */
number heap;

int main(void)
{
    size_t n;
    ASSUME(n <= UINT32_MAX);
    number heaps[n];
    uint32_t large[n + 1];
    ASSUME(some < n && heap == heaps[some]);
    W(nimsum_count_large)(heaps, n, large);
    PROVE(large[0] == 0);
    PROVE(large[some + 1] == large[some] + (heap > 1));
    PROVE(heaps[some] == heap);
    END_IS_REACHED;
}
