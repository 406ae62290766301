/* SPDX-License-Identifier: MIT */
/* A cursor at any byte of a text of any length: all that is no digit in its block is left. vector_stops by its
 * contract. */
#include "harness.h"
#include "digits/vector_numbers.h"
#include "digits_text.h"

int main(void)
{
    ANY_TEXT;
    size_t at;
    ASSUME(at <= length);
    struct vector_cursor c = vector_cursor_at(text + at, text + length);
    PROVE(c.begin == text + at && c.block == text + at && c.end == text + length);
    PROVE(are_left(c.rest, at, at, 0));
    END_IS_REACHED;
}
