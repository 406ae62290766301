/* SPDX-License-Identifier: MIT */
/* From any place of a text of any length on: it returns the next mark, with PAIR_BYTES behind its block, and is behind
 * it; or NULL, where there is none in the last such block. vector_marks by its contract. */
#include "harness.h"
#include "digits/vector_pairs.h"
#include "digits_text.h"

char mark;

uint64_t marks_by_contract(const char *at, char given)
{
    PROVE(given == mark);
    return places_by_contract(at);
}

int main(void)
{
    ANY_TEXT;
    ASSUME(are_left(left, first, passed, PAIR_BYTES));
    struct vector_rows rows = {text + length, text + first, left, mark};
    const char *place = vector_next_row(&rows);
    PROVE(rows.end == text + length && rows.mark == mark);
    PROVE_NEXT(place, rows, PAIR_BYTES);
    END_IS_REACHED;
}
