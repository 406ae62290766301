/* SPDX-License-Identifier: MIT */
/* oracle_nim.c: Nim by its rules on small heaps, and by plain loops on large ones. */
#include "oracle.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { HEAP_SIZES = ORACLE_NIM_LARGEST + 1 };

void oracle_nim_init(struct oracle_nim *oracle, bool misere)
{
    memset(oracle, 0, sizeof *oracle);
    oracle->misere = misere;
}

static struct oracle_outcome play(struct oracle_nim *oracle, const unsigned *heaps)
{
    size_t name = 0;
    for (size_t i = 0; i < ORACLE_NIM_HEAPS; i++) {
        name = name * HEAP_SIZES + heaps[i];
    }
    if (oracle->outcomes[name].known) {
        return oracle->outcomes[name];
    }
    bool moves = false;
    unsigned soonest_win = UINT_MAX, latest_loss = 0;
    for (size_t i = 0; i < ORACLE_NIM_HEAPS; i++) {
        for (unsigned take = 1; take <= heaps[i]; take++) {
            unsigned after[ORACLE_NIM_HEAPS];
            memcpy(after, heaps, sizeof after);
            after[i] -= take;
            struct oracle_outcome reply = play(oracle, after);
            moves = true;
            if (!reply.wins && reply.remoteness + 1U < soonest_win) {
                soonest_win = reply.remoteness + 1U;
            }
            if (reply.wins && reply.remoteness + 1U > latest_loss) {
                latest_loss = reply.remoteness + 1U;
            }
        }
    }
    struct oracle_outcome outcome = {.known = true};
    if (!moves) {
        outcome.wins = oracle->misere; /* the other player took the last stone */
    } else {
        outcome.wins = soonest_win != UINT_MAX;
        outcome.remoteness = (unsigned char)(outcome.wins ? soonest_win : latest_loss);
    }
    oracle->outcomes[name] = outcome;
    return outcome;
}

struct oracle_outcome oracle_nim_outcome(struct oracle_nim *oracle, const uint64_t *heaps,
                                         size_t count)
{
    unsigned position[ORACLE_NIM_HEAPS] = {0}; /* heaps that are not there have no moves */
    assert(count <= ORACLE_NIM_HEAPS);
    for (size_t i = 0; i < count; i++) {
        assert(heaps[i] <= ORACLE_NIM_LARGEST);
        position[i] = (unsigned)heaps[i];
    }
    return play(oracle, position);
}

bool oracle_nim_wins(struct oracle_nim *oracle, const uint64_t *heaps, size_t count)
{
    return oracle_nim_outcome(oracle, heaps, count).wins;
}

bool oracle_nim_move_wins(struct oracle_nim *oracle, const uint64_t *heaps, size_t count,
                          size_t heap, uint64_t take)
{
    uint64_t after[ORACLE_NIM_HEAPS];
    assert(count <= ORACLE_NIM_HEAPS && heap < count && take >= 1 && take <= heaps[heap]);
    memcpy(after, heaps, count * sizeof *after);
    after[heap] -= take;
    return !oracle_nim_wins(oracle, after, count);
}

uint64_t oracle_range_xor(const uint64_t *heaps, size_t begin, size_t last)
{
    uint64_t sum = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        unsigned ones = 0;
        for (size_t i = begin; i <= last; i++) {
            ones += (unsigned)(heaps[i] >> bit & 1);
        }
        sum |= (uint64_t)(ones % 2) << bit;
    }
    return sum;
}

bool oracle_range_first_wins(const uint64_t *heaps, size_t begin, size_t last, bool misere)
{
    uint64_t sum = 0;
    bool only_single_stones = true;
    for (size_t i = begin; i <= last; i++) {
        sum ^= heaps[i];
        if (heaps[i] > 1) {
            only_single_stones = false;
        }
    }
    if (misere && only_single_stones) {
        return sum == 0;
    }
    return sum != 0;
}
