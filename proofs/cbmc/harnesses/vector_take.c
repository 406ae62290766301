/* SPDX-License-Identifier: MIT */
/* Between any two places of a text of any length, with digits between them: taken is what has 1 to 16 digits, no
 * leading zero, and a value up to the maximum. vector_digits_before and vector_one_by_one by their contracts. */
#include "harness.h"
#include "digits/vector_numbers.h"

const char *start, *stop;
long count;
uint64_t number_there; /* what the digits say */

uint64_t before_by_contract(const char *end, long given)
{
    PROVE(end == stop && given == count && 1 <= given && given <= VECTOR_DIGITS);
    PROVE(__CPROVER_r_ok(end - VECTOR_DIGITS, VECTOR_DIGITS));
    return number_there;
}

uint64_t one_by_one_by_contract(const char *begin, long given)
{
    PROVE(begin == start && given == count && 1 <= given && given <= VECTOR_DIGITS);
    return number_there;
}

int main(void)
{
    size_t length, at, end;
    uint64_t maximum, value;
    ASSUME(length <= ANY_LENGTH && at <= end && end < length);
    char text[length];
    struct vector_cursor c = {.begin = text, .end = text + length};
    start = text + at;
    stop = text + end;
    count = stop - start;
    bool taken = vector_take(&c, start, stop, maximum, &value);
    PROVE(taken == (1 <= count && count <= VECTOR_DIGITS && (*start != '0' || count == 1) &&
                    number_there <= maximum));
    PROVE(IMPLIES(taken, value == number_there));
    END_IS_REACHED;
}
