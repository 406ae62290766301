/* SPDX-License-Identifier: MIT */
/* From any place of a text to a ']' that PAIR_BYTES follow: a row is a '[', two numbers, and a comma; a space goes with
 * it. vector_pair by its contract. */
#include "harness.h"
#include "digits/vector.c"
#include "digits_text.h"

size_t at, end; /* of the row, its bracket */
uint64_t value;
bool is_pair;

bool pair_by_contract(const char *p, size_t size, char separator, uint64_t *both)
{
    PROVE(p == text + at + 1 && size == end - at - 1 && separator == ',');
    PROVE(size > PAIR_BYTES || __CPROVER_r_ok(p, size + 2));
    PROVE(size > PAIR_BYTES || __CPROVER_r_ok(p, PAIR_BYTES));
    *both = value;
    return is_pair;
}

int main(void)
{
    ANY_TEXT;
    uint64_t both;
    is_pair = any_truth();
    ASSUME(at <= end && end < length && length - end > PAIR_BYTES && text[end] == ']');
    const char *after = json_row(text + at, text + end, &both);
    bool is_row = text[at] == '[' && is_pair && text[end + 1] == ',';
    PROVE(after == (is_row ? text + end + (text[end + 2] == ' ' ? 3 : 2) : NULL));
    PROVE(IMPLIES(is_row, both == value));
    END_IS_REACHED;
}
