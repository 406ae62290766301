/* SPDX-License-Identifier: MIT */
/* decimal.c: two digits a step from a table of pairs. */
#include "digits/decimal.h"

#include <string.h>

static const char pairs[] = "0001020304050607080910111213141516171819"
                            "2021222324252627282930313233343536373839"
                            "4041424344454647484950515253545556575859"
                            "6061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

/* log10 is about 1233/4096 of log2, so the guess is the number of digits or one less: the power of
 * ten with so many zeros tells which. */
size_t decimal_size(uint64_t value)
{
    static const uint64_t powers[DECIMAL_MAX_BYTES] = {
        0, /* 0 has a digit, too */
        UINT64_C(10),
        UINT64_C(100),
        UINT64_C(1000),
        UINT64_C(10000),
        UINT64_C(100000),
        UINT64_C(1000000),
        UINT64_C(10000000),
        UINT64_C(100000000),
        UINT64_C(1000000000),
        UINT64_C(10000000000),
        UINT64_C(100000000000),
        UINT64_C(1000000000000),
        UINT64_C(10000000000000),
        UINT64_C(100000000000000),
        UINT64_C(1000000000000000),
        UINT64_C(10000000000000000),
        UINT64_C(100000000000000000),
        UINT64_C(1000000000000000000),
        UINT64_C(10000000000000000000),
    };
    unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
    unsigned guess = bits * 1233 >> 12;
    return guess + (value >= powers[guess]);
}

size_t decimal_print(uint64_t value, char *out)
{
    size_t size = decimal_size(value), at = size;
    while (value >= 10000) { /* four at a time: each division waits for the one before */
        uint32_t last = (uint32_t)(value % 10000);
        value /= 10000;
        at -= 4;
        memcpy(out + at, pairs + 2 * (last / 100), 2);
        memcpy(out + at + 2, pairs + 2 * (last % 100), 2);
    }
    uint32_t first = (uint32_t)value;
    if (first >= 100) {
        at -= 2;
        memcpy(out + at, pairs + 2 * (first % 100), 2);
        first /= 100;
    }
    if (first >= 10) {
        memcpy(out, pairs + 2 * first, 2);
    } else {
        out[0] = (char)('0' + first);
    }
    return size;
}
