/* SPDX-License-Identifier: MIT */
/* Any number of digits: each makes ten times the value before it, plus itself. No other byte is read. */
#include "harness.h"
#include "digits/vector_numbers.h"

int main(void)
{
    size_t count;
    ASSUME(count <= ANY_LENGTH);
    char text[count];
    uint64_t chain[count + 1]; /* the values of the first 0, 1, ... digits */
    ASSUME(chain[0] == 0);
    ASSUME_FOR_ALL(k, count,
                   '0' <= text[k] && text[k] <= '9' &&
                       chain[k + 1] == chain[k] * 10 + (uint64_t)(text[k] - '0'));
    PROVE(vector_one_by_one(text, (long)count) == chain[count]);
    END_IS_REACHED;
}
