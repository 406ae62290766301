/* SPDX-License-Identifier: MIT */
/* Of any list: no heap is larger than the largest, and no heap holds a bit that was not
 * seen. */
#include "harness.h"
#include "core/array.c"

size_t some; /* any heap */

int main(void)
{
    size_t n;
    ASSUME(n <= ANY_LENGTH && (n == 0 || some < n));
    number heaps[n], largest;
    number seen = W(look_over)(heaps, n, &largest);
    PROVE(IMPLIES(n > 0, (heaps[some] & ~seen) == 0 && heaps[some] <= largest));
    PROVE((largest & ~seen) == 0 || n > 0);
    PROVE(IMPLIES(n == 0, seen == 0 && largest == 0));
    END_IS_REACHED;
}
