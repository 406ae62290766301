/* SPDX-License-Identifier: MIT */
/* Bit i is set exactly where byte i is no digit, whatever the 64 bytes are; no other byte is read. */
#include "harness.h"
#include "digits/vector_numbers.h"

int main(void)
{
    char text[VECTOR_BLOCK_BYTES];
    unsigned i;
    ASSUME(i < VECTOR_BLOCK_BYTES);
    PROVE(BIT(vector_stops(text), i) == (text[i] < '0' || text[i] > '9'));
    END_IS_REACHED;
}
