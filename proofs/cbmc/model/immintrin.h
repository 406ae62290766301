/* SPDX-License-Identifier: MIT */
/* immintrin.h: a model of the processor for CBMC, which has no bodies for the intrinsics. run.py's goto-cc finds it in
 * the place of the compiler's header of that name. It has exactly those that src/digits uses, in plain C, written after
 * Intel's description of each; check.sh compares every one with the processor. */
#ifndef NIMSUM_PROOF_MODEL_IMMINTRIN_H
#define NIMSUM_PROOF_MODEL_IMMINTRIN_H

#include <stdint.h>

/* 128 bits. Lane 0 is the lowest, and a lane's lowest byte comes first. */
typedef struct {
    uint8_t byte[16];
} __m128i;

static inline int model_lane16(__m128i v, unsigned i)
{
    return (int16_t)(uint16_t)(v.byte[2 * i] | v.byte[2 * i + 1] << 8);
}

static inline int32_t model_lane32(__m128i v, unsigned i)
{
    return (int32_t)(v.byte[4 * i] | (uint32_t)v.byte[4 * i + 1] << 8 |
                     (uint32_t)v.byte[4 * i + 2] << 16 | (uint32_t)v.byte[4 * i + 3] << 24);
}

static inline void model_put(__m128i *v, unsigned at, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++) {
        v->byte[at + i] = (uint8_t)(value >> 8 * i);
    }
}

static inline int model_saturate(int x, int least, int greatest)
{
    return x < least ? least : x > greatest ? greatest : x;
}

/* Vectors out of memory and numbers. The arguments of the set functions go from the highest lane to the lowest. */

static inline __m128i _mm_loadu_si128(const __m128i *p)
{
    return *p;
}

static inline __m128i _mm_setzero_si128(void)
{
    return (__m128i){{0}};
}

static inline __m128i _mm_set1_epi8(char a)
{
    __m128i v;
    for (unsigned i = 0; i < 16; i++) {
        v.byte[i] = (uint8_t)a;
    }
    return v;
}

static inline __m128i _mm_set_epi8(char p, char o, char n, char m, char l, char k, char j, char i,
                                   char h, char g, char f, char e, char d, char c, char b, char a)
{
    return (__m128i){{(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d, (uint8_t)e, (uint8_t)f,
                      (uint8_t)g, (uint8_t)h, (uint8_t)i, (uint8_t)j, (uint8_t)k, (uint8_t)l,
                      (uint8_t)m, (uint8_t)n, (uint8_t)o, (uint8_t)p}};
}

static inline __m128i _mm_set_epi16(short h, short g, short f, short e, short d, short c, short b,
                                    short a)
{
    const short lanes[8] = {a, b, c, d, e, f, g, h};
    __m128i v;
    for (unsigned i = 0; i < 8; i++) {
        model_put(&v, 2 * i, 2, (uint64_t)lanes[i]);
    }
    return v;
}

static inline __m128i _mm_set_epi64x(long long high, long long low)
{
    __m128i v;
    model_put(&v, 0, 8, (uint64_t)low);
    model_put(&v, 8, 8, (uint64_t)high);
    return v;
}

/* Byte by byte. */

static inline __m128i _mm_and_si128(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        a.byte[i] &= b.byte[i];
    }
    return a;
}

static inline __m128i _mm_add_epi8(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        a.byte[i] = (uint8_t)(a.byte[i] + b.byte[i]);
    }
    return a;
}

static inline __m128i _mm_sub_epi8(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        a.byte[i] = (uint8_t)(a.byte[i] - b.byte[i]);
    }
    return a;
}

static inline __m128i _mm_min_epu8(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        a.byte[i] = a.byte[i] < b.byte[i] ? a.byte[i] : b.byte[i];
    }
    return a;
}

static inline __m128i _mm_cmpeq_epi8(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        a.byte[i] = a.byte[i] == b.byte[i] ? 0xFF : 0;
    }
    return a;
}

static inline __m128i _mm_cmpgt_epi8(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        a.byte[i] = (int8_t)a.byte[i] > (int8_t)b.byte[i] ? 0xFF : 0;
    }
    return a;
}

/* Byte i is the one of `a` that b's byte i names by its low 4 bits, or 0 where its highest bit is set. */
static inline __m128i _mm_shuffle_epi8(__m128i a, __m128i b)
{
    for (unsigned i = 0; i < 16; i++) {
        b.byte[i] = b.byte[i] & 0x80 ? 0 : a.byte[b.byte[i] & 15];
    }
    return b;
}

/* Products of neighbours, added. */

/* Unsigned bytes of a, signed ones of b; the sums are saturated. */
static inline __m128i _mm_maddubs_epi16(__m128i a, __m128i b)
{
    __m128i v;
    for (unsigned i = 0; i < 8; i++) {
        int sum = a.byte[2 * i] * (int8_t)b.byte[2 * i] +
                  a.byte[2 * i + 1] * (int8_t)b.byte[2 * i + 1];
        model_put(&v, 2 * i, 2, (uint64_t)model_saturate(sum, INT16_MIN, INT16_MAX));
    }
    return v;
}

/* Signed lanes of 16 bits; the one sum that is too large, 2^31, wraps. */
static inline __m128i _mm_madd_epi16(__m128i a, __m128i b)
{
    __m128i v;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t sum = (uint32_t)(model_lane16(a, 2 * i) * model_lane16(b, 2 * i)) +
                       (uint32_t)(model_lane16(a, 2 * i + 1) * model_lane16(b, 2 * i + 1));
        model_put(&v, 4 * i, 4, sum);
    }
    return v;
}

/* Signed lanes of 32 bits become unsigned ones of 16, saturated: those of a, then those of b. */
static inline __m128i _mm_packus_epi32(__m128i a, __m128i b)
{
    __m128i v;
    for (unsigned i = 0; i < 4; i++) {
        model_put(&v, 2 * i, 2, (uint64_t)model_saturate(model_lane32(a, i), 0, UINT16_MAX));
        model_put(&v, 8 + 2 * i, 2, (uint64_t)model_saturate(model_lane32(b, i), 0, UINT16_MAX));
    }
    return v;
}

/* Numbers out of vectors. */

static inline int _mm_movemask_epi8(__m128i a)
{
    int mask = 0;
    for (unsigned i = 0; i < 16; i++) {
        mask |= (a.byte[i] >> 7) << i;
    }
    return mask;
}

static inline long long _mm_cvtsi128_si64(__m128i a)
{
    uint64_t low = 0;
    for (unsigned i = 0; i < 8; i++) {
        low |= (uint64_t)a.byte[i] << 8 * i;
    }
    return (long long)low;
}

#endif
