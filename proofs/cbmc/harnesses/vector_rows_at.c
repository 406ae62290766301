/* SPDX-License-Identifier: MIT */
/* At any byte of a text of any length: all marks of its block are left, where PAIR_BYTES follow that. vector_marks by
 * its contract. */
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
    size_t at;
    ASSUME(at <= length);
    struct vector_rows rows = vector_rows_at(text + at, text + length, mark);
    PROVE(rows.block == text + at && rows.end == text + length && rows.mark == mark);
    PROVE(are_left(rows.rest, at, at, PAIR_BYTES));
    END_IS_REACHED;
}
