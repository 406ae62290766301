/* SPDX-License-Identifier: MIT */
/* The moves of any list, from any heap on, into any room: each is a heap that holds the bit, with what it takes;
 * they are in order, none is left out, and the next call goes on where this one ended. */
#include "harness.h"
#include "core/position.c"

size_t from, some, one; /* where the call begins; any heap; any move */
struct winning rule_;

int main(void)
{
    struct nimsum_position_verdict verdict;
    size_t count, capacity;
    verdict.convention = any_truth() ? NIMSUM_MISERE : NIMSUM_NORMAL;
    ASSUME(count <= ANY_LENGTH && capacity <= ANY_LENGTH && from <= count &&
           verdict.nim_sum <= (number)-1);
    ASSUME(some < count);
    number heaps[count];
    struct nimsum_move moves[capacity];
    struct winning rule = rule_ = verdict_rule(&verdict);
    size_t next = from;
    size_t written = W(nimsum_position_moves)(&verdict, heaps, count, &next, moves, capacity);
    bool holds = BIT(heaps[some], rule.bit) != 0,
         passed = rule.first_player && from <= some && some < next;
    PROVE(written <= capacity && next <= count);
    PROVE(rule.first_player ? from <= next : next == count && written == 0);
    if (one < written) {
        size_t heap = moves[one].heap;
        PROVE(rule.first_player && from <= heap && heap < next && BIT(heaps[heap], rule.bit) != 0);
        PROVE(moves[one].take == (uint64_t)(heaps[heap] - (heaps[heap] ^ rule.change)));
        /* no holder stands before the first, between two, or after the last */
        PROVE(IMPLIES(one > 0, moves[one - 1].heap < heap));
        PROVE(IMPLIES(passed && holds && one > 0, some <= moves[one - 1].heap || some >= heap));
        PROVE(IMPLIES(passed && holds && one == 0, some >= heap));
        PROVE(IMPLIES(passed && holds && one == written - 1, some <= heap));
    }
    PROVE(IMPLIES(passed && holds, written > 0));
    PROVE(IMPLIES(next < count,
                  written == capacity && (capacity == 0 || BIT(heaps[next], rule.bit) != 0)));
    END_IS_REACHED;
}
