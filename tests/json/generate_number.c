/* SPDX-License-Identifier: MIT */
/* generate_number.c: the text of numbers, with edges and odd spellings made likely. */
#include "generate.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

static bool one_in(struct seed *seed, uint64_t n)
{
    return seed_below(seed, n) == 0;
}

static void add_digits(struct seed *seed, struct bytes *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char digit = one_in(seed, 3) ? '0' : (char)('0' + seed_below(seed, 10));
        if (i == 0 && count > 1 && digit == '0') {
            digit = '1'; /* no leading zero */
        }
        bytes_add(out, &digit, 1);
    }
}

static void add_integer(struct bytes *out, uint64_t value)
{
    char text[24];
    bytes_add(out, text, (size_t)snprintf(text, sizeof text, "%" PRIu64, value));
}

/* A number near a power of two, where a store or a double changes. */
static void add_edge(struct seed *seed, struct bytes *out)
{
    static const unsigned powers[] = {0, 8, 31, 32, 52, 53, 62, 63};
    uint64_t edge = (uint64_t)1 << powers[seed_below(seed, sizeof powers / sizeof powers[0])];
    add_integer(out, edge - 2 + seed_below(seed, 5));
}

/* Zeros, a point and an exponent around some digits, so that integers and near misses come up. */
static void add_spelling(struct seed *seed, struct bytes *out)
{
    add_digits(seed, out, 1 + seed_below(seed, 21));
    if (one_in(seed, 2)) {
        bytes_add_text(out, ".");
        size_t zeros = seed_below(seed, 4);
        add_digits(seed, out, 1 + seed_below(seed, 5));
        bytes_add(out, "0000", zeros);
    }
    if (one_in(seed, 2)) {
        static const char *const marks[] = {"e", "E", "e+", "E-", "e-", "e0", "e-0"};
        bytes_add_text(out, marks[seed_below(seed, sizeof marks / sizeof marks[0])]);
        add_digits(seed, out, one_in(seed, 10) ? 12 : 1 + seed_below(seed, 2));
    }
}

/* Around the longest text of a number, 1024 characters, some of them exact integers all the same.
 */
static void add_long_number(struct seed *seed, struct bytes *out)
{
    size_t size = 1020 + seed_below(seed, 10);
    size_t start = out->size;
    bytes_add_text(out, one_in(seed, 2) ? "0." : "7.");
    while (out->size - start < size - 5) {
        bytes_add_text(out, one_in(seed, 50) ? "1" : "0");
    }
    bytes_add_text(out, "0e");
    add_digits(seed, out, size - (out->size - start));
}

void generate_number(struct seed *seed, struct bytes *out)
{
    if (one_in(seed, 8)) {
        bytes_add_text(out, "-");
    }
    switch (seed_below(seed, 12)) {
    case 0:
    case 1: add_edge(seed, out); break;
    case 2: add_spelling(seed, out); break;
    case 3: add_digits(seed, out, 18 + seed_below(seed, 3)); break;
    case 4:
        if (one_in(seed, 10)) {
            add_long_number(seed, out);
            break;
        }
        add_spelling(seed, out);
        break;
    default: add_digits(seed, out, 1 + seed_below(seed, 3)); break;
    }
}
