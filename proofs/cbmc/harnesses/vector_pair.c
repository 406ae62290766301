/* SPDX-License-Identifier: MIT */
/* Any row of any size, and any separator: it accepts exactly what is read here byte by byte, the digits of each number
 * stand at the end of its half of the register, with zeros before them, and it reads PAIR_BYTES bytes and two behind
 * the row at most. vector_halves by its contract. */
#include "harness.h"
#include "digits/vector_pairs.h"

uint8_t expected[PAIR_BYTES]; /* the register */
unsigned at;                  /* any byte of it */
uint64_t value;

uint64_t halves_by_contract(__m128i v)
{
    PROVE(v.byte[at] == expected[at]);
    return value;
}

/* The digits from *i on, 1 to PAIR_DIGITS of them without a leading zero, into the end of a half. */
static bool read_number(const char *p, size_t size, size_t *i, uint8_t half[8])
{
    size_t begin = *i, count;
    while (*i < size && '0' <= p[*i] && p[*i] <= '9') {
        (*i)++;
    }
    count = *i - begin;
    if (count < 1 || count > PAIR_DIGITS || (p[begin] == '0' && count > 1)) {
        return false;
    }
    for (size_t j = 0; j < 8; j++) {
        half[j] = j < 8 - count ? 0 : (uint8_t)(p[begin + j - (8 - count)] - '0');
    }
    return true;
}

static bool read_row(const char *p, size_t size, char separator)
{
    size_t i = 0;
    if (!read_number(p, size, &i, expected) || i == size || p[i] != separator) {
        return false;
    }
    i++;
    if (i < size && p[i] == ' ') {
        i++;
    }
    return read_number(p, size, &i, expected + 8) && i == size;
}

int main(void)
{
    size_t size;
    char separator;
    ASSUME(at < PAIR_BYTES);
    size_t room = size > PAIR_BYTES ? 0 : size + 2 < PAIR_BYTES ? PAIR_BYTES : size + 2;
    char row[room];
    uint64_t both;
    bool is_row = size <= PAIR_BYTES && read_row(row, size, separator);
    PROVE(vector_pair(row, size, separator, &both) == is_row);
    PROVE(IMPLIES(is_row, both == value));
    END_IS_REACHED;
}
