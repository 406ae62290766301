/* SPDX-License-Identifier: MIT */
/* Bit j of row i becomes bit i of row j, in the low halves of the rows and in the high ones, for all 2^2048 inputs. */
#include "harness.h"
#include "core/moves.c"

int main(void)
{
    uint64_t rows[HALF], old[HALF];
    unsigned i, j;
    ASSUME(i < HALF && j < HALF);
    for (unsigned k = 0; k < HALF; k++) {
        old[k] = rows[k];
    }
    turn(rows);
    PROVE(BIT(rows[j], i) == BIT(old[i], j));
    PROVE(BIT(rows[j], HALF + i) == BIT(old[i], HALF + j));
    END_IS_REACHED;
}
