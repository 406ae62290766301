/* SPDX-License-Identifier: MIT */
/* token.h: the tokens of a text of plain decimal numbers, read in pieces of any size.
 *
 * A token is a run of bytes between white space (SP, HT, LF, CR). token_read() is the plain
 * byte-by-byte machine that reads any token, however it is cut; token_fast() is its fast twin for
 * a token that lies whole within the piece, and gives up wherever it is not sure.
 */
#ifndef NIMSUM_CONTEST_TOKEN_H
#define NIMSUM_CONTEST_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "problem.h"

enum {
    TOKEN_LANE_BYTES =
        24, /* what the fast path wants to see: 19 digits, white space, and whole loads */
    TOKEN_LANE_DIGITS = 19 /* as many always fit in 64 bits */
};

enum token_status {
    TOKEN_NONE,     /* the piece ended: between tokens, or inside one that stays open */
    TOKEN_READY,    /* a token of plain digits, and white space after it */
    TOKEN_MALFORMED /* a byte that is neither; the token ends there */
};

struct token {
    bool open;          /* more of its bytes may follow */
    const char *start;  /* its first byte; NULL where that came in an earlier piece */
    struct place place; /* of its first byte, where start is NULL */
    uint64_t digits;    /* so far, leading zeros too */
    uint64_t value;     /* UINT64_MAX where the number is larger than that */
};

/* Go on with the open token, or skip white space and begin one, at *next; *next becomes the first
 * byte not taken (the one after the token's digits). O(1) a byte. */
enum token_status token_read(struct token *token, const char **next, const char *end);

/* Move a place over size bytes of the body. O(size), but many bytes at once. */
void place_advance(struct place *place, const char *bytes, size_t size);

static inline bool token_is_space(char byte)
{
    const uint64_t spaces = UINT64_C(1) << ' ' | UINT64_C(1) << '\t' | UINT64_C(1) << '\n' |
                            UINT64_C(1) << '\r';
    return (unsigned char)byte <= ' ' && (spaces >> (unsigned char)byte & 1) != 0;
}

/* Eight bytes of text, the first in the lowest byte, '0' taken off each. */
static inline uint64_t token_load(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word ^ UINT64_C(0x3030303030303030);
}

/* The top bit of each byte of word that is larger than 9. No byte carries into the next. */
static inline uint64_t token_not_digits(uint64_t word)
{
    uint64_t low = word & UINT64_C(0x7F7F7F7F7F7F7F7F);
    return ((low + UINT64_C(0x7676767676767676)) | word) & UINT64_C(0x8080808080808080);
}

/* The number of eight digits, the most significant in the lowest byte: pairs of bytes, then of
 * pairs, then of fours are joined side by side. */
static inline uint64_t token_eight_digits(uint64_t word)
{
    word = (word * 10 + (word >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    word = (word * 100 + (word >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    return (word * 10000 + (word >> 32)) & UINT64_C(0xFFFFFFFF);
}

/* The first count < 8 digits of word as a number; 0 where count is 0. */
static inline uint64_t token_some_digits(uint64_t word, unsigned count)
{
    return token_eight_digits(word << (63 - 8 * count) << 1); /* zeros in front */
}

/* A token of 16 digits or more, the plain way: up to TOKEN_LANE_DIGITS, or p is returned. */
const char *token_long_digits(const char *p, uint64_t *value);

/* The digits at p, of which TOKEN_LANE_BYTES bytes are there: the byte after them, or p where there
 * are none or too many. */
static inline const char *token_digits(const char *p, uint64_t *value)
{
    static const uint32_t power[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    uint64_t word = token_load(p);
    uint64_t stops = token_not_digits(word);
    if (stops != 0) {
        unsigned count = (unsigned)__builtin_ctzll(stops) / 8;
        *value = token_some_digits(word, count);
        return p + count;
    }
    uint64_t high = token_eight_digits(word);
    word = token_load(p + 8);
    stops = token_not_digits(word);
    if (stops == 0) {
        return token_long_digits(p, value);
    }
    unsigned count = (unsigned)__builtin_ctzll(stops) / 8;
    *value = high * power[count] + token_some_digits(word, count);
    return p + 8 + count;
}

/* Read the next token and the white space byte after it. Returns the byte after that, or NULL where
 * the piece ends too soon or the token is for token_read(). */
static inline const char *token_fast(const char *p, const char *end, uint64_t *value)
{
    if (end - p < TOKEN_LANE_BYTES) {
        return NULL;
    }
    const char *after = token_digits(p, value);
    if (after == p) {
        while (p < end && token_is_space(*p)) {
            p++;
        }
        if (end - p < TOKEN_LANE_BYTES) {
            return NULL;
        }
        after = token_digits(p, value);
        if (after == p) {
            return NULL;
        }
    }
    return token_is_space(*after) ? after + 1 : NULL;
}

#endif
