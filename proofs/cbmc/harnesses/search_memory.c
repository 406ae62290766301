/* SPDX-License-Identifier: MIT */
/* For any board and any limit: the room is the least of what may be needed; names, index and outcomes lie in as many
 * bytes as are asked for, none over another, and the first index is cleared. board_read by a stub: any board;
 * index_slots by its contract. */
#include "harness.h"
#include "core/search.c"

struct board any_board;
const uint64_t *given;
size_t given_count, slots, room;
char *place;
bool cleared;

void read_by_contract(struct board *board, const uint64_t *numbers, size_t count)
{
    PROVE(numbers == given && count == given_count && count <= NIMSUM_SEARCH_MAX_NUMBERS);
    *board = any_board;
}

size_t slots_by_contract(size_t boards)
{
    PROVE(boards == room);
    return slots;
}

void *clear_by_contract(void *to, int byte, size_t size)
{
    PROVE(to == place + 8 * room && byte == 0 && size == 4 * ((size_t)1 << FIRST_INDEX_LOG));
    PROVE(__CPROVER_w_ok(to, size));
    cleared = true;
    return to;
}

int main(void)
{
    uint64_t max_positions, last = any_board.last_name;
    room = memo_room(&any_board, max_positions);
    PROVE(room <= max_positions && room <= NIMSUM_SEARCH_MAX_POSITIONS);
    PROVE(room == max_positions || room == NIMSUM_SEARCH_MAX_POSITIONS || room - 1 == last);
    PROVE(last >= room || room == last + 1);

    ASSUME(slots >= (size_t)1 << FIRST_INDEX_LOG && slots >= 2 * room && slots <= ANY_LENGTH);
    size_t bytes = nimsum_search_workspace_bytes(given, given_count, max_positions);
    PROVE(IMPLIES(given_count > NIMSUM_SEARCH_MAX_NUMBERS, bytes == 0));
    ASSUME(given_count <= NIMSUM_SEARCH_MAX_NUMBERS);
    char workspace[bytes];
    struct memo memo;
    place = workspace;
    cleared = false;
    memo_init(&memo, room, workspace);
    PROVE(cleared && memo.room == room && memo.size == 0 && memo.index_log == FIRST_INDEX_LOG);
    PROVE((char *)memo.names == place && (char *)memo.index == place + 8 * room);
    PROVE((char *)memo.outcomes == place + 8 * room + 4 * slots);
    PROVE(bytes == 8 * room + 4 * slots + room);
    END_IS_REACHED;
}
