/* SPDX-License-Identifier: MIT */
/* moves_fixture.c: see moves_fixture.h. */
#include "moves_fixture.h"

#include "oracle.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void *rubbish(size_t bytes)
{
    return memset(allocate(bytes, 1), 0xA5, bytes);
}

void planes_init(struct planes *planes, const struct fixture *f, bool with_counts)
{
    *planes = (struct planes){.f = f};
    planes->wide = nimsum_moves_plan_u64(&f->game_64, with_counts);
    planes->wide_workspace = rubbish(planes->wide.workspace_bytes);
    nimsum_moves_prepare_u64(&f->game_64, &planes->wide, planes->wide_workspace);
    if (f->fits_32) {
        planes->narrow = nimsum_moves_plan_u32(&f->game_32, with_counts);
        planes->narrow_workspace = rubbish(planes->narrow.workspace_bytes);
        nimsum_moves_prepare_u32(&f->game_32, &planes->narrow, planes->narrow_workspace);
    }
}

void planes_free(struct planes *planes)
{
    free(planes->wide_workspace);
    free(planes->narrow_workspace);
}

/* The narrow functions give what the wide ones gave. */
static void compare_widths(const struct planes *planes, size_t first, size_t answered, size_t m,
                           const struct nimsum_move *moves, const uint32_t *counts)
{
    const struct fixture *f = planes->f;
    struct nimsum_move *twins = allocate(m - first, sizeof *twins);
    uint32_t *twin_counts = allocate(m - first, sizeof *twin_counts);
    bool same = nimsum_range_moves_u32(&f->game_32, &planes->narrow, f->queries_32, first, m,
                                       twins) == answered;
    if (counts != NULL) {
        same = same && nimsum_range_move_counts_u32(&f->game_32, &planes->narrow, f->queries_32,
                                                    first, m, twin_counts) == answered;
    }
    for (size_t i = 0; same && i < answered - first; i++) {
        same = twins[i].heap == moves[i].heap && twins[i].take == moves[i].take &&
               (counts == NULL || twin_counts[i] == counts[i]);
    }
    ck_assert_msg(same, "queries %zu..%zu: the widths differ", first, m);
    free(twins);
    free(twin_counts);
}

size_t ask(const struct planes *planes, size_t first, size_t m, struct nimsum_move *moves,
           uint32_t *counts)
{
    const struct fixture *f = planes->f;
    size_t answered = nimsum_range_moves_u64(&f->game_64, &planes->wide, f->queries_64, first, m,
                                             moves);
    if (counts != NULL) {
        ck_assert_uint_eq(nimsum_range_move_counts_u64(&f->game_64, &planes->wide, f->queries_64,
                                                       first, m, counts),
                          answered);
    }
    if (f->fits_32) {
        compare_widths(planes, first, answered, m, moves, counts);
    }
    return answered;
}

/* The winning moves on the heaps begin..last, by cases, heap by heap; *first: the heap of the first
 * one. */
static size_t scan(const struct fixture *f, size_t begin, size_t last, size_t *first)
{
    uint64_t nim_sum = oracle_range_xor(f->heaps, begin, last);
    size_t large = 0, found = 0;
    for (size_t i = begin; i <= last; i++) {
        large += f->heaps[i] > 1;
    }
    for (size_t i = last + 1; i > begin; i--) {
        uint64_t heap = f->heaps[i - 1];
        bool wins = (heap ^ nim_sum) < heap;
        if (f->misere && large == 1) {
            wins = heap > 1; /* it alone can change the parity of the heaps of 1 */
        } else if (f->misere && large == 0) {
            wins = nim_sum == 0 && heap == 1;
        }
        if (wins) {
            *first = i - 1;
            found++;
        }
    }
    return found;
}

void compare_query(const struct fixture *f, size_t i, struct nimsum_move move, uint32_t count)
{
    size_t begin = (size_t)f->queries_64[2 * i] - f->base;
    size_t last = (size_t)f->queries_64[2 * i + 1] - f->base;
    size_t first = 0, found = scan(f, begin, last, &first);
    ck_assert_msg(count == found, "heaps %zu..%zu: %" PRIu32 " moves, not %zu", begin, last, count,
                  found);
    if (found == 0) {
        ck_assert_msg(move.take == 0 && move.heap == 0, "heaps %zu..%zu: no move", begin, last);
        return;
    }
    if (move.heap != first + f->base || move.take < 1 || move.take > f->heaps[first]) {
        ck_abort_msg("heaps %zu..%zu: %" PRIu64 " from heap %zu, not from %zu", begin, last,
                     move.take, move.heap, first + f->base);
    }
    f->heaps[first] -= move.take;
    bool opponent_wins = oracle_range_first_wins(f->heaps, begin, last, f->misere);
    f->heaps[first] += move.take;
    ck_assert_msg(!opponent_wins, "heaps %zu..%zu: %" PRIu64 " from heap %zu loses", begin, last,
                  move.take, move.heap);
}
