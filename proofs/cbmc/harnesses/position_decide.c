/* SPDX-License-Identifier: MIT */
/* Any number of heaps: the blocks are all the heaps, once and in order; the moves are looked for where the first
 * player wins, by the rule of the whole. The blocks' functions by their contracts, which here are only which heaps. */
#include "harness.h"
#include "core/position.c"

const number *all;
size_t count, added, searched;
struct winning expected;

void add_up_by_contract(const number *heaps, size_t n, struct nimsum_position_verdict *verdict,
                        struct sum *stones)
{
    uint64_t nim_sum, high, low;
    size_t large;
    PROVE(heaps == all + added && n >= 1 && n <= BLOCK && n <= count - added && searched == 0);
    added += n;
    verdict->nim_sum = nim_sum;
    verdict->large_heaps = large;
    stones->high = high;
    stones->low = low;
}

void look_for_moves_by_contract(const number *heaps, size_t n, const struct winning *rule,
                                struct nimsum_position_verdict *verdict, uint64_t *most_taken)
{
    size_t moves;
    uint64_t most;
    struct winning same = verdict_rule(verdict);
    PROVE(heaps == all + searched && n >= 1 && n <= BLOCK && n <= count - searched &&
          added == count);
    PROVE(rule->first_player && rule->bit == same.bit && rule->change == same.change);
    searched += n;
    verdict->winning_move_count = moves;
    *most_taken = most;
}

void set_remoteness_by_contract(struct nimsum_position_verdict *verdict, struct sum stones,
                                uint64_t most_taken)
{
    PROVE(added == count && searched == (verdict->first_player_wins ? count : 0));
    verdict->remoteness_known = true;
    verdict->remoteness = most_taken;
}

int main(void)
{
    ASSUME(count <= ANY_LENGTH && added == 0 && searched == 0);
    number heaps[count];
    all = heaps;
    enum nimsum_convention convention = any_truth() ? NIMSUM_MISERE : NIMSUM_NORMAL;
    struct nimsum_position_verdict verdict = W(nimsum_position_decide)(heaps, count, convention);
    PROVE(verdict.convention == convention && verdict.remoteness_known);
    PROVE(verdict.first_player_wins == verdict_rule(&verdict).first_player);
    PROVE(IMPLIES(count == 0, verdict.nim_sum == 0 && verdict.large_heaps == 0));
    END_IS_REACHED;
}
