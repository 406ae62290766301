/* SPDX-License-Identifier: MIT */
/* digits_sse.h: decimal numbers in bulk, for x86-64 with SSE4.1.
 *
 * Reading a number byte by byte makes each number wait for the end of the one before. Here the
 * places of all bytes that are no digits come first, 64 bytes at a time as the bits of a word, and
 * the digits before such a place are worked out in one register (the last sixteen bytes, those of
 * other tokens blanked), so that the processor overlaps several numbers. The fast paths of src/json
 * and src/contest are built on it. */
#ifndef NIMSUM_DIGITS_DIGITS_SSE_H
#define NIMSUM_DIGITS_DIGITS_SSE_H

#ifdef __x86_64__

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SSE41 __attribute__((target("sse4.1")))

enum { DIGITS_BLOCK_BYTES = 64, DIGITS_AT_ONCE = 16 };

/* Whether this processor runs the functions below. */
static inline bool digits_sse_is_supported(void)
{
    return __builtin_cpu_supports("sse4.1") != 0;
}

/* A place in a text: bit i of rest is set where block[i] is no digit and was not passed yet. */
struct digits_cursor {
    const char *begin, *end, *block;
    uint64_t rest;
};

/* Bit i: text[i] is no digit. */
SSE41 static inline uint64_t digits_sse_stops(const char *text)
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
SSE41 static inline struct digits_cursor digits_cursor_at(const char *p, const char *end)
{
    struct digits_cursor c = {p, end, p, 0};
    if (end - p >= DIGITS_BLOCK_BYTES) {
        c.rest = digits_sse_stops(p);
    }
    return c;
}

/* The next byte that is no digit; NULL where the block that holds it is not whole. */
SSE41 static inline const char *digits_next_stop(struct digits_cursor *c)
{
    while (c->rest == 0) {
        if (c->end - c->block < 2 * DIGITS_BLOCK_BYTES) {
            return NULL;
        }
        c->block += DIGITS_BLOCK_BYTES;
        c->rest = digits_sse_stops(c->block);
    }
    const char *place = c->block + __builtin_ctzll(c->rest);
    c->rest &= c->rest - 1;
    return place;
}

/* The values of the two times eight digits in v, each byte 0..9: the first in the lower half. */
SSE41 static inline uint64_t digits_sse_halves(__m128i v)
{
    const __m128i ones = _mm_set_epi8(1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10);
    const __m128i hundreds = _mm_set_epi16(1, 100, 1, 100, 1, 100, 1, 100);
    const __m128i ten_thousands = _mm_set_epi16(1, 10000, 1, 10000, 1, 10000, 1, 10000);
    v = _mm_maddubs_epi16(v, ones);  /* eight numbers of two digits */
    v = _mm_madd_epi16(v, hundreds); /* four of four */
    v = _mm_packus_epi32(v, v);
    v = _mm_madd_epi16(v, ten_thousands); /* two of eight */
    return (uint64_t)_mm_cvtsi128_si64(v);
}

/* The value of the count digits before end, 1 <= count <= 16; sixteen bytes before it are there. */
SSE41 static inline uint64_t digits_sse_before(const char *end, long count)
{
    static const unsigned char keep[2 * DIGITS_AT_ONCE] = {
        [16] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(end - DIGITS_AT_ONCE));
    v = _mm_sub_epi8(v, _mm_set1_epi8('0'));
    v = _mm_and_si128(v, _mm_loadu_si128((const __m128i *)(const void *)(keep + count)));
    uint64_t halves = digits_sse_halves(v);
    return (halves & UINT32_MAX) * 100000000 + (halves >> 32);
}

/* The same one by one, for the first numbers of a piece. */
static inline uint64_t digits_one_by_one(const char *start, long count)
{
    uint64_t value = 0;
    for (long i = 0; i < count; i++) {
        value = value * 10 + (uint64_t)(start[i] - '0');
    }
    return value;
}

/* The number from start to end, if a fast path may take it. */
SSE41 static inline bool digits_take(const struct digits_cursor *c, const char *start,
                                     const char *end, uint64_t maximum, uint64_t *value)
{
    long count = end - start;
    if (count < 1 || count > DIGITS_AT_ONCE || (*start == '0' && count > 1)) {
        return false;
    }
    *value = end - c->begin >= DIGITS_AT_ONCE ? digits_sse_before(end, count)
                                              : digits_one_by_one(start, count);
    return *value <= maximum;
}

#endif

#endif
