/* SPDX-License-Identifier: MIT */
/* ranges_case.c: the case in the width of its store. */
#include "api/games/ranges_case.h"

void ranges_case_init(struct ranges_case *c, struct account *account, size_t maximum_bytes)
{
    *c = (struct ranges_case){.index_base = 1};
    buffer_init(&c->verdicts, account, maximum_bytes);
    buffer_init(&c->large, account, maximum_bytes);
    buffer_init(&c->planes, account, maximum_bytes);
}

void ranges_case_free(struct ranges_case *c)
{
    buffer_free(&c->verdicts);
    buffer_free(&c->large);
    buffer_free(&c->planes);
}

/* The heaps in the store; the number before them is a 0 (number_lists.h), which becomes prefix 0.
 */
static uint32_t *heaps_u32(const struct ranges_case *c)
{
    return number_store_data(&c->lists->numbers, c->heaps->first);
}

static uint64_t *heaps_u64(const struct ranges_case *c)
{
    return number_store_data(&c->lists->numbers, c->heaps->first);
}

/* Of a kept array or of the heaps in the store. */
static bool is_wide(const struct ranges_case *c)
{
    return c->kept != NULL ? c->kept->wide : c->lists->numbers.wide;
}

static const uint32_t *large_counts(const struct ranges_case *c)
{
    return c->misere ? (const uint32_t *)(const void *)c->large.data : NULL;
}

static struct nimsum_ranges_u32 game_u32(const struct ranges_case *c)
{
    if (c->kept != NULL) {
        return nimsum_array_game_u32(&c->kept->narrow, c->misere ? NIMSUM_MISERE : NIMSUM_NORMAL,
                                     c->index_base);
    }
    return (struct nimsum_ranges_u32){.prefix = heaps_u32(c) - 1,
                                      .large = large_counts(c),
                                      .heap_count = c->heaps->count,
                                      .index_base = c->index_base};
}

static struct nimsum_ranges_u64 game_u64(const struct ranges_case *c)
{
    if (c->kept != NULL) {
        return nimsum_array_game_u64(&c->kept->large, c->misere ? NIMSUM_MISERE : NIMSUM_NORMAL,
                                     c->index_base);
    }
    return (struct nimsum_ranges_u64){.prefix = heaps_u64(c) - 1,
                                      .large = large_counts(c),
                                      .heap_count = c->heaps->count,
                                      .index_base = c->index_base};
}

static const struct nimsum_moves *planes_of(const struct ranges_case *c)
{
    if (c->kept == NULL) {
        return &c->moves;
    }
    return c->kept->wide ? &c->kept->large.moves : &c->kept->narrow.moves;
}

static void prepare(struct ranges_case *c)
{
    size_t n = c->heaps->count;
    uint32_t *large = (uint32_t *)(void *)c->large.data;
    if (c->lists->numbers.wide) {
        if (c->misere) {
            nimsum_count_large_u64(heaps_u64(c), n, large);
        }
        nimsum_prefix_xor_u64(heaps_u64(c), n, heaps_u64(c) - 1);
    } else {
        if (c->misere) {
            nimsum_count_large_u32(heaps_u32(c), n, large);
        }
        nimsum_prefix_xor_u32(heaps_u32(c), n, heaps_u32(c) - 1);
    }
}

/* Room for queries in the width of a kept array, where the store has the other one. */
union queries {
    uint32_t narrow[2 * RANGES_BLOCK];
    uint64_t wide[2 * RANGES_BLOCK];
};

/* How many queries queries_from() gives at a time, of those that are left. */
static size_t at_once(const struct ranges_case *c, size_t left)
{
    return is_wide(c) == c->lists->numbers.wide || left < RANGES_BLOCK ? left : RANGES_BLOCK;
}

/* The count queries from number first on, in the width of the heaps. */
static const void *queries_from(const struct ranges_case *c, size_t first, size_t count,
                                union queries *room)
{
    const struct number_store *numbers = &c->lists->numbers;
    size_t at = c->queries->first + 2 * first;
    if (is_wide(c) == numbers->wide) {
        return number_store_data(numbers, at);
    }
    for (size_t i = 0; i < 2 * count; i++) {
        uint64_t end = number_store_at(numbers, at + i);
        if (c->kept->wide) {
            room->wide[i] = end;
        } else { /* an end that does not fit is past the last heap in either width */
            room->narrow[i] = end < UINT32_MAX ? (uint32_t)end : UINT32_MAX;
        }
    }
    return room;
}

/* The verdicts of count queries from number first on; how many of them were answered. */
static size_t answer_some(const struct ranges_case *c, size_t first, size_t count, uint64_t *words)
{
    union queries room;
    const void *queries = queries_from(c, first, count, &room);
    if (is_wide(c)) {
        struct nimsum_ranges_u64 game = game_u64(c);
        return nimsum_range_verdicts_u64(&game, queries, 0, count, words);
    }
    struct nimsum_ranges_u32 game = game_u32(c);
    return nimsum_range_verdicts_u32(&game, queries, 0, count, words);
}

bool ranges_case_answer(struct ranges_case *c, size_t *answered)
{
    size_t m = c->queries->rows, done = 0;
    c->verdicts.size = 0;
    c->large.size = 0;
    if (!buffer_reserve(&c->verdicts, (m + 63) / 64 * sizeof(uint64_t)) ||
        (c->kept == NULL && c->misere &&
         !buffer_reserve(&c->large, (c->heaps->count + 1) * sizeof(uint32_t)))) {
        return false;
    }
    if (c->kept == NULL) {
        prepare(c);
    }
    uint64_t *words = (uint64_t *)(void *)c->verdicts.data;
    for (bool good = true; good && done < m;) { /* whole words at a time */
        size_t count = at_once(c, m - done);
        size_t more = answer_some(c, done, count, words + done / 64);
        good = more == count;
        done += more;
    }
    *answered = done;
    return true;
}

uint64_t ranges_case_nim_sum(const struct ranges_case *c, size_t i)
{
    size_t l = number_store_at(&c->lists->numbers, c->queries->first + 2 * i);
    size_t r = number_store_at(&c->lists->numbers, c->queries->first + 2 * i + 1);
    if (is_wide(c)) {
        struct nimsum_ranges_u64 game = game_u64(c);
        return nimsum_range_xor_u64(&game, l, r);
    }
    struct nimsum_ranges_u32 game = game_u32(c);
    return nimsum_range_xor_u32(&game, l, r);
}

bool ranges_case_prepare_moves(struct ranges_case *c, bool with_counts)
{
    if (c->kept != NULL) {
        return true;
    }
    struct nimsum_ranges_u64 wide = {.heap_count = 0};
    struct nimsum_ranges_u32 narrow = {.heap_count = 0};
    if (c->lists->numbers.wide) {
        wide = game_u64(c);
        c->moves = nimsum_moves_plan_u64(&wide, with_counts);
    } else {
        narrow = game_u32(c);
        c->moves = nimsum_moves_plan_u32(&narrow, with_counts);
    }
    if (!buffer_reserve(&c->planes, c->moves.workspace_bytes)) {
        return false;
    }
    if (c->lists->numbers.wide) {
        nimsum_moves_prepare_u64(&wide, &c->moves, c->planes.data);
    } else {
        nimsum_moves_prepare_u32(&narrow, &c->moves, c->planes.data);
    }
    return true;
}

void ranges_case_moves(const struct ranges_case *c, size_t first, size_t end,
                       struct nimsum_move *out)
{
    union queries room;
    const void *queries = queries_from(c, first, end - first, &room);
    if (is_wide(c)) {
        struct nimsum_ranges_u64 game = game_u64(c);
        (void)nimsum_range_moves_u64(&game, planes_of(c), queries, 0, end - first, out);
    } else {
        struct nimsum_ranges_u32 game = game_u32(c);
        (void)nimsum_range_moves_u32(&game, planes_of(c), queries, 0, end - first, out);
    }
}

void ranges_case_move_counts(const struct ranges_case *c, size_t first, size_t end, uint32_t *out)
{
    union queries room;
    const void *queries = queries_from(c, first, end - first, &room);
    if (is_wide(c)) {
        struct nimsum_ranges_u64 game = game_u64(c);
        (void)nimsum_range_move_counts_u64(&game, planes_of(c), queries, 0, end - first, out);
    } else {
        struct nimsum_ranges_u32 game = game_u32(c);
        (void)nimsum_range_move_counts_u32(&game, planes_of(c), queries, 0, end - first, out);
    }
}
