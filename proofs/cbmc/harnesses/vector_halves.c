/* SPDX-License-Identifier: MIT */
/* The half that begins at byte FIRST is the number of its own eight digits, whatever the other eight bytes are. */
#include "harness.h"
#include "digits/vector_numbers.h"

int main(void)
{
    __m128i v;
    const uint8_t *d = v.byte + FIRST;
    for (unsigned i = 0; i < 8; i++) {
        ASSUME(d[i] <= 9);
    }
    uint32_t half = (uint32_t)(vector_halves(v) >> 4 * FIRST);
    uint32_t upper = (d[0] * 10 + d[1]) * 100U + (d[2] * 10 + d[3]);
    uint32_t lower = (d[4] * 10 + d[5]) * 100U + (d[6] * 10 + d[7]);
    PROVE(half == upper * 10000 + lower);
    END_IS_REACHED;
}
