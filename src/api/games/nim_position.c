/* SPDX-License-Identifier: MIT */
/* nim_position.c: /nim/position, one whole Nim position: winner, winning moves, remoteness. */
#include "api/exchange_internal.h"

#include <nimsum/position.h>

#include "api/games/explain.h"
#include "api/games/options.h"

enum { INCLUDE_WINNING_MOVES = 1, INCLUDE_EXPLANATION = 2 };

static const struct json_word includes[] = {
    {"winning_moves", INCLUDE_WINNING_MOVES},
    {"explanation", INCLUDE_EXPLANATION},
};

enum { MOVES_AT_ONCE = 64 };

struct nim_position {
    const struct json_number_lists *lists;
    const struct json_number_list *heaps;
    unsigned misere, index_base, include, as_strings; /* see options.h; include: INCLUDE_ bits */
    struct nimsum_position_verdict verdict;
};

static const void *heaps_of(const struct nim_position *game)
{
    return number_store_data(&game->lists->numbers, game->heaps->first);
}

static void decide(struct nim_position *game)
{
    enum nimsum_convention convention = game->misere ? NIMSUM_MISERE : NIMSUM_NORMAL;
    game->verdict = game->lists->numbers.wide
                        ? nimsum_position_decide_u64(heaps_of(game), game->heaps->count, convention)
                        : nimsum_position_decide_u32(heaps_of(game), game->heaps->count,
                                                     convention);
}

/* The next winning moves, from heap *next on. */
static size_t some_moves(const struct nim_position *game, size_t *next, struct nimsum_move *moves,
                         size_t capacity)
{
    size_t count = game->heaps->count;
    return game->lists->numbers.wide ? nimsum_position_moves_u64(&game->verdict, heaps_of(game),
                                                                 count, next, moves, capacity)
                                     : nimsum_position_moves_u32(&game->verdict, heaps_of(game),
                                                                 count, next, moves, capacity);
}

static void put_winning_moves(const struct nim_position *game, struct json_writer *w)
{
    struct nimsum_move moves[MOVES_AT_ONCE];
    size_t next = 0, found;
    bool first = true;
    json_put(w, ",\"winning_moves\":[");
    while ((found = some_moves(game, &next, moves, MOVES_AT_ONCE)) > 0 && !w->failed) {
        for (size_t i = 0; i < found; i++) {
            json_put(w, first ? "{\"heap\":" : ",{\"heap\":");
            json_put_integer(w, moves[i].heap + game->index_base);
            json_put(w, ",\"take\":");
            put_exact(w, moves[i].take, game->as_strings);
            json_put(w, "}");
            first = false;
        }
    }
    json_put(w, "]");
}

static void put_explanation(const struct nim_position *game, struct json_writer *w)
{
    struct nimsum_move move = {.take = 0};
    size_t next = 0;
    if (some_moves(game, &next, &move, 1) == 1) {
        move.heap += game->index_base;
    }
    json_put(w, ",\"explanation\":");
    explain_position(w, &game->verdict, game->heaps->count, &move);
}

static void put_position(const struct nim_position *game, struct json_writer *w)
{
    const struct nimsum_position_verdict *verdict = &game->verdict;
    json_put(w, verdict->first_player_wins
                    ? "{\"winner\":\"first\",\"first_player_wins\":true,\"nim_sum\":"
                    : "{\"winner\":\"second\",\"first_player_wins\":false,\"nim_sum\":");
    put_exact(w, verdict->nim_sum, game->as_strings);
    if (game->include & INCLUDE_WINNING_MOVES) {
        put_winning_moves(game, w);
    }
    json_put(w, ",\"remoteness\":");
    if (verdict->remoteness_known) {
        put_exact(w, verdict->remoteness, game->as_strings);
    } else {
        json_put(w, "null");
    }
    if (game->include & INCLUDE_EXPLANATION) {
        put_explanation(game, w);
    }
    json_put(w, game->misere ? ",\"convention\":\"misere\"" : ",\"convention\":\"normal\"");
    json_put(w, game->index_base == 1 ? ",\"index_base\":1}" : ",\"index_base\":0}");
}

enum { HEAPS, CONVENTION, INDEX_BASE, INCLUDE, INTEGERS, KEYS };

static const struct json_key keys[KEYS] = {
    [HEAPS] = {"heaps", JSON_NUMBERS},          [CONVENTION] = {"convention", JSON_WORD},
    [INDEX_BASE] = {"index_base", JSON_NUMBER}, [INCLUDE] = {"include", JSON_WORDS},
    [INTEGERS] = {"integers", JSON_WORD},
};

static bool read_position(struct nim_position *game, const struct json_document *document)
{
    struct json_node root = json_root(document), members[KEYS] = {{.value = NULL}};
    if (!json_read_members(document, &root, (struct json_keys){keys, KEYS}, members) ||
        !json_read_word(document, &members[CONVENTION], convention_words, 2, &game->misere) ||
        !option_index_base(document, &members[INDEX_BASE], &game->index_base) ||
        !json_read_word_set(document, &members[INCLUDE], includes, COUNT_OF(includes),
                            &game->include) ||
        !json_read_word(document, &members[INTEGERS], integer_words, 2, &game->as_strings)) {
        return false;
    }
    if (members[HEAPS].value == NULL) {
        return json_missing(document, &root, "heaps", "a position needs heaps");
    }
    return json_read_vector(document, &members[HEAPS], &game->heaps);
}

static void handle_nim_position(struct exchange *x, const struct json_document *document)
{
    struct nim_position game = {.lists = document->lists,
                                .index_base = 1,
                                .include = INCLUDE_WINNING_MOVES | INCLUDE_EXPLANATION};
    if (!read_position(&game, document)) {
        return;
    }
    decide(&game);
    x->verdicts = 1;
    struct json_writer writer = {.out = &x->reply_bytes};
    put_position(&game, &writer);
    reply_with_json(x, &writer);
}

const struct game nim_position = {
    .keys = keys,
    .key_count = KEYS,
    .handle = handle_nim_position,
    .work = {{3, 0}, {3, 0}}, /* all that it has is included unless told otherwise */
};
