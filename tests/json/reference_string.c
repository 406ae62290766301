/* SPDX-License-Identifier: MIT */
/* reference_string.c: strings, by one table of all the ways to write a character. */
#include "reference_internal.h"

#include <stdlib.h>
#include <string.h>

/* Every way to write one character of a string: each entry is a class of bytes, given as pairs of
 * first and last. RFC 3629 section 4 for the raw ones; RFC 8259 section 7 for the escapes, with
 * surrogates in pairs only. */
#define TAIL "\x80\xBF"
#define BACK "\\\\"
#define U    "uu"
#define HEX  "09afAF"
#define D    "ddDD"
enum { RAW_WAYS = 9, NAMED_ESCAPE = RAW_WAYS };
static const char *const ways[][13] = {
    {"\x20\x21\x23\x5B\x5D\x7F"},
    {"\xC2\xDF", TAIL},
    {"\xE0\xE0", "\xA0\xBF", TAIL},
    {"\xE1\xEC", TAIL, TAIL},
    {"\xED\xED", "\x80\x9F", TAIL},
    {"\xEE\xEF", TAIL, TAIL},
    {"\xF0\xF0", "\x90\xBF", TAIL, TAIL},
    {"\xF1\xF3", TAIL, TAIL, TAIL},
    {"\xF4\xF4", "\x80\x8F", TAIL, TAIL},
    {BACK, "\"\"\\\\//bbffnnrrtt"},
    {BACK, U, "09acefACEF", HEX, HEX, HEX},
    {BACK, U, D, "07", HEX, HEX},
    {BACK, U, D, "89abAB", HEX, HEX, BACK, U, D, "cfCF", HEX, HEX},
};

static bool in_class(int byte, const char *pairs)
{
    for (; *pairs != '\0'; pairs += 2) {
        if (byte >= (unsigned char)pairs[0] && byte <= (unsigned char)pairs[1]) {
            return true;
        }
    }
    return false;
}

/* Take the bytes of the one way that fits whole; *way tells which. Where none does, stop behind the
 * longest beginning of any. */
static bool read_one_way(struct reader *r, size_t *way)
{
    size_t longest = 0;
    for (*way = 0; *way < sizeof ways / sizeof ways[0]; ++*way) {
        size_t n = 0;
        while (ways[*way][n] != NULL && r->at + n < r->size &&
               in_class(r->body[r->at + n], ways[*way][n])) {
            n++;
        }
        longest = n > longest ? n : longest;
        if (ways[*way][n] == NULL) {
            break;
        }
    }
    r->at += longest;
    return *way < sizeof ways / sizeof ways[0];
}

static uint32_t hex_at(const unsigned char *digits)
{
    char text[5] = "";
    memcpy(text, digits, 4);
    return (uint32_t)strtoul(text, NULL, 16);
}

static void add_code_point(struct bytes *out, uint32_t c)
{
    unsigned char utf8[4] = {(unsigned char)c};
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (size > 1) {
        static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
        for (size_t i = size; i-- > 1; c /= 64) {
            utf8[i] = (unsigned char)(0x80 + c % 64);
        }
        utf8[0] = (unsigned char)(lead[size] + c);
    }
    bytes_add(out, utf8, size);
}

static bool read_character(struct reader *r, struct bytes *out)
{
    const unsigned char *start = r->body + r->at;
    size_t way;
    if (!read_one_way(r, &way)) {
        return false;
    }
    size_t size = (size_t)(r->body + r->at - start);
    if (way < RAW_WAYS) {
        bytes_add(out, start, size);
    } else if (way == NAMED_ESCAPE) {
        static const char meaning[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
        const char *name = meaning;
        while ((unsigned char)*name != start[1]) {
            name += 2;
        }
        bytes_add(out, name + 1, 1);
    } else if (size == 6) {
        add_code_point(out, hex_at(start + 2));
    } else {
        uint32_t high = hex_at(start + 2) - 0xD800, low = hex_at(start + 8) - 0xDC00;
        add_code_point(out, 0x10000 + high * 1024 + low);
    }
    return true;
}

bool reference_string(struct reader *r, struct bytes *out)
{
    bytes_add(out, "", 0); /* an empty string is not the same as none */
    if (!take(r, '"')) {
        return false;
    }
    while (!take(r, '"')) {
        if (!read_character(r, out)) {
            return false;
        }
    }
    return true;
}
