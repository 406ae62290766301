/* SPDX-License-Identifier: MIT */
/* prefix[i] is prefix[i - 1] ^ heaps[i], and previous ^ heaps[0] first, for every list; IN_PLACE: where the
 * prefixes take the heaps' place, too. */
#include "harness.h"
#include "core/ranges.c"

size_t some; /* any heap */
number heap, before;

int main(void)
{
    size_t n;
    number previous;
    ASSUME(n <= ANY_LENGTH);
    number heaps[n];
    before = previous;
#ifdef IN_PLACE
    number *prefix = heaps;
#else
    number prefix[n];
#endif
    ASSUME(IMPLIES(n > 0, some < n && heap == heaps[some]));
    number last = W(nimsum_prefix_xor_step)(heaps, n, previous, prefix);
    if (n > 0) {
        PROVE(prefix[some] == ((some > 0 ? prefix[some - 1] : previous) ^ heap));
        PROVE(last == prefix[n - 1]);
    } else {
        PROVE(last == previous);
    }
    END_IS_REACHED;
}
