/* SPDX-License-Identifier: MIT */
/* nimsum/chalkboard.h: the chalkboard XOR game, decided by its theorem.
 *
 * Numbers stand on a board. Alice and Bob in turn erase one number, Alice first. A player who
 * begins a turn with XOR 0 wins at once (the empty board has XOR 0), so an erasure that leaves XOR
 * 0 loses. Alice wins exactly when the XOR is 0 or the count is even (docs/GAMES.md, theorem 1).
 *
 * Everything here is a pure function of its arguments: no allocation, no state, thread-safe.
 */
#ifndef NIMSUM_CHALKBOARD_H
#define NIMSUM_CHALKBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why the board is won or lost. The first that holds is told: a board with XOR 0 is NIMSUM_XOR_ZERO
 * whatever its count. */
enum nimsum_board_reason {
    NIMSUM_XOR_ZERO,   /* won: the game is over before the first move */
    NIMSUM_EVEN_COUNT, /* won: some erasure leaves the opponent an odd count and XOR not 0 */
    NIMSUM_ODD_COUNT   /* lost: every erasure leaves XOR 0 or an even count */
};

struct nimsum_board_verdict {
    uint64_t xor_sum;
    bool alice_wins; /* Alice: the player to move */
    enum nimsum_board_reason reason;
};

/* The XOR of numbers[0..count); 0 where count is 0 (numbers may then be NULL). O(count). */
uint64_t nimsum_xor_u32(const uint32_t *numbers, size_t count);
uint64_t nimsum_xor_u64(const uint64_t *numbers, size_t count);

/* Who wins on a board of count numbers whose XOR is xor_sum. O(1). */
struct nimsum_board_verdict nimsum_board_decide(uint64_t xor_sum, size_t count);

/* True if erasing number from that board wins for the player to move. number must stand on the
 * board. False for every number where the player has won already or cannot win. O(1). */
bool nimsum_board_move_wins(uint64_t xor_sum, size_t count, uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
