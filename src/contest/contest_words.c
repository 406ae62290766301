/* SPDX-License-Identifier: MIT */
/* contest_words.c: the mistakes that are usual in contest text, told by how the bad token goes
 * on. */
#include <string.h>

#include "contest/contest_internal.h"

/* Where a kind may be met. */
enum {
    FIRST = 1,  /* as the text's first token */
    START = 2,  /* at a token's first byte */
    DIGITS = 4, /* behind digits */
    ANY = START | DIGITS
};

#define JSON   "JSON is sent with Content-Type: application/json"
#define UTF_16 "this looks like UTF-16 or UTF-32: send UTF-8"
#define KIND(where, bytes, hint)                                                                   \
    {                                                                                              \
        where, sizeof(bytes) - 1, bytes, hint                                                      \
    }

/* The first one that fits is told. */
static const struct {
    unsigned where;
    size_t size;
    const char *bytes, *hint;
} kinds[] = {
    KIND(FIRST, "{", JSON), /* as a browser's fetch() sends a string */
    KIND(FIRST, "[", JSON),
    KIND(FIRST, "\xEF\xBB\xBF", "this is a byte-order mark: send the text without one"),
    KIND(FIRST, "\xFF\xFE", UTF_16),
    KIND(FIRST, "\xFE\xFF", UTF_16),
    KIND(FIRST, "\x1F\x8B", "this is compressed: send the text as it is"),
    KIND(FIRST, "--", "this looks like a multipart body: send the text alone"),
    KIND(FIRST, "@", "this looks like a file's name: curl sends the file with --data-binary @NAME"),
    KIND(FIRST, "<", "this looks like XML or HTML"),
    KIND(ANY, "\0", UTF_16),
    KIND(ANY, "\\n",
         "this is a backslash and an n where a line ends: printf makes a line end of it"),
    KIND(ANY, "\"", "numbers stand without quotes"),
    KIND(ANY, "'", "numbers stand without quotes"),
    KIND(ANY, ",", "white space stands between numbers, no commas"),
    KIND(ANY, ";", "white space stands between numbers, nothing else"),
    KIND(DIGITS, "-", "white space stands between l and r"),
    KIND(DIGITS, ":", "white space stands between numbers, nothing else"),
    KIND(START, "-", "numbers are not negative"),
    KIND(START, "+", "numbers have no sign"),
    KIND(ANY, "[", "numbers stand without brackets"),
    KIND(ANY, "(", "numbers stand without brackets"),
    KIND(ANY, "#", "there are no comments"),
    KIND(ANY, "//", "there are no comments"),
    KIND(ANY, "\xC2\xA0", "this is a no-break space: plain white space stands between numbers"),
    KIND(DIGITS, ".", "numbers are written in digits alone"),
    KIND(DIGITS, "e", "numbers are written in digits alone"),
    KIND(DIGITS, "E", "numbers are written in digits alone"),
    KIND(DIGITS, "x", "numbers are decimal"),
};

static bool is_letter(char c)
{
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'z';
}

const char *contest_hint(const struct contest_reader *reader)
{
    unsigned where = reader->token.digits > 0 ? DIGITS : START;
    where |= reader->state == CONTEST_T && reader->token.digits == 0 ? FIRST : 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if ((kinds[i].where & where) != 0 && kinds[i].size <= reader->rest_size &&
            memcmp(kinds[i].bytes, reader->rest, kinds[i].size) == 0) {
            return kinds[i].hint;
        }
    }
    if ((where & FIRST) != 0 && is_letter(reader->rest[0]) &&
        memchr(reader->rest, '=', reader->rest_size) != NULL) {
        return "this looks like form data: send the text alone";
    }
    return "";
}
