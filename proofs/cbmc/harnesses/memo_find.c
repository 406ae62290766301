/* SPDX-License-Identifier: MIT */
/* A board that has a slot has the outcome that was listed under its number; one whose slot is free is unknown.
 * memo_slot by its contract. */
#include "harness.h"
#include "core/search.c"

uint32_t slot;
uint64_t wanted;

uint32_t *slot_by_contract(const struct memo *memo, uint64_t name)
{
    PROVE(name == wanted);
    return &slot;
}

int main(void)
{
    struct memo memo;
    ASSUME(memo.size <= NIMSUM_SEARCH_MAX_POSITIONS && slot <= memo.size);
    uint8_t outcomes[memo.size];
    memo.outcomes = outcomes;
    PROVE(memo_find(&memo, wanted) == (slot == 0 ? UNKNOWN : outcomes[slot - 1]));
    END_IS_REACHED;
}
