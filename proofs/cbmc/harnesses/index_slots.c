/* SPDX-License-Identifier: MIT */
/* For any room: a power of two, at least two slots for each board, and not twice as many as that. */
#include "harness.h"
#include "core/search.c"

int main(void)
{
    size_t room;
    ASSUME(room <= NIMSUM_SEARCH_MAX_POSITIONS);
    size_t slots = index_slots(room);
    PROVE((slots & (slots - 1)) == 0 && slots >= 2 * room);
    PROVE(slots == (size_t)1 << FIRST_INDEX_LOG || slots < 4 * room);
    END_IS_REACHED;
}
