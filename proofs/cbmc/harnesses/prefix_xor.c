/* SPDX-License-Identifier: MIT */
/* prefix[0] is 0 and prefix[i + 1] is prefix[i] ^ heaps[i], for every list; IN_PLACE: where heaps is prefix + 1. */
#include "harness.h"
#include "core/ranges.c"

size_t some; /* any heap */
number heap;
const number before = 0;

int main(void)
{
    size_t n;
    ASSUME(n <= ANY_LENGTH);
    number prefix[n + 1];
#ifdef IN_PLACE
    number *heaps = prefix + 1;
#else
    number heaps[n];
#endif
    ASSUME(IMPLIES(n > 0, some < n && heap == heaps[some]));
    W(nimsum_prefix_xor)(heaps, n, prefix);
    PROVE(prefix[0] == 0);
    PROVE(IMPLIES(n > 0, prefix[some + 1] == (prefix[some] ^ heap)));
    END_IS_REACHED;
}
