/* SPDX-License-Identifier: MIT */
/* fast_path.c: one loop for each kind of element, made for both widths of the store. */
#include "json/fast_path.h"

#include "json/fast_path_sse.h"

/* 18 digits always fit in 63 bits; longer ones are left to the byte-by-byte machine. */
enum { FAST_DIGITS = 18 };

/* Read 1..18 digits without a leading zero, followed within the piece by some other byte, and no
 * more than maximum. Returns that byte's place, or NULL. */
static inline const char *read_digits(const char *p, const char *end, uint64_t maximum,
                                      uint64_t *value)
{
    const char *start = p;
    uint64_t v = 0;
    unsigned digit;
    while (p < end && (digit = (unsigned)(unsigned char)*p - '0') <= 9) {
        v = v * 10 + digit;
        p++;
    }
    if (p == end || p == start || p - start > FAST_DIGITS || (*start == '0' && p - start > 1) ||
        v > maximum) {
        return NULL;
    }
    *value = v;
    return p;
}

static inline const char *skip_space(const char *p, const char *end)
{
    return p < end && *p == ' ' ? p + 1 : p;
}

/* Store value as number i of the store; wide is a constant at each call, so this is one store. */
static inline void put(char *store, bool wide, size_t i, uint64_t value)
{
    if (wide) {
        ((uint64_t *)(void *)store)[i] = value;
    } else {
        ((uint32_t *)(void *)store)[i] = (uint32_t)value;
    }
}

static inline const char *numbers(struct json_number_lists *lists, bool wide, const char *p,
                                  const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX;
    char *store = lists->numbers.data + lists->numbers.size;
    size_t count = 0;
    for (;;) {
        uint64_t value;
        const char *after = read_digits(p, end, maximum, &value);
        if (after == NULL || *after != ',') {
            break;
        }
        put(store, wide, count++, value);
        p = skip_space(after + 1, end);
    }
    lists->numbers.size += count * json_lists_width(lists);
    lists->open.count += (uint32_t)count;
    return p;
}

static inline const char *pairs(struct json_number_lists *lists, bool wide, const char *p,
                                const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX;
    char *store = lists->numbers.data + lists->numbers.size;
    size_t rows = 0;
    while (p < end && *p == '[') {
        uint64_t left, right;
        const char *after = read_digits(p + 1, end, maximum, &left);
        if (after == NULL || *after != ',') {
            break;
        }
        after = read_digits(skip_space(after + 1, end), end, maximum, &right);
        if (after == NULL || *after != ']' || after + 1 == end || after[1] != ',') {
            break;
        }
        put(store, wide, 2 * rows, left);
        put(store, wide, 2 * rows + 1, right);
        rows++;
        p = skip_space(after + 2, end);
    }
    lists->numbers.size += 2 * rows * json_lists_width(lists);
    lists->open.count += (uint32_t)(2 * rows);
    lists->open.rows += (uint32_t)rows;
    return p;
}

const char *json_fast_portable_numbers(struct json_number_lists *lists, const char *p,
                                       const char *end)
{
    return lists->wide ? numbers(lists, true, p, end) : numbers(lists, false, p, end);
}

const char *json_fast_portable_pairs(struct json_number_lists *lists, const char *p,
                                     const char *end)
{
    return lists->wide ? pairs(lists, true, p, end) : pairs(lists, false, p, end);
}

/* The fast path takes most of a long piece; the portable one takes the end, and what the fast one
 * does not. */

const char *json_fast_numbers(struct json_number_lists *lists, const char *p, const char *end)
{
    if (json_fast_sse_is_supported()) {
        p = json_fast_sse_numbers(lists, p, end);
    }
    return json_fast_portable_numbers(lists, p, end);
}

const char *json_fast_pairs(struct json_number_lists *lists, const char *p, const char *end)
{
    if (lists->open.ends != JSON_PAIRS) {
        return p; /* each row of this table needs its end written down */
    }
    if (json_fast_sse_is_supported()) {
        p = json_fast_sse_pairs(lists, p, end);
    }
    return json_fast_portable_pairs(lists, p, end);
}
