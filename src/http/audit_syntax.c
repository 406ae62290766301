/* audit_syntax.c: one character class table and a few short machines. */
#include "audit_syntax.h"

#include <string.h>
#include <strings.h>

static bool is_alpha_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_hex(char c)
{
    return is_one_of(c, "0123456789abcdefABCDEF");
}

bool audit_is_digits(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
    }
    return size > 0;
}

bool audit_is_token(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!is_alpha_or_digit(text[i]) && !is_one_of(text[i], "!#$%&'*+-.^_`|~")) {
            return false;
        }
    }
    return size > 0;
}

bool audit_is_field_value(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F) {
            return false;
        }
    }
    return true;
}

/* %XX at text, with size bytes to come. */
static bool is_percent_encoding(const char *text, size_t size)
{
    return size >= 3 && text[0] == '%' && is_hex(text[1]) && is_hex(text[2]);
}

/* Up to "]": the characters of an IPv6 address or of an IPvFuture one. Returns its size with the
 * brackets, or 0. */
static size_t ip_literal_size(const char *text, size_t size)
{
    const char *end = memchr(text, ']', size);
    if (end == NULL || end - text < 3) {
        return 0;
    }
    for (const char *p = text + 1; p < end; p++) {
        if (!is_hex(*p) && !is_one_of(*p, ":.v")) {
            return 0;
        }
    }
    return (size_t)(end - text) + 1;
}

static size_t reg_name_size(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && text[i] != ':') {
        if (is_percent_encoding(text + i, size - i)) {
            i += 3;
        } else if (is_alpha_or_digit(text[i]) || is_one_of(text[i], "-._~!$&'()*+;=")) {
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
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '%') {
            if (!is_percent_encoding(text + i, size - i) ||
                (text[i + 1] == '0' && text[i + 2] == '0')) {
                return false;
            }
        } else if (!is_alpha_or_digit(text[i]) && !is_one_of(text[i], "-._~!$&'()*+,;=:@/?[]")) {
            return false;
        }
    }
    return size > 0;
}

bool audit_ends_with_chunked(const char *text)
{
    static const char chunked[] = "chunked";
    size_t size = strlen(text), own = sizeof chunked - 1;
    return size > own && strcasecmp(text + size - own, chunked) == 0 &&
           is_one_of(text[size - own - 1], ", \t");
}
