/* SPDX-License-Identifier: MIT */
/* Bit i is set exactly where byte i is the mark, whatever the mark and the 64 bytes are; no other byte is read. */
#include "harness.h"
#include "digits/vector_pairs.h"

int main(void)
{
    char text[VECTOR_BLOCK_BYTES], mark;
    unsigned i;
    ASSUME(i < VECTOR_BLOCK_BYTES);
    PROVE(BIT(vector_marks(text, mark), i) == (text[i] == mark));
    END_IS_REACHED;
}
