/* SPDX-License-Identifier: MIT */
/* For any arguments: what cannot be searched is refused before anything is written; a board of XOR 0 has been won, any
 * other as its recursion says; a search that stopped leaves the result as it was. What is called by its contract. */
#include "harness.h"
#include "core/search.c"

const uint64_t *given;
size_t given_count, bytes_needed, room;
struct board any_board;
char *place;
bool initialised, decided, entered;
enum outcome verdict;
enum nimsum_search_status ends;
uint64_t positions;

void read_by_contract(struct board *board, const uint64_t *numbers, size_t count)
{
    PROVE(numbers == given && count == given_count && count <= NIMSUM_SEARCH_MAX_NUMBERS);
    *board = any_board;
}

size_t room_by_contract(const struct board *board, uint64_t max_positions)
{
    return room;
}

size_t bytes_by_contract(size_t boards)
{
    PROVE(boards == room);
    return bytes_needed;
}

void init_by_contract(struct memo *memo, size_t boards, void *workspace)
{
    PROVE(boards == room && workspace == place && __CPROVER_w_ok(place, bytes_needed));
    initialised = true;
}

bool enter_by_contract(struct search *search)
{
    PROVE(initialised && any_board.xor_sum == 0);
    entered = true;
    search->status = ends;
    search->positions = positions;
    return ends == NIMSUM_SEARCH_OK;
}

enum outcome decide_by_contract(struct search *search, uint64_t name, uint64_t xor_sum)
{
    PROVE(initialised && name == any_board.last_name && xor_sum == any_board.xor_sum &&
          xor_sum != 0);
    decided = true;
    search->status = ends;
    search->positions = positions;
    return ends == NIMSUM_SEARCH_OK ? verdict : STOPPED;
}

int main(void)
{
    struct nimsum_search_limits limits;
    size_t room_there, shift;
    ASSUME(room_there <= ANY_LENGTH && shift < 8 && shift <= room_there);
    ASSUME(verdict == WON || verdict == LOST);
    ASSUME(ends == NIMSUM_SEARCH_OK || ends == NIMSUM_SEARCH_TOO_LARGE ||
           ends == NIMSUM_SEARCH_CANCELLED);
    initialised = decided = entered = false;
    char workspace[room_there];
    place = any_truth() ? workspace + shift : NULL;
    size_t there = room_there - shift;
    struct nimsum_search_result result, before = result;
    enum nimsum_search_status status = nimsum_search_board(given, given_count, &limits, place,
                                                           there, &result);
    bool bad = given_count > NIMSUM_SEARCH_MAX_NUMBERS || place == NULL || shift != 0 ||
               there < bytes_needed;
    PROVE(status == (bad ? NIMSUM_SEARCH_BAD_ARGUMENT : ends));
    PROVE(initialised == !bad && decided == (!bad && any_board.xor_sum != 0) &&
          entered == (!bad && any_board.xor_sum == 0));
    if (status == NIMSUM_SEARCH_OK) {
        PROVE(result.alice_wins == (any_board.xor_sum == 0 || verdict == WON));
        PROVE(result.positions == positions);
    } else {
        PROVE(result.alice_wins == before.alice_wins && result.positions == before.positions);
    }
    END_IS_REACHED;
}
