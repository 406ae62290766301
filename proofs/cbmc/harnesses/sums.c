/* SPDX-License-Identifier: MIT */
/* Adding to a sum of two words, and taking away, modulo 2^128. */
#include "harness.h"
#include "core/position.c"

static unsigned __int128 whole(struct sum sum)
{
    return (unsigned __int128)sum.high << 64 | sum.low;
}

int main(void)
{
    struct sum sum;
    uint64_t x;
    unsigned __int128 before = whole(sum);
    struct sum more = sum, less = sum;
    sum_add(&more, x);
    sum_subtract(&less, x);
    PROVE(whole(more) == before + x);
    PROVE(whole(less) == before - x);
    END_IS_REACHED;
}
