/* SPDX-License-Identifier: MIT */
/* problem_quote.c: bytes, escaped. */
#include "problem_quote.h"

#include <stdbool.h>
#include <stdio.h>

static bool is_printable(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7F;
}

const char *quote_text(const char *text, size_t size, size_t shown, char *out)
{
    static const char digits[] = "0123456789abcdef";
    char *p = out;
    *p++ = '"';
    for (size_t i = 0; i < size && i < shown; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (!is_printable(byte)) {
            *p++ = '\\';
            *p++ = 'x';
            *p++ = digits[byte >> 4];
            *p++ = digits[byte & 15];
            continue;
        }
        if (byte == '"' || byte == '\\') {
            *p++ = '\\';
        }
        *p++ = (char)byte;
    }
    (void)snprintf(p, sizeof "...\"", "%s", size > shown ? "...\"" : "\"");
    return out;
}

const char *quote_byte(unsigned char byte, char out[QUOTE_BYTE_BYTES])
{
    (void)snprintf(out, QUOTE_BYTE_BYTES,
                   byte == '"'          ? "'%c'"
                   : is_printable(byte) ? "\"%c\""
                                        : "the byte 0x%02X",
                   byte);
    return out;
}
