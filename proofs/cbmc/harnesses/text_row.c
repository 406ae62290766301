/* SPDX-License-Identifier: MIT */
/* From any place of a text to the end of its line, which PAIR_BYTES follow: a row is two numbers, with one more white
 * space at most. vector_pair by its contract. */
#include "harness.h"
#include "digits/vector.c"
#include "digits_text.h"

size_t at, end; /* of the row, and of its line */
uint64_t value;
bool is_pair;

bool pair_by_contract(const char *p, size_t size, char separator, uint64_t *both)
{
    size_t space = at < end && SPACE(text[end - 1]);
    PROVE(p == text + at && size == end - at - space && separator == ' ');
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
    ASSUME(at <= end && end < length && length - end > PAIR_BYTES);
    const char *after = text_row(text + at, text + end, &both);
    PROVE(after == (is_pair ? text + end + 1 : NULL));
    PROVE(IMPLIES(is_pair, both == value));
    END_IS_REACHED;
}
