/* SPDX-License-Identifier: MIT */
/* A text of any length, from any byte on, and any number of numbers: each that is stored is the one that vector_take
 * took between two places with digits alone between them, gaps alone before them, and an end behind them; the next one
 * begins behind that, and so does what is left where it stops. The cursor and vector_take by their contracts. */
#include "harness.h"
#include "digits/vector.c"
#include "digits_text.h"

enum digits_form form;
bool gap;              /* byte some may stand before an element */
size_t begin, element; /* where the call begins; where the present element does */
size_t taken, one;     /* how many elements were; any of them */
number one_value;      /* its value */

struct vector_cursor cursor_by_contract(const char *p, const char *end)
{
    struct vector_cursor c;
    PROVE(p == text + begin && end == text + length);
    ASSUME(c.begin == p);
    passed = begin;
    return c;
}

const char *next_stop_by_contract(struct vector_cursor *c)
{
    size_t at;
    if (any_truth()) {
        return NULL;
    }
    ASSUME(passed <= at && at < length);
    ASSUME(IMPLIES(passed <= some && some < at, !sought) && IMPLIES(some == at, sought));
    passed = at + 1;
    return text + at;
}

bool take_by_contract(const struct vector_cursor *c, const char *start, const char *end,
                      uint64_t maximum, uint64_t *value)
{
    number any;
    PROVE(c->begin == text + begin && maximum == (BITS == 64 ? INT64_MAX : UINT32_MAX));
    PROVE(__CPROVER_same_object(start, text) && __CPROVER_same_object(end, text));
    size_t from = (size_t)(start - text), to = (size_t)(end - text);
    PROVE(element <= from && from <= to && to < length);
    PROVE(IMPLIES(element <= some && some < from, gap));
    PROVE(IMPLIES(from <= some && some < to, !STOP(text[some])));
    PROVE(ENDS(form, text[to]));
    if (any_truth()) {
        return false;
    }
    if (taken == one) {
        one_value = any;
    }
    taken++;
    element = to + 1;
    *value = any;
    return true;
}

const char *place;

int main(void)
{
    ANY_TEXT;
    size_t most;
    ASSUME(begin <= length && most <= ANY_LENGTH);
    ASSUME(form == DIGITS_JSON || form == DIGITS_TEXT);
    ASSUME(gap == GAP(form, text[some]));
    ASSUME(sought == STOP(text[some]));
    number stored[most];
    taken = 0;
    element = begin;
    place = text + begin;
    size_t count = numbers_of(form, BITS == 64, &place, text + length, stored, most);
    PROVE(count == taken && count <= most && place == text + element);
    PROVE(IMPLIES(one < count, stored[one] == one_value));
    END_IS_REACHED;
}
