/* lane_sse.c: number ends from a bit mask, digits sixteen at a time.
 *
 * Reading a number byte by byte makes each number wait for the end of the one before. Here the
 * places of all bytes that are no digits come first, 64 bytes at a time as the bits of a word, and
 * the digits before such a place are worked out in one register (the last sixteen bytes, those of
 * other tokens blanked), so that the processor overlaps several numbers. The portable twin is
 * lane.c; a test holds the two equal.
 */
#include "lane_sse.h"

#ifdef __x86_64__

#include <immintrin.h>

#define SSE41 __attribute__((target("sse4.1")))

enum { BLOCK_BYTES = 64, DIGITS = 16 };

bool json_lane_sse_is_supported(void)
{
    return __builtin_cpu_supports("sse4.1") != 0;
}

/* The bytes from block on: bit i of rest is set where block[i] is no digit and was not passed yet.
 */
struct cursor {
    const char *begin, *end, *block;
    uint64_t rest;
};

/* Bit i: text[i] is no digit. */
SSE41 static inline uint64_t non_digits(const char *text)
{
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + 16 * i));
        /* As signed bytes, '0' - 128 is the least and '9' - 119 the greatest after this shift. */
        __m128i shifted = _mm_add_epi8(bytes, _mm_set1_epi8((char)(127 - '9')));
        __m128i digit = _mm_cmpgt_epi8(shifted, _mm_set1_epi8(127 - 10));
        mask |= (uint64_t)(uint16_t)~_mm_movemask_epi8(digit) << (16 * i);
    }
    return mask;
}

/* A cursor at p, or one without blocks where fewer bytes are left. */
SSE41 static inline struct cursor cursor_at(const char *p, const char *end)
{
    struct cursor c = {p, end, p, 0};
    if (end - p >= BLOCK_BYTES) {
        c.rest = non_digits(p);
    }
    return c;
}

/* The next byte that is no digit; NULL where the block that holds it is not whole. */
SSE41 static inline const char *next(struct cursor *c)
{
    while (c->rest == 0) {
        if (c->end - c->block < 2 * BLOCK_BYTES) {
            return NULL;
        }
        c->block += BLOCK_BYTES;
        c->rest = non_digits(c->block);
    }
    const char *place = c->block + __builtin_ctzll(c->rest);
    c->rest &= c->rest - 1;
    return place;
}

/* The value of the count digits before end; 1 <= count <= 16, sixteen bytes before end are
 * readable. */
SSE41 static inline uint64_t digits_before(const char *end, long count)
{
    static const unsigned char keep[2 * DIGITS] = {[16] = 255, 255, 255, 255, 255, 255, 255, 255,
                                                   255,        255, 255, 255, 255, 255, 255, 255};
    const __m128i ones = _mm_set_epi8(1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10);
    const __m128i hundreds = _mm_set_epi16(1, 100, 1, 100, 1, 100, 1, 100);
    const __m128i ten_thousands = _mm_set_epi16(1, 10000, 1, 10000, 1, 10000, 1, 10000);
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(end - DIGITS));
    v = _mm_sub_epi8(v, _mm_set1_epi8('0'));
    v = _mm_and_si128(v, _mm_loadu_si128((const __m128i *)(const void *)(keep + count)));
    v = _mm_maddubs_epi16(v, ones);  /* eight numbers of two digits */
    v = _mm_madd_epi16(v, hundreds); /* four of four */
    v = _mm_packus_epi32(v, v);
    v = _mm_madd_epi16(v, ten_thousands); /* two of eight */
    uint64_t halves = (uint64_t)_mm_cvtsi128_si64(v);
    return (halves & UINT32_MAX) * 100000000 + (halves >> 32);
}

/* The same one by one, for the first numbers of a piece. */
static inline uint64_t digits_from(const char *start, long count)
{
    uint64_t value = 0;
    for (long i = 0; i < count; i++) {
        value = value * 10 + (uint64_t)(start[i] - '0');
    }
    return value;
}

/* The number from start to end, if a lane may take it. */
SSE41 static inline bool take(const struct cursor *c, const char *start, const char *end,
                              uint64_t maximum, uint64_t *value)
{
    long count = end - start;
    if (count < 1 || count > DIGITS || (*start == '0' && count > 1)) {
        return false;
    }
    *value = end - c->begin >= DIGITS ? digits_before(end, count) : digits_from(start, count);
    return *value <= maximum;
}

/* Pass one space at p, if there is one. */
SSE41 static inline const char *skip_space(struct cursor *c, const char *p)
{
    if (p < c->end && *p == ' ') {
        const char *space = next(c);
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
    struct cursor c = cursor_at(p, end);
    for (;;) {
        const char *comma = next(&c);
        if (comma == NULL || *comma != ',' || !take(&c, p, comma, maximum, &value)) {
            break;
        }
        put(store, wide, count++, value);
        p = comma + 1;
        const char *after = skip_space(&c, p);
        if (after == NULL) {
            break;
        }
        p = after;
    }
    lift->numbers.size += count * json_lift_width(lift);
    lift->open.count += (uint32_t)count;
    return p;
}

/* The row that begins at p, "[digits,digits],"; returns the byte behind it, or NULL. */
SSE41 static inline const char *row(struct cursor *c, const char *p, uint64_t maximum,
                                    uint64_t *left, uint64_t *right)
{
    const char *open = next(c);
    if (open == NULL || open != p || *open != '[') {
        return NULL;
    }
    const char *comma = next(c);
    if (comma == NULL || *comma != ',' || !take(c, p + 1, comma, maximum, left)) {
        return NULL;
    }
    const char *second = skip_space(c, comma + 1);
    const char *close = second == NULL ? NULL : next(c);
    if (close == NULL || *close != ']' || !take(c, second, close, maximum, right)) {
        return NULL;
    }
    const char *end = next(c);
    return end == close + 1 && *end == ',' ? end + 1 : NULL;
}

SSE41 static inline const char *pairs(struct json_lift *lift, bool wide, const char *p,
                                      const char *end)
{
    uint64_t maximum = wide ? INT64_MAX : UINT32_MAX, left, right;
    char *store = lift->numbers.data + lift->numbers.size;
    size_t rows = 0;
    struct cursor c = cursor_at(p, end);
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
