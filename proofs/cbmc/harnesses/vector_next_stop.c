/* SPDX-License-Identifier: MIT */
/* From any place of a text of any length on: it returns the next byte that is no digit, and the cursor is behind it; or
 * NULL, where there is none in the last whole block. vector_stops by its contract. */
#include "harness.h"
#include "digits/vector_numbers.h"
#include "digits_text.h"

int main(void)
{
    ANY_TEXT;
    ASSUME(are_left(left, first, passed, 0));
    struct vector_cursor c = {text, text + length, text + first, left};
    const char *place = vector_next_stop(&c);
    PROVE(c.begin == text && c.end == text + length);
    PROVE_NEXT(place, c, 0);
    END_IS_REACHED;
}
