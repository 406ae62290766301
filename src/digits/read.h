/* SPDX-License-Identifier: MIT */
/* read.h: decimal numbers out of a text, many at once.
 *
 * Nearly all bytes of a large body are digits and what stands between them. These functions read
 * whole elements in their plain form and stop at the first byte that is anything else: a sign, a
 * point, a leading zero, a number too large, the end of the piece. There the byte-by-byte machines
 * (json/number.h, contest/token.h) go on, from the element's first byte: they are the plain twins
 * that know every form and every fault. So nothing here decides what is right; it only makes it
 * come sooner.
 *
 * read.c is portable; vector.h does the same for sixteen digits at a time, where the processor can.
 */
#ifndef NIMSUM_DIGITS_READ_H
#define NIMSUM_DIGITS_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands between numbers. JSON never passes a line feed, so it needs no line counting. */
enum digits_form {
    DIGITS_JSON, /* "12," and rows "[1,2],"; spaces may come before an element */
    DIGITS_TEXT  /* "12" and white space; a row is two such numbers */
};

/* Read at most `most` numbers from *p on into numbers: uint64_t up to 2^63-1 where wide, else
 * uint32_t. Returns how many; *p becomes the byte behind the last one and its separator. */
size_t digits_read_numbers(enum digits_form form, bool wide, const char **p, const char *end,
                           void *numbers, size_t most);

/* Read at most `most` rows of two numbers under 2^32 into pairs[2 * most]. Otherwise the same. */
size_t digits_read_pairs(enum digits_form form, const char **p, const char *end, uint32_t *pairs,
                         size_t most);

/* The portable part of each, which goes on where the vector part stops. For the tests. */
size_t digits_read_numbers_portable(enum digits_form form, bool wide, const char **p,
                                    const char *end, void *numbers, size_t most);
size_t digits_read_pairs_portable(enum digits_form form, const char **p, const char *end,
                                  uint32_t *pairs, size_t most);

/* White space of the contest's text: SP, HT, LF, CR. */
static inline bool digits_is_space(char byte)
{
    const uint64_t spaces = UINT64_C(1) << ' ' | UINT64_C(1) << '\t' | UINT64_C(1) << '\n' |
                            UINT64_C(1) << '\r';
    return (unsigned char)byte <= ' ' && (spaces >> (unsigned char)byte & 1) != 0;
}

/* May byte stand before an element? */
static inline bool digits_is_gap(enum digits_form form, char byte)
{
    return form == DIGITS_JSON ? byte == ' ' : digits_is_space(byte);
}

/* Does byte end a number of a list? */
static inline bool digits_is_end(enum digits_form form, char byte)
{
    return form == DIGITS_JSON ? byte == ',' : digits_is_space(byte);
}

/* Store number i; wide is a constant at each call, so this is one store. */
static inline void digits_put(void *numbers, bool wide, size_t i, uint64_t number)
{
    if (wide) {
        ((uint64_t *)numbers)[i] = number;
    } else {
        ((uint32_t *)numbers)[i] = (uint32_t)number;
    }
}

#endif
