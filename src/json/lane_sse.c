/* lane_sse.c: whole elements between the stops of digits_sse.h. The portable twin is lane.c; a test
 * holds the two equal. */
#include "lane_sse.h"

#ifdef __x86_64__

#include "digits_sse.h"

bool json_lane_sse_is_supported(void)
{
    return digits_sse_is_supported();
}

/* Pass one space at p, if there is one. */
SSE41 static inline const char *skip_space(struct digits_cursor *c, const char *p)
{
    if (p < c->end && *p == ' ') {
        const char *space = digits_next_stop(c);
        return space == NULL ? NULL : p + 1;
    }
    return p;
}

static inline void put(char *store, bool wide, size_t i, uint64_t value)
{
    if (wide) {
        ((uint64_t *)(void *)store)[i] = value;
    } else {
        ((uint32_t *)(void *)store)[i] = (uint32_t)value;
    }
}

SSE41 static inline const char *numbers(struct json_lift *lift, bool wide, const char *p,
                                        const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX, value;
    char *store = lift->numbers.data + lift->numbers.size;
    size_t count = 0;
    struct digits_cursor c = digits_cursor_at(p, end);
    for (;;) {
        const char *comma = digits_next_stop(&c);
        if (comma == NULL || *comma != ',' || !digits_take(&c, p, comma, maximum, &value)) {
            break;
        }
        put(store, wide, count++, value);
        p = comma + 1;
        const char *after = skip_space(&c, p);
        if (after == NULL) {
            p++; /* past the space; the next stop lies beyond the whole blocks */
            break;
        }
        p = after;
    }
    lift->numbers.size += count * json_lift_width(lift);
    lift->open.count += (uint32_t)count;
    return p;
}

/* The row that begins at p, "[digits,digits],"; returns the byte behind it, or NULL. */
SSE41 static inline const char *row(struct digits_cursor *c, const char *p, uint64_t maximum,
                                    uint64_t *left, uint64_t *right)
{
    const char *open = digits_next_stop(c);
    if (open == NULL || open != p || *open != '[') {
        return NULL;
    }
    const char *comma = digits_next_stop(c);
    if (comma == NULL || *comma != ',' || !digits_take(c, p + 1, comma, maximum, left)) {
        return NULL;
    }
    const char *second = skip_space(c, comma + 1);
    const char *close = second == NULL ? NULL : digits_next_stop(c);
    if (close == NULL || *close != ']' || !digits_take(c, second, close, maximum, right)) {
        return NULL;
    }
    const char *end = digits_next_stop(c);
    return end == close + 1 && *end == ',' ? end + 1 : NULL;
}

SSE41 static inline const char *pairs(struct json_lift *lift, bool wide, const char *p,
                                      const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX, left, right;
    char *store = lift->numbers.data + lift->numbers.size;
    size_t rows = 0;
    struct digits_cursor c = digits_cursor_at(p, end);
    for (;;) {
        const char *after = row(&c, p, maximum, &left, &right);
        if (after == NULL) {
            break;
        }
        put(store, wide, 2 * rows, left);
        put(store, wide, 2 * rows + 1, right);
        rows++;
        p = after;
        after = skip_space(&c, p);
        if (after == NULL) {
            p++;
            break;
        }
        p = after;
    }
    lift->numbers.size += 2 * rows * json_lift_width(lift);
    lift->open.count += (uint32_t)(2 * rows);
    lift->open.rows += (uint32_t)rows;
    return p;
}

SSE41 const char *json_lane_sse_numbers(struct json_lift *lift, const char *p, const char *end)
{
    return lift->wide ? numbers(lift, true, p, end) : numbers(lift, false, p, end);
}

SSE41 const char *json_lane_sse_pairs(struct json_lift *lift, const char *p, const char *end)
{
    return lift->wide ? pairs(lift, true, p, end) : pairs(lift, false, p, end);
}

#else

bool json_lane_sse_is_supported(void)
{
    return false;
}

const char *json_lane_sse_numbers(struct json_lift *lift, const char *p, const char *end)
{
    (void)lift;
    (void)end;
    return p;
}

const char *json_lane_sse_pairs(struct json_lift *lift, const char *p, const char *end)
{
    (void)lift;
    (void)end;
    return p;
}

#endif
