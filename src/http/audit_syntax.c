/* SPDX-License-Identifier: MIT */
/* audit_syntax.c: one character class table and a few short machines. */
#include "http/audit_syntax.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { REQUEST_ID_BYTES = 128 };

/* What a byte may be part of. */
enum {
    DIGIT = 1,
    HEX = 2,
    TOKEN = 4,       /* RFC 9110 section 5.6.2 */
    REG_NAME = 8,    /* RFC 3986 section 3.2.2, without percent-encodings */
    IP_LITERAL = 16, /* the same, between the brackets */
    TARGET = 32 /* RFC 3986 section 3.3 and 3.4, without percent-encodings; "[" and "]" pass too */
};

enum {
    ANY_DIGIT = DIGIT | HEX | TOKEN | REG_NAME | IP_LITERAL | TARGET,
    A_TO_F = HEX | TOKEN | REG_NAME | IP_LITERAL | TARGET,
    LETTER = TOKEN | REG_NAME | TARGET,
    SUB_DELIM = REG_NAME | TARGET
};

/* Four bytes from c on. */
#define FOUR(c, set) [c] = (set), [(c) + 1] = (set), [(c) + 2] = (set), [(c) + 3] = (set)

static const unsigned char classes[256] = {
    FOUR('0', ANY_DIGIT),
    FOUR('4', ANY_DIGIT),
    ['8'] = ANY_DIGIT,
    ['9'] = ANY_DIGIT,
    FOUR('a', A_TO_F),
    ['e'] = A_TO_F,
    ['f'] = A_TO_F,
    FOUR('A', A_TO_F),
    ['E'] = A_TO_F,
    ['F'] = A_TO_F,
    FOUR('g', LETTER),
    FOUR('k', LETTER),
    FOUR('o', LETTER),
    ['s'] = LETTER,
    ['t'] = LETTER,
    ['u'] = LETTER,
    ['v'] = LETTER | IP_LITERAL,
    FOUR('w', LETTER),
    FOUR('G', LETTER),
    FOUR('K', LETTER),
    FOUR('O', LETTER),
    FOUR('S', LETTER),
    FOUR('W', LETTER),
    ['-'] = LETTER,
    ['.'] = LETTER | IP_LITERAL,
    ['_'] = LETTER,
    ['~'] = LETTER,
    ['!'] = LETTER,
    ['$'] = LETTER,
    ['&'] = LETTER,
    ['\''] = LETTER,
    ['*'] = LETTER,
    ['+'] = LETTER,
    ['#'] = TOKEN,
    ['%'] = TOKEN,
    ['^'] = TOKEN,
    ['`'] = TOKEN,
    ['|'] = TOKEN,
    ['('] = SUB_DELIM,
    [')'] = SUB_DELIM,
    [';'] = SUB_DELIM,
    ['='] = SUB_DELIM,
    [','] = TARGET, /* a comma in Host would be a list */
    [':'] = TARGET | IP_LITERAL,
    ['@'] = TARGET,
    ['/'] = TARGET,
    ['?'] = TARGET,
    ['['] = TARGET,
    [']'] = TARGET,
};

static bool is_in(char c, unsigned set)
{
    return (classes[(unsigned char)c] & set) != 0;
}

static bool all_in(const char *text, size_t size, unsigned set)
{
    for (size_t i = 0; i < size; i++) {
        if (!is_in(text[i], set)) {
            return false;
        }
    }
    return true;
}

bool audit_is_digits(const char *text, size_t size)
{
    return size > 0 && all_in(text, size, DIGIT);
}

bool audit_is_token(const char *text, size_t size)
{
    return size > 0 && all_in(text, size, TOKEN);
}

static bool is_control(unsigned char byte)
{
    return (byte < 0x20 && byte != '\t') || byte == 0x7F;
}

/* Whether one of eight bytes is below 0x20 or DEL: perhaps a control character. Without a branch a
 * byte, since nearly all fields have none. */
static bool may_hold_control(const char *text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t word;
    memcpy(&word, text, sizeof word);
    uint64_t below_space = (word - ones * 0x20) & ~word; /* a borrow only adds false alarms */
    uint64_t del = word ^ ones * 0x7F;
    return ((below_space | ((del - ones) & ~del)) & tops) != 0;
}

bool audit_is_field_value(const char *text, size_t size)
{
    size_t i = 0;
    while (size - i >= sizeof(uint64_t) && !may_hold_control(text + i)) {
        i += sizeof(uint64_t);
    }
    for (; i < size; i++) {
        if (is_control((unsigned char)text[i])) {
            return false;
        }
    }
    return true;
}

/* %XX at text, with size bytes to come. */
static bool is_percent_encoding(const char *text, size_t size)
{
    return size >= 3 && text[0] == '%' && is_in(text[1], HEX) && is_in(text[2], HEX);
}

/* Up to "]": the characters of an IPv6 address or of an IPvFuture one. Returns its size with the
 * brackets, or 0. */
static size_t ip_literal_size(const char *text, size_t size)
{
    const char *end = memchr(text, ']', size);
    if (end == NULL || end - text < 3) {
        return 0;
    }
    if (!all_in(text + 1, (size_t)(end - text) - 1, IP_LITERAL)) {
        return 0;
    }
    return (size_t)(end - text) + 1;
}

static size_t reg_name_size(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && text[i] != ':') {
        if (is_percent_encoding(text + i, size - i)) {
            i += 3;
        } else if (is_in(text[i], REG_NAME)) {
            i++;
        } else {
            return 0;
        }
    }
    return i;
}

bool audit_is_host(const char *text, size_t size)
{
    if (size == 0) {
        return false;
    }
    size_t host = text[0] == '[' ? ip_literal_size(text, size) : reg_name_size(text, size);
    if (host == 0) {
        return false;
    }
    size_t port = size - host;
    return port == 0 ||
           (text[host] == ':' && (port == 1 || audit_is_digits(text + host + 1, port - 1)));
}

bool audit_is_target(const char *text)
{
    return text[0] != '\0' && text[audit_target_size(text)] == '\0';
}

size_t audit_target_size(const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '%') {
            if (!is_percent_encoding(text + i, size - i) ||
                (text[i + 1] == '0' && text[i + 2] == '0')) {
                return i;
            }
        } else if (!is_in(text[i], TARGET)) {
            return i;
        }
    }
    return size;
}

bool audit_ends_with_chunked(const char *text)
{
    static const char chunked[] = "chunked";
    size_t size = strlen(text), own = sizeof chunked - 1;
    if (size <= own || strcasecmp(text + size - own, chunked) != 0) {
        return false;
    }
    const char *p = text + size - own - 1;
    while (p > text && (*p == ' ' || *p == '\t')) {
        p--;
    }
    return *p == ',';
}

bool audit_is_request_id(const char *text)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t size = strnlen(text, REQUEST_ID_BYTES + 1);
    return size >= 1 && size <= REQUEST_ID_BYTES && strspn(text, allowed) == size;
}

/* Whether text begins with size hexadecimal digits of lower case that are not all zero. */
static bool is_hex(const char *text, size_t size, bool may_be_zero)
{
    return strnlen(text, size) == size && strspn(text, "0123456789abcdef") >= size &&
           (may_be_zero || strspn(text, "0") < size);
}

/* version "-" trace-id "-" parent-id "-" flags; version ff is none, and only versions past 00 may
 * go on, after another "-". */
const char *audit_trace_id(const char *text)
{
    enum { TRACE = 3, PARENT = 36, FLAGS = 53, END = 55 };
    if (!is_hex(text, 2, true) || strncmp(text, "ff", 2) == 0 || text[TRACE - 1] != '-' ||
        !is_hex(text + TRACE, 32, false) || text[PARENT - 1] != '-' ||
        !is_hex(text + PARENT, 16, false) || text[FLAGS - 1] != '-' ||
        !is_hex(text + FLAGS, 2, true)) {
        return NULL;
    }
    bool is_first_version = strncmp(text, "00", 2) == 0;
    return text[END] == '\0' || (text[END] == '-' && !is_first_version) ? text + TRACE : NULL;
}
