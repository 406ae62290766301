/* SPDX-License-Identifier: MIT */
/* vector_numbers.h: decimal numbers by the sixteen digits. Included by vector.c alone.
 *
 * Reading a number byte by byte makes each number wait for the end of the one before. Here the
 * places of all bytes that are no digits come first, 64 bytes at a time as the bits of a word, and
 * the digits before such a place are worked out in one register (the last sixteen bytes, those of
 * other tokens blanked), so that the processor overlaps several numbers.
 */
#ifndef NIMSUM_DIGITS_VECTOR_NUMBERS_H
#define NIMSUM_DIGITS_VECTOR_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __x86_64__
#include <immintrin.h>
#define VECTOR_TARGET __attribute__((target("sse4.1")))
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse4.1.h>
#define VECTOR_TARGET
#endif

enum { VECTOR_BLOCK_BYTES = 64, VECTOR_DIGITS = 16 };

/* A place in a text: bit i of rest is set where block[i] is no digit and was not passed yet. */
struct vector_cursor {
    const char *begin, *end, *block;
    uint64_t rest;
};

/* Bit i: text[i] is no digit. */
VECTOR_TARGET static inline uint64_t vector_stops(const char *text)
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
VECTOR_TARGET static inline struct vector_cursor vector_cursor_at(const char *p, const char *end)
{
    struct vector_cursor c = {p, end, p, 0};
    if (end - p >= VECTOR_BLOCK_BYTES) {
        c.rest = vector_stops(p);
    }
    return c;
}

/* The next byte that is no digit; NULL where the block that holds it is not whole. */
VECTOR_TARGET static inline const char *vector_next_stop(struct vector_cursor *c)
{
    while (c->rest == 0) {
        if (c->end - c->block < 2 * VECTOR_BLOCK_BYTES) {
            return NULL;
        }
        c->block += VECTOR_BLOCK_BYTES;
        c->rest = vector_stops(c->block);
    }
    const char *place = c->block + __builtin_ctzll(c->rest);
    c->rest &= c->rest - 1;
    return place;
}

/* The values of the two times eight digits in v, each byte 0..9: the first in the lower half. */
VECTOR_TARGET static inline uint64_t vector_halves(__m128i v)
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
VECTOR_TARGET static inline uint64_t vector_digits_before(const char *end, long count)
{
    static const unsigned char keep[2 * VECTOR_DIGITS] = {
        [16] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(end - VECTOR_DIGITS));
    v = _mm_sub_epi8(v, _mm_set1_epi8('0'));
    v = _mm_and_si128(v, _mm_loadu_si128((const __m128i *)(const void *)(keep + count)));
    uint64_t halves = vector_halves(v);
    return (halves & UINT32_MAX) * 100000000 + (halves >> 32);
}

/* The same one by one, for the first numbers of a piece. */
static inline uint64_t vector_one_by_one(const char *start, long count)
{
    uint64_t value = 0;
    for (long i = 0; i < count; i++) {
        value = value * 10 + (uint64_t)(start[i] - '0');
    }
    return value;
}

/* The number from start to end, if a fast path may take it. */
VECTOR_TARGET static inline bool vector_take(const struct vector_cursor *c, const char *start,
                                             const char *end, uint64_t maximum, uint64_t *value)
{
    long count = end - start;
    if (count < 1 || count > VECTOR_DIGITS || (*start == '0' && count > 1)) {
        return false;
    }
    *value = end - c->begin >= VECTOR_DIGITS ? vector_digits_before(end, count)
                                             : vector_one_by_one(start, count);
    return *value <= maximum;
}

#endif
