/* SPDX-License-Identifier: MIT */
/* nim_ranges.c: POST /nim/ranges, Nim on ranges of a list of heaps, one case or a batch. */
#include "api/exchange_internal.h"

#include <stdio.h>

#include <nimsum/weighted_sum.h>

#include "api/games/kept_array.h"
#include "api/games/options.h"
#include "api/games/ranges_case.h"
#include "api/games/verdict_text.h"

enum verdict_form { VERDICTS_BOOLEANS, VERDICTS_BITS, VERDICTS_NONE };
enum { INCLUDE_NIM_SUMS = 1, INCLUDE_WINNING_MOVES = 2, INCLUDE_MOVE_COUNTS = 4 };

static const struct json_word verdict_forms[] = {
    {"booleans", VERDICTS_BOOLEANS},
    {"bits", VERDICTS_BITS},
    {"none", VERDICTS_NONE},
};
static const struct json_word includes[] = {
    {"nim_sums", INCLUDE_NIM_SUMS},
    {"winning_moves", INCLUDE_WINNING_MOVES},
    {"move_counts", INCLUDE_MOVE_COUNTS},
};

struct nim_ranges {
    struct exchange *x;
    const struct json_document *document;
    struct ranges_case ranges;
    unsigned verdict_form; /* enum verdict_form */
    unsigned include;      /* INCLUDE_ bits */
    unsigned as_strings;   /* integers that may pass 2^53 */
};

enum {
    HEAPS,
    QUERIES,
    CASES,
    CONVENTION,
    INDEX_BASE,
    VERDICTS,
    INCLUDE,
    INTEGERS,
    ARRAY,
    VERSION,
    KEYS
};

static const struct json_key keys[KEYS] = {
    [HEAPS] = {"heaps", JSON_NUMBERS},
    [QUERIES] = {"queries", JSON_PAIRS},
    [CASES] = {"cases", JSON_NESTED},
    [CONVENTION] = {"convention", JSON_WORD},
    [INDEX_BASE] = {"index_base", JSON_NUMBER},
    [VERDICTS] = {"verdicts", JSON_WORD},
    [INCLUDE] = {"include", JSON_WORDS},
    [INTEGERS] = {"integers", JSON_WORD},
    [ARRAY] = {"array", JSON_WORD},
    [VERSION] = {"version", JSON_WORD},
};

/* Where a case comes from: the object that holds it, and of its members these. */
struct case_source {
    const struct json_node *object;
    const struct json_node *heaps, *queries, *array, *version;
};

static bool read_options(struct nim_ranges *game, const struct json_node *members)
{
    const struct json_document *document = game->document;
    return json_read_word(document, &members[CONVENTION], convention_words, 2,
                          &game->ranges.misere) &&
           option_index_base(document, &members[INDEX_BASE], &game->ranges.index_base) &&
           json_read_word(document, &members[VERDICTS], verdict_forms, COUNT_OF(verdict_forms),
                          &game->verdict_form) &&
           json_read_word_set(document, &members[INCLUDE], includes, COUNT_OF(includes),
                              &game->include) &&
           json_read_word(document, &members[INTEGERS], integer_words, 2, &game->as_strings);
}

/* "(the 2nd)": a query's number as people count, behind its place as programs do. */
enum { ORDINAL_BYTES = 32 };
static const char *ordinal(size_t index, char out[ORDINAL_BYTES])
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    size_t number = index + 1;
    bool teen = number / 10 % 10 == 1;
    (void)snprintf(out, ORDINAL_BYTES, "(the %zu%s)", number,
                   endings[teen || number % 10 > 3 ? 0 : number % 10]);
    return out;
}

/* The first row that is no pair; the table is known to hold one. */
static bool not_a_pair(const struct nim_ranges *game, const struct json_node *queries)
{
    const struct json_number_list *table = game->ranges.queries;
    size_t first, count = 0, i = 0;
    for (; i < table->rows; i++) {
        json_table_row(game->document->lists, table, i, &first, &count);
        if (count != 2) {
            break;
        }
    }
    struct json_node row = json_element(queries, i);
    char nth[ORDINAL_BYTES];
    return json_refuse(game->document, &row, PROBLEM_WRONG_TYPE,
                       " %s must be a pair [l, r], not a list of %zu", ordinal(i, nth), count);
}

/* Query i is no range of the heaps: say which end is wrong. */
static bool bad_query(const struct nim_ranges *game, const struct json_node *queries, size_t i)
{
    const struct ranges_case *c = &game->ranges;
    uint64_t l = number_store_at(&c->lists->numbers, c->queries->first + 2 * i);
    uint64_t r = number_store_at(&c->lists->numbers, c->queries->first + 2 * i + 1);
    uint64_t n = ranges_case_heap_count(c), base = c->index_base;
    struct json_node row = json_element(queries, i);
    char nth[ORDINAL_BYTES];
    bool left_is_bad = l < base || l - base >= n;
    if (left_is_bad || r < base || r - base >= n) {
        (void)json_refuse(game->document, &row, PROBLEM_OUT_OF_RANGE,
                          " %s: %s is %llu, but there %s %llu heap%s, counted from %llu",
                          ordinal(i, nth), left_is_bad ? "l" : "r",
                          (unsigned long long)(left_is_bad ? l : r), n == 1 ? "is" : "are",
                          (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)base);
        struct json_node end = json_element(&row, left_is_bad ? 0 : 1);
        json_point(game->document->problem, &end);
        return false;
    }
    return json_refuse(game->document, &row, PROBLEM_OUT_OF_RANGE,
                       " %s: l is %llu, but r is only %llu", ordinal(i, nth), (unsigned long long)l,
                       (unsigned long long)r);
}

static void put_nim_sums(const struct nim_ranges *game, struct json_writer *w)
{
    const struct ranges_case *c = &game->ranges;
    json_put(w, "\"nim_sums\":[");
    for (size_t i = 0; i < c->queries->rows && !w->failed; i++) {
        json_put_raw(w, ",", i != 0);
        put_exact(w, ranges_case_nim_sum(c, i), game->as_strings);
    }
    json_put(w, "],");
}

static void put_move(const struct nim_ranges *game, const struct nimsum_move *move,
                     struct json_writer *w)
{
    if (move->take == 0) {
        json_put(w, "null");
        return;
    }
    json_put(w, "{\"heap\":");
    json_put_integer(w, move->heap);
    json_put(w, ",\"take\":");
    put_exact(w, move->take, game->as_strings);
    json_put(w, "}");
}

static void put_winning_moves(const struct nim_ranges *game, struct json_writer *w)
{
    struct nimsum_move moves[RANGES_BLOCK];
    size_t m = game->ranges.queries->rows;
    json_put(w, "\"winning_moves\":[");
    for (size_t first = 0, end; first < m && !w->failed; first = end) {
        end = m - first < RANGES_BLOCK ? m : first + RANGES_BLOCK;
        ranges_case_moves(&game->ranges, first, end, moves);
        for (size_t i = first; i < end; i++) {
            json_put_raw(w, ",", i != 0);
            put_move(game, &moves[i - first], w);
        }
    }
    json_put(w, "],");
}

static void put_move_counts(const struct nim_ranges *game, struct json_writer *w)
{
    uint32_t counts[RANGES_BLOCK];
    size_t m = game->ranges.queries->rows;
    json_put(w, "\"move_counts\":[");
    for (size_t first = 0, end; first < m && !w->failed; first = end) {
        end = m - first < RANGES_BLOCK ? m : first + RANGES_BLOCK;
        ranges_case_move_counts(&game->ranges, first, end, counts);
        for (size_t i = first; i < end; i++) {
            json_put_raw(w, ",", i != 0);
            json_put_integer(w, counts[i - first]);
        }
    }
    json_put(w, "],");
}

static void put_case(const struct nim_ranges *game, struct json_writer *w)
{
    const struct ranges_case *c = &game->ranges;
    const uint64_t *words = ranges_case_words(c);
    size_t m = c->queries->rows, wins = nimsum_count_wins(words, m);
    json_put(w, "{");
    if (game->verdict_form != VERDICTS_NONE) {
        json_put(w, "\"verdicts\":");
        if (game->verdict_form == VERDICTS_BITS) {
            put_verdict_bits(w, words, m);
        } else {
            put_verdict_booleans(w, words, m, wins);
        }
        json_put(w, ",");
    }
    if (game->include & INCLUDE_NIM_SUMS) {
        put_nim_sums(game, w);
    }
    if (game->include & INCLUDE_WINNING_MOVES) {
        put_winning_moves(game, w);
    }
    if (game->include & INCLUDE_MOVE_COUNTS) {
        put_move_counts(game, w);
    }
    json_put(w, "\"wins\":");
    json_put_integer(w, wins);
    json_put(w, ",\"weighted_sum\":");
    json_put_integer(w, nimsum_weighted_sum(words, m));
    json_put(w, ",\"modulus\":");
    json_put_integer(w, NIMSUM_MODULUS);
    json_put(w, c->misere ? ",\"convention\":\"misere\"" : ",\"convention\":\"normal\"");
    json_put(w, c->index_base == 1 ? ",\"index_base\":1" : ",\"index_base\":0");
    if (c->kept != NULL) {
        json_put(w, ",\"array\":\"");
        json_put(w, c->kept->name);
        json_put(w, "\",\"version\":\"");
        json_put(w, c->kept->version);
        json_put(w, "\"");
    }
    json_put(w, "}");
}

/* The case's heaps, in the body or kept. */
static bool read_heaps(struct nim_ranges *game, const struct case_source *source)
{
    const struct json_document *document = game->document;
    struct ranges_case *c = &game->ranges;
    c->kept = NULL;
    if (source->array->value != NULL && source->heaps->value != NULL) {
        return json_conflict(document, source->array, "send heaps or array, not both");
    }
    if (source->array->value != NULL) {
        c->kept = kept_array(game->x, document, source->array, source->version);
        return c->kept != NULL;
    }
    return json_read_vector(document, source->heaps, &c->heaps);
}

static bool is_complete(const struct nim_ranges *game, const struct case_source *source)
{
    const struct json_document *document = game->document;
    bool with_arrays = game->x->api->arrays != NULL;
    const char *needs = with_arrays ? "a case needs heaps, or array, and queries"
                                    : "a case needs heaps and queries";
    if (source->version->value != NULL && source->array->value == NULL) {
        return json_missing(document, source->object, "array", "version needs array");
    }
    if (source->heaps->value == NULL && source->array->value == NULL) {
        return json_missing(document, source->object, "heaps", needs);
    }
    return source->queries->value != NULL ||
           json_missing(document, source->object, "queries", needs);
}

/* Read, answer and write the case. */
static bool answer_case(struct nim_ranges *game, const struct case_source *source,
                        struct json_writer *w)
{
    const struct json_document *document = game->document;
    struct ranges_case *c = &game->ranges;
    if (!is_complete(game, source)) {
        return false;
    }
    static const struct json_row_name query_name = {"a pair [l, r]", "a list of pairs [l, r]"};
    const struct json_node *queries = source->queries;
    if (!read_heaps(game, source) ||
        !json_read_table(document, queries, &query_name, &c->queries)) {
        return false;
    }
    if (!json_table_is_pairs(c->queries)) {
        return not_a_pair(game, queries);
    }
    size_t answered;
    if (!ranges_case_answer(c, &answered)) {
        return false;
    }
    if (answered < c->queries->rows) {
        return bad_query(game, queries, answered);
    }
    bool with_counts = game->include & INCLUDE_MOVE_COUNTS;
    bool with_moves = with_counts || (game->include & INCLUDE_WINNING_MOVES);
    if (with_moves && !ranges_case_prepare_moves(c, with_counts)) {
        return false;
    }
    put_case(game, w);
    game->x->verdicts += c->queries->rows;
    return true;
}

/* Of a case of a batch; the last two where there are arrays. */
static const struct json_key case_keys[] = {
    {"heaps", JSON_NUMBERS}, {"queries", JSON_PAIRS}, {"array", JSON_WORD}, {"version", JSON_WORD}};

static bool answer_batch(struct nim_ranges *game, const struct json_node *cases,
                         struct json_writer *w)
{
    const struct json_document *document = game->document;
    if (!json_read_objects(document, cases) ||
        !json_at_most(document, cases, json_length(cases), game->x->api->limits.batch_items)) {
        return false;
    }
    const struct json_keys known = {case_keys, game->x->api->arrays != NULL ? 4 : 2};
    json_put(w, "{\"results\":[");
    for (struct json_node e = json_first(cases); e.value != NULL && !w->failed; json_next(&e)) {
        struct json_node members[COUNT_OF(case_keys)] = {{.value = NULL}};
        const struct case_source source = {&e, &members[0], &members[1], &members[2], &members[3]};
        json_put_raw(w, ",", e.index != 0);
        if (!json_read_members(document, &e, known, members) || !answer_case(game, &source, w)) {
            return false;
        }
    }
    json_put(w, "]}");
    return true;
}

static bool answer(struct nim_ranges *game, struct json_writer *w)
{
    const struct json_document *document = game->document;
    struct json_node root = json_root(document), members[KEYS] = {{.value = NULL}};
    const struct case_source source = {&root, &members[HEAPS], &members[QUERIES], &members[ARRAY],
                                       &members[VERSION]};
    if (!json_read_members(document, &root, exchange_keys(game->x), members) ||
        !read_options(game, members)) {
        return false;
    }
    if (members[CASES].value == NULL) {
        return answer_case(game, &source, w);
    }
    if (members[HEAPS].value != NULL || members[QUERIES].value != NULL) {
        return json_conflict(document, &members[CASES],
                             "send heaps and queries, or cases, not both");
    }
    if (members[ARRAY].value != NULL || members[VERSION].value != NULL) {
        return json_conflict(document, &members[CASES],
                             "array and version stand in each case, or cases is left out");
    }
    return answer_batch(game, &members[CASES], w);
}

static void handle_nim_ranges(struct exchange *x, const struct json_document *document)
{
    struct nim_ranges game = {.x = x, .document = document};
    ranges_case_init(&game.ranges, &x->account, (size_t)x->api->limits.body_bytes * 8);
    game.ranges.lists = document->lists;
    struct json_writer writer = {.out = &x->reply_bytes};
    if (answer(&game, &writer)) {
        reply_with_json(x, &writer);
    }
    ranges_case_free(&game.ranges);
}

const struct game nim_ranges = {
    .keys = keys,
    .key_count = KEYS,
    .array_keys = KEYS - ARRAY,
    .handle = handle_nim_ranges,
    .work = {{1, 1}, {1, 6}},
    .takes_text = true,
};
