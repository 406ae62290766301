/* contest_lane_sse.c: whole tokens between the stops of digits_sse.h. Its portable twin is
 * contest_lane.c; a test holds the two equal. */
#include "contest_lane_sse.h"

#ifdef __x86_64__

#include "digits_sse.h"
#include "token.h"
#include "verdicts.h"

bool contest_lane_sse_is_supported(void)
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

SSE41 const char *contest_lane_sse_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                                         const char *end)
{
    return prefix->wide ? heaps(prefix, true, left, p, end) : heaps(prefix, false, left, p, end);
}

SSE41 const char *contest_lane_sse_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                           uint64_t *left, const char *p, const char *end)
{
    uint64_t heap_count = prefix_count(prefix), count = *left, l, r;
    struct verdicts sum = *verdicts;
    struct digits_cursor c = digits_cursor_at(p, end);
    while (count > 0) {
        const char *middle = token(&c, p, heap_count, &l);
        const char *after = middle == NULL ? NULL : token(&c, middle, heap_count, &r);
        if (after == NULL || l - 1 >= r) { /* l = 0 wraps past any r */
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

#else

bool contest_lane_sse_is_supported(void)
{
    return false;
}

const char *contest_lane_sse_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                                   const char *end)
{
    (void)prefix;
    (void)left;
    (void)end;
    return p;
}

const char *contest_lane_sse_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                     uint64_t *left, const char *p, const char *end)
{
    (void)prefix;
    (void)verdicts;
    (void)left;
    (void)end;
    return p;
}

#endif
