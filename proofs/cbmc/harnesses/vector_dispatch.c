/* SPDX-License-Identifier: MIT */
/* The constant forms and widths that the loops are compiled for are those asked for. The loops by stubs. */
#include "harness.h"
#include "digits/vector.c"

enum digits_form form;
bool wide;
const char *place, *end;
void *out;
size_t most, count;

size_t numbers_by_contract(enum digits_form given_form, bool given_wide, const char **p,
                           const char *given_end, void *numbers, size_t given_most)
{
    PROVE(given_form == form && given_wide == wide && p == &place && given_end == end &&
          numbers == out && given_most == most);
    return count;
}

size_t pairs_by_contract(enum digits_form given_form, const char **p, const char *given_end,
                         uint32_t *pairs, size_t given_most)
{
    PROVE(given_form == form && p == &place && given_end == end && pairs == out &&
          given_most == most);
    return count;
}

bool supported; /* what the processor says of itself */

bool __builtin_cpu_supports(const char *set)
{
    const char wanted[] = "sse4.1";
    for (size_t i = 0; i < sizeof wanted; i++) {
        PROVE(set[i] == wanted[i]);
    }
    return supported;
}

int main(void)
{
    supported = any_truth();
    wide = any_truth();
    ASSUME(form == DIGITS_JSON || form == DIGITS_TEXT);
    PROVE(read_numbers(form, wide, &place, end, out, most) == count);
    PROVE(read_pairs(form, &place, end, out, most) == count);
    const struct digits_vector *vector = digits_vector();
    PROVE((vector != NULL) == supported);
    PROVE(vector == NULL ||
          vector->read_numbers == read_numbers && vector->read_pairs == read_pairs);
    END_IS_REACHED;
}
