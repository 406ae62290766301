/* SPDX-License-Identifier: MIT */
/* Of the sixteen bytes before the end, and it reads no others, the last count go into the register as digits, and
 * zeros before them; the number is made of both halves. vector_halves by its contract. */
#include "harness.h"
#include "digits/vector_numbers.h"

char text[VECTOR_DIGITS];
long count;
unsigned i; /* any byte of the register */
uint64_t value;

uint64_t halves_by_contract(__m128i v)
{
    uint32_t first, second;
    PROVE(v.byte[i] == (i < VECTOR_DIGITS - count ? 0 : text[i] - '0'));
    ASSUME(first < 100000000 && second < 100000000);
#ifdef REACH
    ASSUME(first < 2 && second < 2);
#endif
    value = first * UINT64_C(100000000) + second;
    return (uint64_t)second << 32 | first;
}

int main(void)
{
    ASSUME(1 <= count && count <= VECTOR_DIGITS && i < VECTOR_DIGITS);
    ASSUME('0' <= text[i] && text[i] <= '9');
    PROVE(vector_digits_before(text + VECTOR_DIGITS, count) == value);
    END_IS_REACHED;
}
