/* SPDX-License-Identifier: MIT */
/* xor_game.c: POST /xor-game, the chalkboard XOR game on one board or on a batch. */
#include "api/exchange_internal.h"
#include "api/games/explain.h"
#include "api/games/options.h"

#include <nimsum/chalkboard.h>
#include <nimsum/search.h>

/* More than any search of so many positions asks for. */
#define WORKSPACE_BYTES(positions) ((size_t)(positions)*32 + BUFFER_MAP_BYTES)

enum method { METHOD_THEOREM, METHOD_SEARCH };

static const struct json_word methods[] = {
    {"theorem", METHOD_THEOREM},
    {"search", METHOD_SEARCH},
};

enum { INCLUDE_WINNING_MOVES = 1, INCLUDE_EXPLANATION = 2 };

static const struct json_word includes[] = {
    {"winning_moves", INCLUDE_WINNING_MOVES},
    {"explanation", INCLUDE_EXPLANATION},
};

/* What the request asks of every board. */
struct xor_game {
    struct exchange *x;
    const struct json_document *document;
    unsigned method;         /* enum method */
    unsigned include;        /* INCLUDE_ bits */
    unsigned as_strings;     /* integers that may pass 2^53 */
    uint64_t positions_left; /* of the whole request */
    struct buffer workspace; /* for the searches */
};

/* A board's numbers: count numbers of the lists from first on. */
struct board {
    const struct json_node *node;
    size_t first, count;
};

static uint64_t xor_of(const struct json_number_lists *lists, const struct board *board)
{
    const void *numbers = number_store_data(&lists->numbers, board->first);
    return lists->numbers.wide ? nimsum_xor_u64(numbers, board->count)
                               : nimsum_xor_u32(numbers, board->count);
}

static bool too_large(struct xor_game *game, const struct board *board, uint64_t limit,
                      const char *what)
{
    (void)json_refuse(game->document, board->node, PROBLEM_SEARCH_TOO_LARGE,
                      ": a search takes at most %llu %s", (unsigned long long)limit, what);
    problem_limit(game->document->problem, limit);
    return false;
}

/* Play the board out. */
static bool search(struct xor_game *game, const struct board *board,
                   struct nimsum_search_result *result)
{
    const struct api_limits *limits = &game->x->api->limits;
    uint64_t numbers[NIMSUM_SEARCH_MAX_NUMBERS];
    if (board->count > limits->search_numbers) {
        return too_large(game, board, limits->search_numbers, "numbers");
    }
    for (size_t i = 0; i < board->count; i++) {
        numbers[i] = number_store_at(&game->document->lists->numbers, board->first + i);
    }
    struct nimsum_search_limits search_limits = {
        .max_positions = game->positions_left, .cancelled = exchange_gives_up, .cls = game->x};
    size_t bytes = nimsum_search_workspace_bytes(numbers, board->count, game->positions_left);
    if (!buffer_reserve(&game->workspace, bytes)) {
        return false;
    }
    enum nimsum_search_status status = nimsum_search_board(numbers, board->count, &search_limits,
                                                           game->workspace.data, bytes, result);
    if (status == NIMSUM_SEARCH_CANCELLED) {
        return problem_set(&game->x->problem, PROBLEM_OVERLOADED, "the service is about to stop");
    }
    if (status != NIMSUM_SEARCH_OK) {
        return too_large(game, board, limits->search_positions, "positions a request");
    }
    game->positions_left -= result->positions;
    return true;
}

/* The winning erasures, in the order of the board. */
static void put_winning_moves(const struct xor_game *game, const struct board *board,
                              uint64_t xor_sum, struct json_writer *w)
{
    bool first = true;
    json_put(w, ",\"winning_moves\":[");
    for (size_t i = 0; i < board->count && !w->failed; i++) {
        uint64_t number = number_store_at(&game->document->lists->numbers, board->first + i);
        if (nimsum_board_move_wins(xor_sum, board->count, number)) {
            json_put(w, first ? "{\"index\":" : ",{\"index\":");
            json_put_integer(w, i);
            json_put(w, ",\"erase\":");
            put_exact(w, number, game->as_strings);
            json_put(w, "}");
            first = false;
        }
    }
    json_put(w, "]");
}

static void put_explanation(const struct xor_game *game, const struct board *board,
                            const struct nimsum_board_verdict *verdict, struct json_writer *w)
{
    struct explain_erasure erasure = {.exists = false};
    for (size_t i = 0; i < board->count && !erasure.exists; i++) {
        uint64_t number = number_store_at(&game->document->lists->numbers, board->first + i);
        erasure = (struct explain_erasure){
            nimsum_board_move_wins(verdict->xor_sum, board->count, number), i, number};
    }
    json_put(w, ",\"explanation\":");
    explain_board(w, verdict, board->count, &erasure);
}

static void put_verdict(const struct xor_game *game, const struct board *board,
                        const struct nimsum_board_verdict *verdict, bool alice_wins,
                        struct json_writer *w)
{
    static const char *const reasons[] = {
        [NIMSUM_XOR_ZERO] = "xor-zero",
        [NIMSUM_EVEN_COUNT] = "even-count",
        [NIMSUM_ODD_COUNT] = "odd-count",
    };
    json_put(w, alice_wins ? "{\"winner\":\"alice\",\"alice_wins\":true,\"xor\":"
                           : "{\"winner\":\"bob\",\"alice_wins\":false,\"xor\":");
    put_exact(w, verdict->xor_sum, game->as_strings);
    json_put(w, ",\"count\":");
    json_put_integer(w, board->count);
    json_put(w, ",\"reason\":\"");
    json_put(w, reasons[verdict->reason]);
    json_put(w, "\"");
}

static bool put_board(struct xor_game *game, const struct board *board, struct json_writer *w)
{
    struct nimsum_board_verdict verdict = nimsum_board_decide(xor_of(game->document->lists, board),
                                                              board->count);
    struct nimsum_search_result found = {.alice_wins = verdict.alice_wins};
    if (game->method == METHOD_SEARCH && !search(game, board, &found)) {
        return false;
    }
    game->x->verdicts++;
    put_verdict(game, board, &verdict, found.alice_wins, w);
    if (game->method == METHOD_SEARCH) {
        json_put(w, ",\"positions_searched\":");
        json_put_integer(w, found.positions);
    }
    if (game->include & INCLUDE_WINNING_MOVES) {
        put_winning_moves(game, board, verdict.xor_sum, w);
    }
    if (game->include & INCLUDE_EXPLANATION) {
        put_explanation(game, board, &verdict, w);
    }
    json_put(w, "}");
    return true;
}

static bool put_one(struct xor_game *game, const struct json_node *nums, struct json_writer *w)
{
    const struct json_number_list *array;
    if (!json_read_vector(game->document, nums, &array)) {
        return false;
    }
    struct board board = {nums, array->first, array->count};
    return put_board(game, &board, w);
}

static bool put_batch(struct xor_game *game, const struct json_node *boards, struct json_writer *w)
{
    static const struct json_row_name board_name = {"a list of integers",
                                                    "a list of lists of integers"};
    const struct json_number_list *table;
    if (!json_read_table(game->document, boards, &board_name, &table)) {
        return false;
    }
    if (!json_at_most(game->document, boards, table->rows, game->x->api->limits.batch_items)) {
        return false;
    }
    json_put(w, "{\"results\":[");
    for (size_t i = 0; i < table->rows; i++) {
        struct json_node node = json_element(boards, i);
        struct board board = {.node = &node};
        json_table_row(game->document->lists, table, i, &board.first, &board.count);
        if (board.count == 0) {
            return json_too_few(game->document, &node, "number");
        }
        json_put(w, i == 0 ? "" : ",");
        if (!put_board(game, &board, w)) {
            return false;
        }
        if (w->failed) {
            return true;
        }
    }
    json_put(w, "]}");
    return true;
}

enum { NUMS, BOARDS, METHOD, INCLUDE, INTEGERS, KEYS };

static const struct json_key keys[KEYS] = {
    [NUMS] = {"nums", JSON_NUMBERS},      [BOARDS] = {"boards", JSON_NESTED},
    [METHOD] = {"method", JSON_WORD},     [INCLUDE] = {"include", JSON_WORDS},
    [INTEGERS] = {"integers", JSON_WORD},
};

static bool put_reply(struct xor_game *game, struct json_writer *w)
{
    const struct json_document *document = game->document;
    struct json_node members[KEYS] = {{.value = NULL}};
    struct json_node root = json_root(document);
    if (!json_read_members(document, &root, exchange_keys(game->x), members) ||
        !json_read_word(document, &members[METHOD], methods, COUNT_OF(methods), &game->method) ||
        !json_read_word_set(document, &members[INCLUDE], includes, COUNT_OF(includes),
                            &game->include) ||
        !json_read_word(document, &members[INTEGERS], integer_words, 2, &game->as_strings)) {
        return false;
    }
    if (members[NUMS].value != NULL && members[BOARDS].value != NULL) {
        return json_conflict(document, &members[BOARDS], "send nums or boards, not both");
    }
    if (members[NUMS].value != NULL) {
        return put_one(game, &members[NUMS], w);
    }
    if (members[BOARDS].value != NULL) {
        return put_batch(game, &members[BOARDS], w);
    }
    return json_missing(document, &root, "nums", "send nums (one board) or boards (a batch)");
}

static void handle_xor_game(struct exchange *x, const struct json_document *document)
{
    struct xor_game game = {
        .x = x, .document = document, .positions_left = x->api->limits.search_positions};
    buffer_init(&game.workspace, &x->account, WORKSPACE_BYTES(x->api->limits.search_positions));
    struct json_writer writer = {.out = &x->reply_bytes};
    if (put_reply(&game, &writer)) {
        reply_with_json(x, &writer);
    }
    buffer_free(&game.workspace);
}

const struct game xor_game = {
    .keys = keys,
    .key_count = KEYS,
    .handle = handle_xor_game,
    .work = {{1, 6}, {4, 24}},
    .may_search = true,
};
