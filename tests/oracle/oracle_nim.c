/* oracle_nim.c: Nim by its rules on small heaps, and by plain loops on large ones. */
#include "oracle.h"

#include <assert.h>
#include <string.h>

enum { HEAP_SIZES = ORACLE_NIM_LARGEST + 1 };

void oracle_nim_init(struct oracle_nim *oracle, bool misere)
{
    oracle->misere = misere;
    memset(oracle->wins, -1, sizeof oracle->wins);
}

static bool play(struct oracle_nim *oracle, const unsigned *heaps)
{
    size_t name = 0;
    bool stones = false;
    for (size_t i = 0; i < ORACLE_NIM_HEAPS; i++) {
        name = name * HEAP_SIZES + heaps[i];
        stones = stones || heaps[i] > 0;
    }
    if (!stones) {
        return oracle->misere; /* the other player took the last stone */
    }
    if (oracle->wins[name] >= 0) {
        return oracle->wins[name] == 1;
    }
    bool wins = false;
    for (size_t i = 0; i < ORACLE_NIM_HEAPS; i++) {
        for (unsigned take = 1; take <= heaps[i]; take++) {
            unsigned after[ORACLE_NIM_HEAPS];
            memcpy(after, heaps, sizeof after);
            after[i] -= take;
            wins = wins || !play(oracle, after);
        }
    }
    oracle->wins[name] = wins;
    return wins;
}

bool oracle_nim_wins(struct oracle_nim *oracle, const uint64_t *heaps, size_t count)
{
    unsigned position[ORACLE_NIM_HEAPS] = {0}; /* heaps that are not there have no moves */
    assert(count <= ORACLE_NIM_HEAPS);
    for (size_t i = 0; i < count; i++) {
        assert(heaps[i] <= ORACLE_NIM_LARGEST);
        position[i] = (unsigned)heaps[i];
    }
    return play(oracle, position);
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
