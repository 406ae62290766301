/* SPDX-License-Identifier: MIT */
/* search.c: the chalkboard XOR game played out, with memory.
 *
 * The order of the numbers does not matter, so a board is a multiset: how many of each kind
 * (distinct value) are left. Read as the digits of a number in mixed radix, kind i having base
 * count_i + 1, these make the board's name. Names are exact: with at most 64 numbers the bases'
 * product is at most 2^64. Erasing a number of kind i takes weight_i off the name.
 *
 * Decided boards go to a list in the order of their decision (names, outcomes) with an
 * open-addressing index over it. Growing the index means clearing a larger one in place and
 * entering the list anew, so it starts at 256 bytes, and a search that ends soon touches little of
 * a large workspace.
 *
 * Name 0 is the empty board. Its XOR is 0, so it is never looked up: a move to it is lost by the
 * rules.
 */
#include <nimsum/search.h>

#include <assert.h>
#include <string.h>

enum { FIRST_INDEX_LOG = 6, POSITIONS_BETWEEN_CANCEL_CHECKS = 1024 };

enum outcome { UNKNOWN, LOST, WON, STOPPED };

struct board {
    size_t kinds;
    uint64_t values[NIMSUM_SEARCH_MAX_NUMBERS];
    uint64_t weights[NIMSUM_SEARCH_MAX_NUMBERS];
    uint8_t left[NIMSUM_SEARCH_MAX_NUMBERS];
    uint64_t xor_sum;
    uint64_t last_name; /* the name of the whole board: the number of its sub-boards, less 1 */
};

struct memo {
    uint64_t *names;
    uint32_t *index; /* number in the list + 1; 0: a free slot */
    uint8_t *outcomes;
    size_t size;        /* boards in the list */
    size_t room;        /* the most boards that the workspace holds */
    unsigned index_log; /* the index has 2^index_log slots, at most half of them taken */
};

struct search {
    const struct nimsum_search_limits *limits;
    struct board board;
    struct memo memo;
    uint64_t positions; /* boards entered; each is decided unless the search stops */
    enum nimsum_search_status status;
};

/* Put the numbers in order and count each kind. */
static void board_read(struct board *board, const uint64_t *numbers, size_t count)
{
    *board = (struct board){.kinds = 0};
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < board->kinds && board->values[k] < numbers[i]) {
            k++;
        }
        if (k == board->kinds || board->values[k] != numbers[i]) {
            size_t after = board->kinds - k;
            memmove(&board->values[k + 1], &board->values[k], after * sizeof board->values[0]);
            memmove(&board->left[k + 1], &board->left[k], after * sizeof board->left[0]);
            board->values[k] = numbers[i];
            board->left[k] = 0;
            board->kinds++;
        }
        board->left[k]++;
        board->xor_sum ^= numbers[i];
    }
    for (size_t k = 0; k < board->kinds; k++) {
        /* The product of the bases before k: at most 2^63. */
        board->weights[k] = board->last_name + 1;
        board->last_name += board->left[k] * board->weights[k];
    }
}

/* The most boards that can have to be remembered: no board twice, and none beyond the limit. */
static size_t memo_room(const struct board *board, uint64_t max_positions)
{
    uint64_t room = NIMSUM_SEARCH_MAX_POSITIONS;
    if (max_positions < room) {
        room = max_positions;
    }
    if (board->last_name < room) {
        room = board->last_name + 1;
    }
    return (size_t)room;
}

static size_t index_slots(size_t room)
{
    size_t slots = (size_t)1 << FIRST_INDEX_LOG;
    while (slots < 2 * room) {
        slots *= 2;
    }
    return slots;
}

static size_t memo_bytes(size_t room)
{
    return room * (sizeof(uint64_t) + sizeof(uint8_t)) + index_slots(room) * sizeof(uint32_t);
}

static void memo_init(struct memo *memo, size_t room, void *workspace)
{
    *memo = (struct memo){.names = workspace, .room = room, .index_log = FIRST_INDEX_LOG};
    memo->index = (uint32_t *)(memo->names + room);
    memo->outcomes = (uint8_t *)(memo->index + index_slots(room));
    memset(memo->index, 0, ((size_t)1 << FIRST_INDEX_LOG) * sizeof *memo->index);
}

/* The slot of the board called name: its own if remembered, else the free one where it belongs. */
static uint32_t *memo_slot(const struct memo *memo, uint64_t name)
{
    /* Mixed twice: names are sums of a few weights, which one product could leave in clusters. */
    uint64_t hash = name * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    size_t mask = ((size_t)1 << memo->index_log) - 1;
    size_t at = (size_t)(hash >> (64 - memo->index_log));
    while (memo->index[at] != 0 && memo->names[memo->index[at] - 1] != name) {
        at = (at + 1) & mask;
    }
    return &memo->index[at];
}

static enum outcome memo_find(const struct memo *memo, uint64_t name)
{
    uint32_t number = *memo_slot(memo, name);
    return number == 0 ? UNKNOWN : (enum outcome)memo->outcomes[number - 1];
}

static void memo_add(struct memo *memo, uint64_t name, enum outcome outcome)
{
    assert(memo->size < memo->room);
    if (memo->size == (size_t)1 << (memo->index_log - 1)) {
        memo->index_log++;
        memset(memo->index, 0, ((size_t)1 << memo->index_log) * sizeof *memo->index);
        for (size_t i = 0; i < memo->size; i++) {
            *memo_slot(memo, memo->names[i]) = (uint32_t)(i + 1);
        }
    }
    memo->names[memo->size] = name;
    memo->outcomes[memo->size] = (uint8_t)outcome;
    memo->size++;
    *memo_slot(memo, name) = (uint32_t)memo->size;
}

/* Count one more position; false where the search has to stop. */
static bool enter_position(struct search *search)
{
    const struct nimsum_search_limits *limits = search->limits;
    if (search->positions >= limits->max_positions ||
        search->positions >= NIMSUM_SEARCH_MAX_POSITIONS) {
        search->status = NIMSUM_SEARCH_TOO_LARGE;
        return false;
    }
    search->positions++;
    if (search->positions % POSITIONS_BETWEEN_CANCEL_CHECKS == 0 && limits->cancelled != NULL &&
        limits->cancelled(limits->cls)) {
        search->status = NIMSUM_SEARCH_CANCELLED;
        return false;
    }
    return true;
}

/* Play out the board that is left, whose XOR is not 0, and remember who wins: the player to move or
 * the other one. */
static enum outcome decide(struct search *search, uint64_t name, uint64_t xor_sum)
{
    if (!enter_position(search)) {
        return STOPPED;
    }
    struct board *board = &search->board;
    enum outcome outcome = LOST;
    for (size_t k = 0; k < board->kinds && outcome == LOST; k++) {
        uint64_t xor_after = xor_sum ^ board->values[k];
        if (board->left[k] == 0 || xor_after == 0) {
            continue; /* no such number, or an erasure that loses at once */
        }
        uint64_t name_after = name - board->weights[k];
        enum outcome reply = memo_find(&search->memo, name_after);
        if (reply == UNKNOWN) {
            board->left[k]--;
            reply = decide(search, name_after, xor_after);
            board->left[k]++;
        }
        if (reply == STOPPED) {
            return STOPPED;
        }
        outcome = reply == LOST ? WON : LOST;
    }
    memo_add(&search->memo, name, outcome);
    return outcome;
}

size_t nimsum_search_workspace_bytes(const uint64_t *numbers, size_t count, uint64_t max_positions)
{
    if (count > NIMSUM_SEARCH_MAX_NUMBERS) {
        return 0;
    }
    struct board board;
    board_read(&board, numbers, count);
    return memo_bytes(memo_room(&board, max_positions));
}

enum nimsum_search_status nimsum_search_board(const uint64_t *numbers, size_t count,
                                              const struct nimsum_search_limits *limits,
                                              void *workspace, size_t workspace_bytes,
                                              struct nimsum_search_result *result)
{
    if (count > NIMSUM_SEARCH_MAX_NUMBERS || (uintptr_t)workspace % _Alignof(uint64_t) != 0) {
        return NIMSUM_SEARCH_BAD_ARGUMENT;
    }
    struct search search = {.limits = limits, .status = NIMSUM_SEARCH_OK};
    board_read(&search.board, numbers, count);
    size_t room = memo_room(&search.board, limits->max_positions);
    if (workspace == NULL || workspace_bytes < memo_bytes(room)) {
        return NIMSUM_SEARCH_BAD_ARGUMENT;
    }
    memo_init(&search.memo, room, workspace);

    uint64_t xor_sum = search.board.xor_sum;
    enum outcome outcome = WON; /* who begins with XOR 0 has won */
    if (xor_sum == 0) {
        (void)enter_position(&search);
    } else {
        outcome = decide(&search, search.board.last_name, xor_sum);
    }
    if (search.status == NIMSUM_SEARCH_OK) {
        *result = (struct nimsum_search_result){outcome == WON, search.positions};
    }
    return search.status;
}
