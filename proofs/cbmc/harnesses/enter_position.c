/* SPDX-License-Identifier: MIT */
/* Of any search: a position is counted up to both limits and no further, and once in 1024 the caller is asked, with
 * what he gave, whether to stop. */
#include "harness.h"
#include "core/search.c"

bool stops;
unsigned asked;
char anything;

bool ask(void *cls)
{
    PROVE(cls == &anything);
    asked++;
    return stops;
}

int main(void)
{
    struct nimsum_search_limits limits;
    struct search search;
    limits.cancelled = any_truth() ? ask : NULL;
    limits.cls = &anything;
    stops = any_truth();
    asked = 0;
    search.limits = &limits;
    search.status = NIMSUM_SEARCH_OK;
    uint64_t before = search.positions;
    bool full = before >= limits.max_positions || before >= NIMSUM_SEARCH_MAX_POSITIONS;
    bool asks = !full && (before + 1) % 1024 == 0 && limits.cancelled != NULL;
    bool goes_on = enter_position(&search);
    PROVE(search.positions == before + (full ? 0 : 1));
    PROVE(asked == asks);
    PROVE(goes_on == (!full && !(asks && stops)));
    PROVE(search.status == (full              ? NIMSUM_SEARCH_TOO_LARGE
                            : (asks && stops) ? NIMSUM_SEARCH_CANCELLED
                                              : NIMSUM_SEARCH_OK));
    END_IS_REACHED;
}
