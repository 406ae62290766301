/* ranges_case.c: the case in the width of its store. */
#include "ranges_case.h"

void ranges_case_init(struct ranges_case *c, struct account *account, size_t maximum_bytes)
{
    *c = (struct ranges_case){.index_base = 1};
    buffer_init(&c->verdicts, account, maximum_bytes);
    buffer_init(&c->large, account, maximum_bytes);
}

void ranges_case_free(struct ranges_case *c)
{
    buffer_free(&c->verdicts);
    buffer_free(&c->large);
}

/* The heaps in the store; the number before them is a 0 (lift.h), which becomes prefix 0. */
static uint32_t *heaps_u32(const struct ranges_case *c)
{
    return (uint32_t *)(void *)c->lift->numbers.data + c->heaps->first;
}

static uint64_t *heaps_u64(const struct ranges_case *c)
{
    return (uint64_t *)(void *)c->lift->numbers.data + c->heaps->first;
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
    if (c->lift->wide) {
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
    const char *queries = c->lift->numbers.data + c->queries->first * json_lift_width(c->lift);
    if (c->lift->wide) {
        struct nimsum_ranges_u64 game = game_u64(c);
        *answered = nimsum_range_verdicts_u64(&game, (const uint64_t *)(const void *)queries, 0, m,
                                              words);
    } else {
        struct nimsum_ranges_u32 game = game_u32(c);
        *answered = nimsum_range_verdicts_u32(&game, (const uint32_t *)(const void *)queries, 0, m,
                                              words);
    }
    return true;
}

uint64_t ranges_case_nim_sum(const struct ranges_case *c, size_t i)
{
    size_t l = json_lift_at(c->lift, c->queries->first + 2 * i);
    size_t r = json_lift_at(c->lift, c->queries->first + 2 * i + 1);
    if (c->lift->wide) {
        struct nimsum_ranges_u64 game = game_u64(c);
        return nimsum_range_xor_u64(&game, l, r);
    }
    struct nimsum_ranges_u32 game = game_u32(c);
    return nimsum_range_xor_u32(&game, l, r);
}
