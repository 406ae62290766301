/* lane.c: one loop for each kind of element, made for both widths of the store. */
#include "lane.h"

#include "lane_sse.h"

/* 18 digits always fit in 63 bits; longer ones are left to the byte-by-byte machine. */
enum { LANE_DIGITS = 18 };

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
    if (p == end || p == start || p - start > LANE_DIGITS || (*start == '0' && p - start > 1) ||
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

static inline const char *numbers(struct json_lift *lift, bool wide, const char *p, const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX;
    char *store = lift->numbers.data + lift->numbers.size;
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
    lift->numbers.size += count * json_lift_width(lift);
    lift->open.count += (uint32_t)count;
    return p;
}

static inline const char *pairs(struct json_lift *lift, bool wide, const char *p, const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX;
    char *store = lift->numbers.data + lift->numbers.size;
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
    lift->numbers.size += 2 * rows * json_lift_width(lift);
    lift->open.count += (uint32_t)(2 * rows);
    lift->open.rows += (uint32_t)rows;
    return p;
}

const char *json_lane_portable_numbers(struct json_lift *lift, const char *p, const char *end)
{
    return lift->wide ? numbers(lift, true, p, end) : numbers(lift, false, p, end);
}

const char *json_lane_portable_pairs(struct json_lift *lift, const char *p, const char *end)
{
    return lift->wide ? pairs(lift, true, p, end) : pairs(lift, false, p, end);
}

/* The fast lane takes most of a long piece; the portable one takes the end, and what the fast one
 * does not. */

const char *json_lane_numbers(struct json_lift *lift, const char *p, const char *end)
{
    if (json_lane_sse_is_supported()) {
        p = json_lane_sse_numbers(lift, p, end);
    }
    return json_lane_portable_numbers(lift, p, end);
}

const char *json_lane_pairs(struct json_lift *lift, const char *p, const char *end)
{
    if (lift->open.ends != JSON_PAIRS) {
        return p; /* each row of this table needs its end written down */
    }
    if (json_lane_sse_is_supported()) {
        p = json_lane_sse_pairs(lift, p, end);
    }
    return json_lane_portable_pairs(lift, p, end);
}
