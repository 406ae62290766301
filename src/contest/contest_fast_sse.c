/* SPDX-License-Identifier: MIT */
/* contest_fast_sse.c: whole heaps between the stops of digits_sse.h, whole lines of a query each by
 * digit_pairs_sse.h. Its portable twin is contest_fast.c; a test holds the two equal. */
#include "contest/contest_fast_sse.h"

#ifdef __x86_64__

#include "digits/digit_pairs_sse.h"
#include "contest/token.h"
#include "contest/verdicts.h"

/* Queries whose numbers are on their way from memory at a time. */
enum { BATCH = 64 };

bool contest_fast_sse_is_supported(void)
{
    return digits_sse_is_supported();
}

/* The token at p and the white space after it. Returns the byte after that, or NULL. */
SSE41 static inline const char *token(struct digits_cursor *c, const char *p, uint64_t largest,
                                      uint64_t *value)
{
    const char *stop = digits_next_stop(c);
    while (stop != NULL && stop == p && token_is_space(*p)) { /* more white space before it */
        p++;
        stop = digits_next_stop(c);
    }
    if (stop == NULL || !token_is_space(*stop) || !digits_take(c, p, stop, largest, value)) {
        return NULL;
    }
    return stop + 1;
}

SSE41 static inline const char *heaps(struct prefix *prefix, bool wide, uint64_t *left,
                                      const char *p, const char *end)
{
    uint64_t largest = wide ? INT64_MAX : UINT32_MAX, heap;
    size_t room = prefix_room(prefix);
    size_t most = *left < room ? (size_t)*left : room;
    void *store = prefix->numbers.data + prefix->numbers.size;
    uint64_t last = prefix->last;
    size_t count = 0;
    struct digits_cursor c = digits_cursor_at(p, end);
    while (count < most) {
        const char *after = token(&c, p, largest, &heap);
        if (after == NULL) {
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

SSE41 const char *contest_fast_sse_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                                         const char *end)
{
    return prefix->wide ? heaps(prefix, true, left, p, end) : heaps(prefix, false, left, p, end);
}

/* Without the white space that may stand before its end, a CR for instance. */
static inline size_t line_size(const char *p, const char *line_end)
{
    size_t size = (size_t)(line_end - p);
    return size > 0 && token_is_space(line_end[-1]) ? size - 1 : size;
}

/* Read at most `most` queries into pairs and call for the numbers that decide them. Returns how
 * many; *p becomes the first byte not read. */
SSE41 static inline size_t read_queries(struct digit_rows *lines, const struct prefix *prefix,
                                        const char **p, size_t most, uint64_t *pairs)
{
    size_t heap_count = prefix_count(prefix), width = prefix_width(prefix), count = 0;
    while (count < most) {
        const char *line_end = digit_rows_next(lines);
        if (line_end == NULL || !digit_pair(*p, line_size(*p, line_end), ' ', &pairs[count])) {
            break;
        }
        uint64_t l = pairs[count] & UINT32_MAX, r = pairs[count] >> 32;
        if (l - 1 >= r || r > heap_count) { /* l = 0 wraps past any r */
            break;
        }
        __builtin_prefetch(prefix->numbers.data + (l - 1) * width);
        __builtin_prefetch(prefix->numbers.data + r * width);
        count++; /* what else was written to pairs is no query */
        *p = line_end + 1;
    }
    return count;
}

SSE41 const char *contest_fast_sse_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                           uint64_t *left, const char *p, const char *end)
{
    struct verdicts sum = *verdicts;
    while (p < end && token_is_space(*p)) { /* the end of the line before */
        p++;
    }
    struct digit_rows lines = digit_rows_at(p, end, '\n');
    uint64_t pairs[BATCH], batch;
    do {
        batch = read_queries(&lines, prefix, &p, *left < BATCH ? (size_t)*left : BATCH, pairs);
        for (size_t i = 0; i < batch; i++) {
            verdicts_add(&sum, verdicts_first_wins(prefix, pairs[i] & UINT32_MAX, pairs[i] >> 32));
        }
        *left -= batch;
    } while (batch == BATCH);
    *verdicts = sum;
    return p;
}

#else

bool contest_fast_sse_is_supported(void)
{
    return false;
}

const char *contest_fast_sse_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                                   const char *end)
{
    (void)prefix;
    (void)left;
    (void)end;
    return p;
}

const char *contest_fast_sse_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                     uint64_t *left, const char *p, const char *end)
{
    (void)prefix;
    (void)verdicts;
    (void)left;
    (void)end;
    return p;
}

#endif
