/* SPDX-License-Identifier: MIT */
/* operations.c: see operations.h. TABLE is the table's name. */
#include "operations.h"

#include <immintrin.h>
#include <string.h>

static __m128i load(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

static int16_t lane16(const uint8_t *bytes, unsigned i)
{
    int16_t lane;
    memcpy(&lane, bytes + 2 * i, sizeof lane);
    return lane;
}

static long long lane64(const uint8_t *bytes, unsigned i)
{
    long long lane;
    memcpy(&lane, bytes + 8 * i, sizeof lane);
    return lane;
}

/* A function named after the intrinsic, which stores what the expression of a and b is. */
#define OPERATION(name, type, expression)                                                          \
    static void run##name(const uint8_t *a, const uint8_t *b, uint8_t *result)                     \
    {                                                                                              \
        type value = expression;                                                                   \
        (void)a, (void)b;                                                                          \
        memcpy(result, &value, sizeof value);                                                      \
    }
#define OF_TWO(name) OPERATION(name, __m128i, name(load(a), load(b)))

OPERATION(_mm_loadu_si128, __m128i, load(a))
OPERATION(_mm_setzero_si128, __m128i, _mm_setzero_si128())
OPERATION(_mm_set1_epi8, __m128i, _mm_set1_epi8((char)a[0]))
OPERATION(_mm_set_epi8, __m128i,
          _mm_set_epi8((char)a[15], (char)a[14], (char)a[13], (char)a[12], (char)a[11], (char)a[10],
                       (char)a[9], (char)a[8], (char)a[7], (char)a[6], (char)a[5], (char)a[4],
                       (char)a[3], (char)a[2], (char)a[1], (char)a[0]))
OPERATION(_mm_set_epi16, __m128i,
          _mm_set_epi16(lane16(a, 7), lane16(a, 6), lane16(a, 5), lane16(a, 4), lane16(a, 3),
                        lane16(a, 2), lane16(a, 1), lane16(a, 0)))
OPERATION(_mm_set_epi64x, __m128i, _mm_set_epi64x(lane64(a, 1), lane64(a, 0)))
OF_TWO(_mm_and_si128)
OF_TWO(_mm_add_epi8)
OF_TWO(_mm_sub_epi8)
OF_TWO(_mm_min_epu8)
OF_TWO(_mm_cmpeq_epi8)
OF_TWO(_mm_cmpgt_epi8)
OF_TWO(_mm_shuffle_epi8)
OF_TWO(_mm_maddubs_epi16)
OF_TWO(_mm_madd_epi16)
OF_TWO(_mm_packus_epi32)
OPERATION(_mm_movemask_epi8, int, _mm_movemask_epi8(load(a)))
OPERATION(_mm_cvtsi128_si64, long long, _mm_cvtsi128_si64(load(a)))

#define ROW(name)                                                                                  \
    {                                                                                              \
#name, run##name                                                                           \
    }
const struct operation TABLE[OPERATIONS_MOST] = {
    ROW(_mm_loadu_si128),   ROW(_mm_setzero_si128), ROW(_mm_set1_epi8),  ROW(_mm_set_epi8),
    ROW(_mm_set_epi16),     ROW(_mm_set_epi64x),    ROW(_mm_and_si128),  ROW(_mm_add_epi8),
    ROW(_mm_sub_epi8),      ROW(_mm_min_epu8),      ROW(_mm_cmpeq_epi8), ROW(_mm_cmpgt_epi8),
    ROW(_mm_shuffle_epi8),  ROW(_mm_maddubs_epi16), ROW(_mm_madd_epi16), ROW(_mm_packus_epi32),
    ROW(_mm_movemask_epi8), ROW(_mm_cvtsi128_si64)};
