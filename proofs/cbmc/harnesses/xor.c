/* SPDX-License-Identifier: MIT */
/* The XOR of any list: chain[0] is 0, chain[k + 1] is chain[k] ^ numbers[k], and the sum is the chain's end. */
#include "harness.h"
#include "core/chalkboard.c"

size_t count;

int main(void)
{
    ASSUME(count <= ANY_LENGTH);
    number numbers[count], chain[count + 1];
    ASSUME(chain[0] == 0);
    ASSUME_FOR_ALL(k, count, chain[k + 1] == (chain[k] ^ numbers[k]));
    uint64_t sum = W(nimsum_xor)(numbers, count);
    PROVE(sum == chain[count]);
    END_IS_REACHED;
}
