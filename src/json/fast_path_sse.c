/* SPDX-License-Identifier: MIT */
/* fast_path_sse.c: whole numbers between the stops of digits_sse.h, whole rows by
 * digit_pairs_sse.h. The portable twin is fast_path.c; a test holds the two equal. */
#include "json/fast_path_sse.h"

#ifdef __x86_64__

#include <string.h>

#include "digits/digit_pairs_sse.h"

bool json_fast_sse_is_supported(void)
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

SSE41 static inline const char *numbers(struct json_number_lists *lists, bool wide, const char *p,
                                        const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX, value;
    char *store = lists->numbers.data + lists->numbers.size;
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
    lists->numbers.size += count * json_lists_width(lists);
    lists->open.count += (uint32_t)count;
    return p;
}

/* The row from p to close, "[digits,digits]" and a comma; returns the byte behind it and one space,
 * or NULL. */
SSE41 static inline const char *row(const char *p, const char *close, uint64_t *both)
{
    if (*p != '[' || !digit_pair(p + 1, (size_t)(close - p) - 1, ',', both) || close[1] != ',') {
        return NULL;
    }
    return close[2] == ' ' ? close + 3 : close + 2;
}

SSE41 static inline const char *pairs(struct json_number_lists *lists, bool wide, const char *p,
                                      const char *end)
{
    char *store = lists->numbers.data + lists->numbers.size;
    size_t rows = 0;
    uint64_t both = 0;
    struct digit_rows ends = digit_rows_at(p, end, ']');
    for (;;) {
        const char *close = digit_rows_next(&ends);
        const char *after = close == NULL ? NULL : row(p, close, &both);
        if (after == NULL) {
            break;
        }
        if (wide) {
            put(store, true, 2 * rows, both & UINT32_MAX);
            put(store, true, 2 * rows + 1, both >> 32);
        } else {
            memcpy(store + rows * sizeof both, &both, sizeof both);
        }
        rows++;
        p = after;
    }
    lists->numbers.size += 2 * rows * json_lists_width(lists);
    lists->open.count += (uint32_t)(2 * rows);
    lists->open.rows += (uint32_t)rows;
    return p;
}

SSE41 const char *json_fast_sse_numbers(struct json_number_lists *lists, const char *p,
                                        const char *end)
{
    return lists->wide ? numbers(lists, true, p, end) : numbers(lists, false, p, end);
}

SSE41 const char *json_fast_sse_pairs(struct json_number_lists *lists, const char *p,
                                      const char *end)
{
    return lists->wide ? pairs(lists, true, p, end) : pairs(lists, false, p, end);
}

#else

bool json_fast_sse_is_supported(void)
{
    return false;
}

const char *json_fast_sse_numbers(struct json_number_lists *lists, const char *p, const char *end)
{
    (void)lists;
    (void)end;
    return p;
}

const char *json_fast_sse_pairs(struct json_number_lists *lists, const char *p, const char *end)
{
    (void)lists;
    (void)end;
    return p;
}

#endif
