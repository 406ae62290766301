/* SPDX-License-Identifier: MIT */
/* token.c: the plain machine for tokens, and places. */
#include "contest/token.h"

#include <string.h>

#include "digits/read.h"

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static uint64_t append_digit(uint64_t value, char byte)
{
    uint64_t digit = (uint64_t)(byte - '0');
    uint64_t more;
    if (__builtin_mul_overflow(value, UINT64_C(10), &more) ||
        __builtin_add_overflow(more, digit, &more)) {
        return UINT64_MAX;
    }
    return more;
}

enum token_status token_read(struct token *token, const char **next, const char *end)
{
    const char *p = *next;
    if (!token->open) {
        while (p < end && digits_is_space(*p)) {
            p++;
        }
        *next = p;
        if (p == end) {
            return TOKEN_NONE;
        }
        *token = (struct token){.open = true, .start = p};
    }
    const char *first = p;
    uint64_t value = token->value;
    while (p < end && is_digit(*p)) {
        value = append_digit(value, *p);
        p++;
    }
    token->value = value;
    token->digits += (uint64_t)(p - first);
    *next = p;
    if (p == end) {
        return TOKEN_NONE;
    }
    token->open = false;
    return digits_is_space(*p) ? TOKEN_READY : TOKEN_MALFORMED;
}

/* In blocks, so that a count fits in a byte and the compiler can count many bytes at once. */
static uint64_t count_line_feeds(const char *bytes, size_t size)
{
    uint64_t total = 0;
    while (size > 0) {
        size_t block = size < UINT8_MAX ? size : UINT8_MAX;
        uint8_t count = 0;
        for (size_t i = 0; i < block; i++) {
            count = (uint8_t)(count + (bytes[i] == '\n'));
        }
        total += count;
        bytes += block;
        size -= block;
    }
    return total;
}

void place_advance(struct place *place, const char *bytes, size_t size)
{
    const char *last = size > 0 ? memrchr(bytes, '\n', size) : NULL;
    place->offset += size;
    if (last == NULL) {
        place->column += size;
        return;
    }
    place->line += count_line_feeds(bytes, size);
    place->column = (uint64_t)(bytes + size - last);
}
