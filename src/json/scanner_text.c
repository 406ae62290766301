/* SPDX-License-Identifier: MIT */
/* scanner_text.c: the scanner inside a string: UTF-8 (RFC 3629) and escapes (RFC 8259 section 7).
 *
 * Outside number lists the characters go to the envelope, unescaped; inside, a string is a rejected
 * element already and only its grammar matters. */
#include "json/scanner_internal.h"

#include <string.h>

static void end_string(struct json_scanner *s)
{
    if (!scanner_in_list(s)) {
        json_envelope_string_end(&s->envelope, s->string_is_key);
    }
    if (s->string_is_key) {
        s->state = SCAN_COLON;
    } else {
        scanner_after_value(s);
    }
}

/* The first byte of a character of several bytes: how many follow, and what the next one may be
 * (RFC 3629 section 4: no overlong forms, no surrogates, nothing past U+10FFFF). */
static bool begin_utf8(struct json_scanner *s, unsigned char lead)
{
    if (lead < 0xC2 || lead > 0xF4) {
        return false;
    }
    s->utf8_left = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    s->utf8_low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    s->utf8_high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    s->utf8[0] = (char)lead;
    s->utf8_size = 1;
    s->state = SCAN_UTF8;
    return true;
}

static void string_run(struct json_scanner *s, const char *from, const char *to)
{
    if (!scanner_in_list(s) && to > from) {
        json_envelope_string_run(&s->envelope, from, (size_t)(to - from));
    }
}

static const char *scan_string(struct json_scanner *s, const struct slice *slice, const char *p)
{
    const char *start = p;
    while (p < slice->end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20 &&
           (unsigned char)*p < 0x80) {
        p++;
    }
    string_run(s, start, p);
    if (p == slice->end) {
        return p;
    }
    if (*p == '"') {
        end_string(s);
    } else if (*p == '\\') {
        s->state = SCAN_ESCAPE;
    } else if ((unsigned char)*p < 0x20 || !begin_utf8(s, (unsigned char)*p)) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    return p + 1;
}

static const char *scan_utf8(struct json_scanner *s, const struct slice *slice, const char *p)
{
    unsigned char byte = (unsigned char)*p;
    if (byte < s->utf8_low || byte > s->utf8_high) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    s->utf8_low = 0x80;
    s->utf8_high = 0xBF;
    s->utf8[s->utf8_size++] = *p;
    if (--s->utf8_left == 0) {
        string_run(s, s->utf8, s->utf8 + s->utf8_size);
        s->state = SCAN_STRING;
    }
    return p + 1;
}

static void escaped_character(struct json_scanner *s, uint32_t code_point)
{
    if (!scanner_in_list(s)) {
        json_envelope_string_character(&s->envelope, code_point);
    }
    s->state = SCAN_STRING;
}

static const char *scan_escape(struct json_scanner *s, const struct slice *slice, const char *p)
{
    static const char names[] = "\"\\/bfnrt";
    static const char characters[] = "\"\\/\b\f\n\r\t";
    if (*p == 'u') {
        s->state = SCAN_HEX;
        s->hex = 0;
        s->hex_digits = 0;
        return p + 1;
    }
    const char *name = *p == '\0' ? NULL : strchr(names, *p);
    if (name == NULL) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    escaped_character(s, (unsigned char)characters[name - names]);
    return p + 1;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Whether the hex digits so far can still become what is due: a low surrogate after a high one, and
 * anything but a low surrogate elsewhere. */
static bool hex_can_go_on(const struct json_scanner *s)
{
    bool low_due = s->high_surrogate != 0;
    if (s->hex_digits == 1) {
        return !low_due || s->hex == 0xD;
    }
    if (s->hex_digits == 2) {
        return low_due == (s->hex >= 0xDC && s->hex <= 0xDF);
    }
    return true;
}

static void end_hex(struct json_scanner *s)
{
    if (s->high_surrogate != 0) {
        uint32_t high = s->high_surrogate - 0xD800, low = s->hex - 0xDC00;
        s->high_surrogate = 0;
        escaped_character(s, 0x10000 + (high << 10) + low);
    } else if (s->hex >= 0xD800 && s->hex <= 0xDBFF) {
        s->high_surrogate = s->hex;
        s->state = SCAN_LOW_BACKSLASH;
    } else {
        escaped_character(s, s->hex);
    }
}

static const char *scan_hex(struct json_scanner *s, const struct slice *slice, const char *p)
{
    int digit = hex_value(*p);
    if (digit < 0) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    s->hex = s->hex << 4 | (uint32_t)digit;
    s->hex_digits++;
    if (!hex_can_go_on(s)) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    if (s->hex_digits == 4) {
        end_hex(s);
    }
    return p + 1;
}

static const char *scan_low_surrogate(struct json_scanner *s, const struct slice *slice,
                                      const char *p)
{
    if (*p != (s->state == SCAN_LOW_BACKSLASH ? '\\' : 'u')) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    s->state = s->state == SCAN_LOW_BACKSLASH ? SCAN_LOW_U : SCAN_HEX;
    s->hex = 0;
    s->hex_digits = 0;
    return p + 1;
}

const char *scanner_text(struct json_scanner *s, const struct slice *slice, const char *p)
{
    switch (s->state) {
    case SCAN_UTF8: return scan_utf8(s, slice, p);
    case SCAN_ESCAPE: return scan_escape(s, slice, p);
    case SCAN_HEX: return scan_hex(s, slice, p);
    case SCAN_LOW_BACKSLASH:
    case SCAN_LOW_U: return scan_low_surrogate(s, slice, p);
    default: return scan_string(s, slice, p);
    }
}
