/* SPDX-License-Identifier: MIT */
/* oracle_chalkboard.c: the chalkboard game by its rules. */
#include "oracle.h"

#include <assert.h>

enum { MOST_NUMBERS = 9 };

static bool is_zero(const uint64_t *numbers, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum ^= numbers[i];
    }
    return sum == 0;
}

bool oracle_chalkboard_erasure_wins(const uint64_t *numbers, size_t count, size_t erased)
{
    assert(count <= MOST_NUMBERS);
    uint64_t rest[MOST_NUMBERS];
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        if (i != erased) {
            rest[size++] = numbers[i];
        }
    }
    if (is_zero(rest, size)) {
        return false; /* who makes the XOR 0 loses */
    }
    return !oracle_chalkboard_wins(rest, size);
}

bool oracle_chalkboard_wins(const uint64_t *numbers, size_t count)
{
    if (is_zero(numbers, count)) {
        return true; /* who begins a turn with XOR 0 wins */
    }
    for (size_t i = 0; i < count; i++) {
        if (oracle_chalkboard_erasure_wins(numbers, count, i)) {
            return true;
        }
    }
    return false;
}
