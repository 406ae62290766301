/* SPDX-License-Identifier: MIT */
/* vector_pairs.h: rows of two short numbers in one register. Included by vector.c alone.
 *
 * Most bytes of a large request are its queries: "[3,17]," in JSON, "3 17\n" in the contest's text.
 * The ends of the rows come first, by the byte that ends each, 64 bytes at a time; then both
 * numbers of a row are worked out in one register. No row waits for the one before, so the
 * processor overlaps them; one by one (vector_numbers.h) a row takes half as long again. Rows of
 * longer numbers, that is ranges that end past the ten-millionth heap, are left to read.c.
 */
#ifndef NIMSUM_DIGITS_VECTOR_PAIRS_H
#define NIMSUM_DIGITS_VECTOR_PAIRS_H

#include "digits/vector_numbers.h"

enum {
    PAIR_DIGITS = 7,
    PAIR_BYTES = 16 /* of both numbers and what is between them; always read */
};

/* Where rows end in a text: bit i of rest is set where block[i] is the mark and was not passed. */
struct vector_rows {
    const char *end, *block;
    uint64_t rest;
    char mark;
};

/* Bit i: text[i] is mark. */
VECTOR_TARGET static inline uint64_t vector_marks(const char *text, char mark)
{
    const __m128i marks = _mm_set1_epi8((signed char)mark);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + 16 * i));
        mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, marks)) << (16 * i);
    }
    return mask;
}

/* The rows from p on. */
VECTOR_TARGET static inline struct vector_rows vector_rows_at(const char *p, const char *end,
                                                              char mark)
{
    struct vector_rows rows = {end, p, 0, mark};
    if (end - p >= VECTOR_BLOCK_BYTES + PAIR_BYTES) {
        rows.rest = vector_marks(p, mark);
    }
    return rows;
}

/* The next end of a row; NULL where its block, or the PAIR_BYTES behind it, are not whole. */
VECTOR_TARGET static inline const char *vector_next_row(struct vector_rows *rows)
{
    while (rows->rest == 0) {
        if (rows->end - rows->block < 2 * VECTOR_BLOCK_BYTES + PAIR_BYTES) {
            return NULL;
        }
        rows->block += VECTOR_BLOCK_BYTES;
        rows->rest = vector_marks(rows->block, rows->mark);
    }
    const char *place = rows->block + __builtin_ctzll(rows->rest);
    rows->rest &= rows->rest - 1;
    return place;
}

/* Where the bytes of a number of n digits that begins at byte `from` go: to the end of 8 bytes,
 * with zeros (PAIR_NONE) before it. */
#define PAIR_NONE              0x80
#define PAIR_PLACE(n, from, i) (unsigned char)((i) < 8 - (n) ? PAIR_NONE : (from) + (i) - (8 - (n)))
#define PAIR_HALF(n, from)                                                                         \
    PAIR_PLACE(n, from, 0), PAIR_PLACE(n, from, 1), PAIR_PLACE(n, from, 2),                        \
        PAIR_PLACE(n, from, 3), PAIR_PLACE(n, from, 4), PAIR_PLACE(n, from, 5),                    \
        PAIR_PLACE(n, from, 6), PAIR_PLACE(n, from, 7)
#define PAIR_ROW(a, b)                                                                             \
    {                                                                                              \
        PAIR_HALF(a, 0), PAIR_HALF(b, (a) + 1)                                                     \
    }
#define PAIR_ROWS(a)                                                                               \
    {                                                                                              \
        PAIR_ROW(a, 1), PAIR_ROW(a, 2), PAIR_ROW(a, 3), PAIR_ROW(a, 4), PAIR_ROW(a, 5),            \
            PAIR_ROW(a, 6), PAIR_ROW(a, 7)                                                         \
    }

/* How to spread "aaa?bb" over two halves of a register: for 1..7 digits each, one byte between. */
static const unsigned char vector_pair_places[PAIR_DIGITS][PAIR_DIGITS][16] = {
    PAIR_ROWS(1), PAIR_ROWS(2), PAIR_ROWS(3), PAIR_ROWS(4),
    PAIR_ROWS(5), PAIR_ROWS(6), PAIR_ROWS(7)};

/* Read the two numbers in the size bytes at p: 1..PAIR_DIGITS digits each, without leading zeros,
 * and between them the separator and perhaps one space. False: they are anything else. The lower
 * half of *both is the first. Reads PAIR_BYTES bytes at p, and two behind size. O(1). */
VECTOR_TARGET static inline bool vector_pair(const char *p, size_t size, char separator,
                                             uint64_t *both)
{
    if (size > PAIR_BYTES) {
        return false;
    }
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), _mm_set1_epi8('0'));
    __m128i digit = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v);
    unsigned stops = ~(unsigned)_mm_movemask_epi8(digit) & ((1U << size) - 1);
    unsigned left = (unsigned)__builtin_ctz(stops | 1U << size), second = left + 1;
    __m128i gap = _mm_setzero_si128();
    if (p[second] == ' ') {
        second++;
        gap = _mm_set_epi64x(0x0101010101010101, 0);
    }
    unsigned right = (unsigned)size - second;
    if (left - 1 >= PAIR_DIGITS || right - 1 >= PAIR_DIGITS || p[left] != separator ||
        stops != (1U << left | 1U << (second - 1)) || (p[0] == '0' && left > 1) ||
        (p[second] == '0' && right > 1)) {
        return false;
    }
    const void *places = vector_pair_places[left - 1][right - 1];
    v = _mm_shuffle_epi8(v, _mm_add_epi8(_mm_loadu_si128(places), gap));
    *both = vector_halves(v);
    return true;
}

#endif
