/* SPDX-License-Identifier: MIT */
/* contest_fast.c: heaps, queries and what is skipped, by the batch. */
#include "contest/contest_fast.h"

#include "contest/verdicts.h"
#include "digits/read.h"

/* Tokens or queries at a time: few enough to stay in the first cache, enough to overlap. */
enum { BATCH = 64 };

static size_t at_most_batch(uint64_t left)
{
    return left < BATCH ? (size_t)left : BATCH;
}

/* How many of the pairs, from the first on, are ranges of heap_count heaps; the numbers that decide
 * them are called for. */
static size_t call_for(const struct prefix *prefix, const uint32_t *pairs, size_t count)
{
    size_t heap_count = prefix_count(prefix);
    for (size_t i = 0; i < count; i++) {
        size_t l = pairs[2 * i], r = pairs[2 * i + 1];
        if (l - 1 >= r || r > heap_count) { /* l = 0 wraps past any r */
            return i;
        }
        number_store_prefetch(&prefix->numbers, l - 1);
        number_store_prefetch(&prefix->numbers, r);
    }
    return count;
}

const char *contest_fast_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                 uint64_t *left, const char *p, const char *end)
{
    struct verdicts sum = *verdicts;
    uint32_t pairs[2 * BATCH];
    size_t count, valid;
    do {
        const char *begin = p;
        count = digits_read_pairs(DIGITS_TEXT, &p, end, pairs, at_most_batch(*left));
        valid = call_for(prefix, pairs, count);
        for (size_t i = 0; i < valid; i++) {
            verdicts_add(&sum, verdicts_first_wins(prefix, pairs[2 * i], pairs[2 * i + 1]));
        }
        *left -= valid;
        if (valid < count) { /* back to where the first of the others begins */
            p = begin;
            (void)digits_read_pairs(DIGITS_TEXT, &p, end, pairs, valid);
        }
    } while (valid == BATCH);
    *verdicts = sum;
    return p;
}

const char *contest_fast_skip(uint64_t *left, const char *p, const char *end)
{
    uint64_t values[BATCH];
    size_t count;
    do {
        count = digits_read_numbers(DIGITS_TEXT, true, &p, end, values, at_most_batch(*left));
        *left -= count;
    } while (count == BATCH);
    return p;
}
