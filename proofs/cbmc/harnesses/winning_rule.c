/* SPDX-License-Identifier: MIT */
/* What winning moves share, for any position. (coq: winning_moves.) */
#include "harness.h"
#include "core/winning.h"

int main(void)
{
    uint64_t nim_sum, large, heap;
    bool misere = any_truth();
    struct winning rule = winning_rule(nim_sum, misere, large);
    PROVE(rule.first_player == (misere && large == 0 ? nim_sum == 0 : nim_sum != 0));
    PROVE(rule.bit < 64);
    PROVE(rule.change == (misere && large <= 1 ? nim_sum ^ 1 : nim_sum));
    /* the bit is the nim-sum's top one; bit 0 where it has none */
    PROVE(nim_sum >> rule.bit <= 1);
    PROVE(IMPLIES(nim_sum != 0, nim_sum >> rule.bit == 1));
    PROVE(IMPLIES(nim_sum == 0, rule.bit == 0));
    /* a move takes stones: under misere play with one large heap the nim-sum is larger than 1 */
    if (rule.first_player && IMPLIES(misere && large == 1, nim_sum > 1) &&
        BIT(heap, rule.bit) != 0) {
        PROVE((heap ^ rule.change) < heap);
    }
    END_IS_REACHED;
}
