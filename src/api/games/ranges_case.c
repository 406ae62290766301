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

static struct nimsum_ranges_u32 game_u32(const struct ranges_case *c)
{
    return (struct nimsum_ranges_u32){
        .prefix = heaps_u32(c) - 1,
        .large = c->misere ? (const uint32_t *)(const void *)c->large.data : NULL,
        .heap_count = c->heaps->count,
        .index_base = c->index_base};
}

static struct nimsum_ranges_u64 game_u64(const struct ranges_case *c)
{
    return (struct nimsum_ranges_u64){
        .prefix = heaps_u64(c) - 1,
        .large = c->misere ? (const uint32_t *)(const void *)c->large.data : NULL,
        .heap_count = c->heaps->count,
        .index_base = c->index_base};
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

/* The queries in the store. */
static const void *queries_of(const struct ranges_case *c)
{
    return number_store_data(&c->lists->numbers, c->queries->first);
}

bool ranges_case_answer(struct ranges_case *c, size_t *answered)
{
    size_t m = c->queries->rows;
    c->verdicts.size = 0;
    c->large.size = 0;
    if (!buffer_reserve(&c->verdicts, (m + 63) / 64 * sizeof(uint64_t)) ||
        (c->misere && !buffer_reserve(&c->large, (c->heaps->count + 1) * sizeof(uint32_t)))) {
        return false;
    }
    prepare(c);
    uint64_t *words = (uint64_t *)(void *)c->verdicts.data;
    if (c->lists->numbers.wide) {
        struct nimsum_ranges_u64 game = game_u64(c);
        *answered = nimsum_range_verdicts_u64(&game, queries_of(c), 0, m, words);
    } else {
        struct nimsum_ranges_u32 game = game_u32(c);
        *answered = nimsum_range_verdicts_u32(&game, queries_of(c), 0, m, words);
    }
    return true;
}

uint64_t ranges_case_nim_sum(const struct ranges_case *c, size_t i)
{
    size_t l = number_store_at(&c->lists->numbers, c->queries->first + 2 * i);
    size_t r = number_store_at(&c->lists->numbers, c->queries->first + 2 * i + 1);
    if (c->lists->numbers.wide) {
        struct nimsum_ranges_u64 game = game_u64(c);
        return nimsum_range_xor_u64(&game, l, r);
    }
    struct nimsum_ranges_u32 game = game_u32(c);
    return nimsum_range_xor_u32(&game, l, r);
}

bool ranges_case_prepare_moves(struct ranges_case *c, bool with_counts)
{
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
    if (c->lists->numbers.wide) {
        struct nimsum_ranges_u64 game = game_u64(c);
        (void)nimsum_range_moves_u64(&game, &c->moves, queries_of(c), first, end, out);
    } else {
        struct nimsum_ranges_u32 game = game_u32(c);
        (void)nimsum_range_moves_u32(&game, &c->moves, queries_of(c), first, end, out);
    }
}

void ranges_case_move_counts(const struct ranges_case *c, size_t first, size_t end, uint32_t *out)
{
    if (c->lists->numbers.wide) {
        struct nimsum_ranges_u64 game = game_u64(c);
        (void)nimsum_range_move_counts_u64(&game, &c->moves, queries_of(c), first, end, out);
    } else {
        struct nimsum_ranges_u32 game = game_u32(c);
        (void)nimsum_range_move_counts_u32(&game, &c->moves, queries_of(c), first, end, out);
    }
}
