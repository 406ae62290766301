/* SPDX-License-Identifier: MIT */
/* moves_fixture.h: a fixture's bit planes, asked in both widths at once.
 *
 * Workspaces are heap blocks of exactly their size, filled with rubbish first. Whatever fits 32
 * bits is asked in both widths, which must agree. Failures fail the running test.
 */
#ifndef NIMSUM_MOVES_FIXTURE_H
#define NIMSUM_MOVES_FIXTURE_H

#include <nimsum/moves.h>

#include "ranges_fixture.h"

struct planes {
    const struct fixture *f; /* borrowed */
    struct nimsum_moves wide, narrow;
    void *wide_workspace, *narrow_workspace;
};

void planes_init(struct planes *planes, const struct fixture *f, bool with_counts);
void planes_free(struct planes *planes);

/* Ask for the moves of queries first..m-1, and for their counts unless counts is NULL. Returns how
 * many were answered; items of a query that was not are left alone. */
size_t ask(const struct planes *planes, size_t first, size_t m, struct nimsum_move *moves,
           uint32_t *counts);

/* The answer to query i is right: the move is the first one that wins, playing it leaves a lost
 * position, and a plain scan of the heaps counts as many. O(heaps). */
void compare_query(const struct fixture *f, size_t i, struct nimsum_move move, uint32_t count);

#endif
