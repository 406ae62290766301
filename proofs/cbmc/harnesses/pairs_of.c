/* SPDX-License-Identifier: MIT */
/* A text of any length, from any byte on, and any number of rows: gaps alone are passed before the first; each that is
 * stored is the one that json_row or text_row read between the end of the row before and a mark; the next one begins
 * where they say, and so does what is left where it stops. The places of marks and both rows by their contracts. */
#include "harness.h"
#include "digits/vector.c"
#include "digits_text.h"

enum digits_form form;
bool gap;            /* byte some may stand before an element */
size_t begin, row;   /* where the call begins; where the present row does */
size_t taken, one;   /* how many rows were; any of them */
uint64_t both_of_it; /* its two numbers */
const char *place;

struct vector_rows rows_by_contract(const char *p, const char *end, char mark)
{
    struct vector_rows rows;
    PROVE(__CPROVER_same_object(p, text) && end == text + length);
    PROVE(mark == (form == DIGITS_JSON ? ']' : '\n'));
    row = (size_t)(p - text);
    PROVE(begin <= row && row <= length);
    PROVE(IMPLIES(begin <= some && some < row, gap));
    passed = row;
    return rows;
}

const char *next_row_by_contract(struct vector_rows *rows)
{
    size_t at;
    if (any_truth()) {
        return NULL;
    }
    ASSUME(passed <= at && at < length && length - at > PAIR_BYTES);
    ASSUME(text[at] == (form == DIGITS_JSON ? ']' : '\n'));
    passed = at + 1;
    return text + at;
}

static const char *read_row(const char *p, const char *mark, size_t behind, uint64_t *both)
{
    uint64_t any;
    PROVE(p == text + row && mark == text + passed - 1 && p <= mark);
    if (any_truth()) {
        return NULL;
    }
    if (taken == one) {
        both_of_it = any;
    }
    taken++;
    row = passed + behind;
    *both = any;
    return text + row;
}

const char *json_row_by_contract(const char *p, const char *close, uint64_t *both)
{
    PROVE(form == DIGITS_JSON);
    return close[1] == ',' ? read_row(p, close, close[2] == ' ' ? 2 : 1, both) : NULL;
}

const char *text_row_by_contract(const char *p, const char *line_end, uint64_t *both)
{
    PROVE(form == DIGITS_TEXT);
    return read_row(p, line_end, 0, both);
}

void *copy_by_contract(void *to, const void *from, size_t size)
{
    PROVE(size == sizeof(uint64_t));
    ((uint32_t *)to)[0] = (uint32_t) * (const uint64_t *)from;
    ((uint32_t *)to)[1] = (uint32_t)(*(const uint64_t *)from >> 32);
    return to;
}

int main(void)
{
    ANY_TEXT;
    size_t most;
    ASSUME(begin <= length && most <= ANY_LENGTH && one < most);
    ASSUME(form == DIGITS_JSON || form == DIGITS_TEXT);
    ASSUME(gap == GAP(form, text[some]));
    uint32_t stored[2 * most];
    taken = 0;
    place = text + begin;
    size_t count = pairs_of(form, &place, text + length, stored, most);
    PROVE(count == taken && count <= most && place == text + (count > 0 ? row : begin));
    PROVE(IMPLIES(one < count, stored[2 * one] == (uint32_t)both_of_it &&
                                   stored[2 * one + 1] == both_of_it >> 32));
    END_IS_REACHED;
}
