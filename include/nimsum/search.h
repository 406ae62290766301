/* SPDX-License-Identifier: MIT */
/* nimsum/search.h: the chalkboard XOR game decided by playing it out.
 *
 * An exhaustive search of the game tree with memoisation on the sorted board. It knows the rules of
 * the game and nothing else: neither the theorem nor parity. Its use is to check the theorem, and
 * to be believed by those who do not trust one. Its cost grows with the number of distinct
 * sub-boards, so it is bounded by a number of positions and can be cancelled (docs/GAMES.md, "The
 * search").
 *
 * No allocation, no state: it works in memory that the caller brings. Thread-safe as long as no two
 * calls share a workspace.
 */
#ifndef NIMSUM_SEARCH_H
#define NIMSUM_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most numbers on a board: up to here a sub-board has an exact name of 64 bits. */
#define NIMSUM_SEARCH_MAX_NUMBERS 64

/* A larger max_positions counts as this one, so that the workspace's size fits any size_t. */
#define NIMSUM_SEARCH_MAX_POSITIONS (UINT32_C(1) << 27)

enum nimsum_search_status {
    NIMSUM_SEARCH_OK,
    NIMSUM_SEARCH_TOO_LARGE,   /* the search needs more than max_positions positions */
    NIMSUM_SEARCH_CANCELLED,   /* the cancel hook said so */
    NIMSUM_SEARCH_BAD_ARGUMENT /* too many numbers, or a workspace too small or not aligned */
};

struct nimsum_search_limits {
    uint64_t max_positions;
    bool (*cancelled)(void *cls); /* asked once every 1024 positions; NULL: never cancelled */
    void *cls;                    /* handed to cancelled */
};

struct nimsum_search_result {
    bool alice_wins;    /* Alice: the player to move */
    uint64_t positions; /* distinct boards decided, the first included: 1 <= it <= max_positions */
};

/* Bytes of workspace that nimsum_search_board() asks for on this board with this max_positions:
 * about 17 to 25 a position, counting no more positions than the board has distinct sub-boards. 0
 * where count > NIMSUM_SEARCH_MAX_NUMBERS. O(count^2). */
size_t nimsum_search_workspace_bytes(const uint64_t *numbers, size_t count, uint64_t max_positions);

/* Decide the board numbers[0..count), 0 <= count <= NIMSUM_SEARCH_MAX_NUMBERS, in any order.
 *
 * workspace: at least nimsum_search_workspace_bytes() bytes, aligned as malloc aligns; its contents
 * do not matter before and mean nothing after. Only as much of it is touched as the search comes to
 * need. result: set only on NIMSUM_SEARCH_OK.
 *
 * The same board in any order takes the same positions; NIMSUM_SEARCH_TOO_LARGE means exactly that
 * they are more than max_positions. Time: O(positions * distinct numbers). Stack: 64 short frames
 * at most. */
enum nimsum_search_status nimsum_search_board(const uint64_t *numbers, size_t count,
                                              const struct nimsum_search_limits *limits,
                                              void *workspace, size_t workspace_bytes,
                                              struct nimsum_search_result *result);

#ifdef __cplusplus
}
#endif

#endif
