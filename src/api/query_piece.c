/* SPDX-License-Identifier: MIT */
/* query_piece.c: percent-encoding (RFC 3986 section 2.1), undone byte by byte. */
#include "api/query_piece.h"

#include <string.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

char piece_take(struct piece *piece)
{
    const char *text = piece->text;
    size_t used = 1;
    char byte = text[0];
    if (byte == '%' && piece->size >= 3) {
        int high = hex_digit(text[1]), low = hex_digit(text[2]);
        if (high >= 0 && low >= 0) {
            byte = (char)(high * 16 + low);
            used = 3;
        }
    }
    piece->text += used;
    piece->size -= used;
    /* Beyond printable ASCII nothing of ours exists: what it was need not be told exactly. */
    return byte >= 0x20 && byte < 0x7F ? byte : '?';
}

size_t piece_decode(struct piece piece, char *out, size_t maximum)
{
    size_t size = 0;
    while (piece.size > 0 && size < maximum) {
        out[size++] = piece_take(&piece);
    }
    return size;
}

struct piece piece_until(struct piece *rest, char separator)
{
    struct piece found = {rest->text, 0};
    while (rest->size > 0) {
        struct piece before = *rest;
        if (piece_take(rest) == separator) {
            found.size = (size_t)(before.text - found.text);
            return found;
        }
    }
    found.size = (size_t)(rest->text - found.text);
    return found;
}

/* How many bytes of a blank text begins with. */
static size_t blank(const char *text, size_t size)
{
    if (size >= 1 && *text == '+') {
        return 1;
    }
    return size >= 3 && memcmp(text, "%20", 3) == 0 ? 3 : 0;
}

struct piece piece_trim(struct piece piece)
{
    for (size_t size; (size = blank(piece.text, piece.size)) > 0;) {
        piece.text += size;
        piece.size -= size;
    }
    for (;;) {
        const char *end = piece.text + piece.size;
        if (piece.size >= 1 && end[-1] == '+') {
            piece.size -= 1;
        } else if (piece.size >= 3 && memcmp(end - 3, "%20", 3) == 0) {
            piece.size -= 3;
        } else {
            return piece;
        }
    }
}

bool piece_is(struct piece piece, const char *name)
{
    for (; piece.size > 0 && *name != '\0'; name++) {
        if (piece_take(&piece) != *name) {
            return false;
        }
    }
    return piece.size == 0 && *name == '\0';
}
