/* SPDX-License-Identifier: MIT */
/* contest_fast.c: one loop each for heaps, queries and what is skipped. Where there is SSE4.1 it
 * goes first, and these loops take what it leaves. */
#include "contest/contest_fast.h"

#include "contest/contest_fast_sse.h"
#include "contest/verdicts.h"

/* Made for both widths: wide is a constant at each call. */
static inline const char *heaps(struct prefix *prefix, bool wide, uint64_t *left, const char *p,
                                const char *end)
{
    uint64_t largest = wide ? INT64_MAX : UINT32_MAX;
    size_t room = prefix_room(prefix);
    size_t most = *left < room ? (size_t)*left : room;
    void *store = prefix->numbers.data + prefix->numbers.size;
    uint64_t last = prefix->last;
    size_t count = 0;
    while (count < most) {
        uint64_t heap;
        const char *after = token_fast(p, end, &heap);
        if (after == NULL || heap > largest) {
            break;
        }
        last ^= heap;
        if (wide) {
            ((uint64_t *)store)[count++] = last;
        } else {
            ((uint32_t *)store)[count++] = (uint32_t)last;
        }
        p = after;
    }
    prefix->last = last;
    prefix->numbers.size += count * prefix_width(prefix);
    *left -= count;
    return p;
}

const char *contest_fast_portable_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                                        const char *end)
{
    return prefix->wide ? heaps(prefix, true, left, p, end) : heaps(prefix, false, left, p, end);
}

const char *contest_fast_portable_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                          uint64_t *left, const char *p, const char *end)
{
    uint64_t heap_count = prefix_count(prefix);
    struct verdicts sum = *verdicts;
    uint64_t count = *left;
    while (count > 0) {
        uint64_t l, r;
        const char *after = token_fast(p, end, &l);
        if (after == NULL) {
            break;
        }
        after = token_fast(after, end, &r);
        if (after == NULL || l - 1 >= r || r > heap_count) { /* l = 0 wraps past any r */
            break;
        }
        verdicts_add(&sum, verdicts_first_wins(prefix, l, r));
        count--;
        p = after;
    }
    *verdicts = sum;
    *left = count;
    return p;
}

const char *contest_fast_skip(uint64_t *left, const char *p, const char *end)
{
    uint64_t count = *left;
    while (count > 0) {
        uint64_t value;
        const char *after = token_fast(p, end, &value);
        if (after == NULL) {
            break;
        }
        count--;
        p = after;
    }
    *left = count;
    return p;
}

const char *contest_fast_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                               const char *end)
{
    if (contest_fast_sse_is_supported()) {
        p = contest_fast_sse_heaps(prefix, left, p, end);
    }
    return contest_fast_portable_heaps(prefix, left, p, end);
}

const char *contest_fast_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                 uint64_t *left, const char *p, const char *end)
{
    if (contest_fast_sse_is_supported()) {
        p = contest_fast_sse_queries(prefix, verdicts, left, p, end);
    }
    return contest_fast_portable_queries(prefix, verdicts, left, p, end);
}
