/* SPDX-License-Identifier: MIT */
/* The rule of a verdict is that of its nim-sum, convention and large heaps. */
#include "harness.h"
#include "core/position.c"

int main(void)
{
    struct nimsum_position_verdict verdict;
    bool misere = any_truth();
    verdict.convention = misere ? NIMSUM_MISERE : NIMSUM_NORMAL;
    struct winning rule = verdict_rule(&verdict);
    struct winning same = winning_rule(verdict.nim_sum, misere, verdict.large_heaps);
    PROVE(rule.first_player == same.first_player && rule.bit == same.bit &&
          rule.change == same.change);
    END_IS_REACHED;
}
