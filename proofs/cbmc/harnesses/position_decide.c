/* SPDX-License-Identifier: MIT */
/* Any number of heaps: the blocks are all the heaps, once and in order, each goes on from what the ones before have
 * come to, and that is what the verdict and the remoteness are made of; the moves are looked for where the first player
 * wins, by the rule of the whole. The blocks' functions by their contracts, which here are only which heaps. */
#include "harness.h"
#include "core/position.c"

const number *all;
size_t count, added, searched;
struct {
    uint64_t nim_sum, most;
    size_t large, moves;
    struct sum stones;
} so_far;

void add_up_by_contract(const number *heaps, size_t n, struct nimsum_position_verdict *verdict,
                        struct sum *stones)
{
    uint64_t nim_sum;
    size_t large;
    struct sum sum;
    PROVE(heaps == all + added && n >= 1 && n <= BLOCK && n <= count - added && searched == 0);
    PROVE(verdict->nim_sum == so_far.nim_sum && verdict->large_heaps == so_far.large);
    PROVE(stones->high == so_far.stones.high && stones->low == so_far.stones.low);
    added += n;
    verdict->nim_sum = so_far.nim_sum = nim_sum;
    verdict->large_heaps = so_far.large = large;
    *stones = so_far.stones = sum;
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
    PROVE(verdict->winning_move_count == so_far.moves && *most_taken == so_far.most);
    searched += n;
    verdict->winning_move_count = so_far.moves = moves;
    *most_taken = so_far.most = most;
}

uint64_t remoteness; /* any */

void set_remoteness_by_contract(struct nimsum_position_verdict *verdict, struct sum stones,
                                uint64_t most_taken)
{
    PROVE(added == count && searched == (verdict->first_player_wins ? count : 0));
    PROVE(stones.high == so_far.stones.high && stones.low == so_far.stones.low);
    PROVE(most_taken == so_far.most);
    verdict->remoteness_known = true;
    verdict->remoteness = remoteness;
}

int main(void)
{
    ASSUME(count <= ANY_LENGTH && added == 0 && searched == 0);
    ASSUME(so_far.nim_sum == 0 && so_far.most == 0 && so_far.large == 0 && so_far.moves == 0);
    ASSUME(so_far.stones.high == 0 && so_far.stones.low == 0);
    number heaps[count];
    all = heaps;
    enum nimsum_convention convention = any_truth() ? NIMSUM_MISERE : NIMSUM_NORMAL;
    struct nimsum_position_verdict verdict = W(nimsum_position_decide)(heaps, count, convention);
    PROVE(verdict.convention == convention);
    PROVE(verdict.nim_sum == so_far.nim_sum && verdict.large_heaps == so_far.large);
    PROVE(verdict.first_player_wins == verdict_rule(&verdict).first_player);
    PROVE(verdict.winning_move_count == so_far.moves);
    PROVE(verdict.remoteness_known && verdict.remoteness == remoteness);
    PROVE(IMPLIES(count == 0, verdict.nim_sum == 0 && verdict.large_heaps == 0));
    END_IS_REACHED;
}
