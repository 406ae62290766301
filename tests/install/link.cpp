// SPDX-License-Identifier: MIT
// link.cpp: every public header in C++, and a function of each linked (scripts/test-install.sh).
#include <nimsum/array.h>
#include <nimsum/chalkboard.h>
#include <nimsum/moves.h>
#include <nimsum/position.h>
#include <nimsum/ranges.h>
#include <nimsum/search.h>
#include <nimsum/weighted_sum.h>

#include <vector>

int main()
{
    const uint64_t heaps[] = {3, 4, 5};
    std::vector<uint64_t> block(nimsum_array_bytes_u64(heaps, 3) / 8 + 1);
    const nimsum_array_u64 array = nimsum_array_prepare_u64(heaps, 3, block.data());
    const nimsum_ranges_u64 game = nimsum_array_game_u64(&array, NIMSUM_NORMAL, 1);
    const uint64_t query[] = {1, 3};
    uint64_t word = 0;
    nimsum_move move = {0, 0};
    bool asked = nimsum_range_verdicts_u64(&game, query, 0, 1, &word) == 1 &&
                 nimsum_range_moves_u64(&game, &array.moves, query, 0, 1, &move) == 1;
    bool same = nimsum_range_xor_u64(&game, 1, 3) == nimsum_xor_u64(heaps, 3) &&
                nimsum_position_decide_u64(heaps, 3, NIMSUM_NORMAL).nim_sum == array.nim_sum &&
                nimsum_search_workspace_bytes(heaps, 3, 10) > 0;
    return asked && same && nimsum_count_wins(&word, 1) == 1 && move.take == 2 ? 0 : 1;
}
