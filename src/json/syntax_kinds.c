/* SPDX-License-Identifier: MIT */
/* syntax_kinds.c: kinds of faults, told by where the scanner was and by how the rest begins. */
#include "json/syntax_kinds.h"

#include <stddef.h>
#include <string.h>

#include "json/scanner_internal.h"

/* Where a kind may be met: sets of states. */
enum {
    START = 1, /* where the body's value is due */
    VALUE = 2,
    AFTER_COMMA = 4, /* a value or key that a comma announced */
    KEY = 8,
    MORE = 16, /* a comma or the end of a container is due */
    END = 32,  /* nothing more is due */
    COLON = 64,
    BETWEEN = START | VALUE | AFTER_COMMA | KEY | MORE | END | COLON
};

static unsigned where(const struct json_scanner *s)
{
    switch (s->state) {
    case SCAN_VALUE:
        return VALUE | (s->depth == 0 ? START : scanner_in_object(s) ? 0 : AFTER_COMMA);
    case SCAN_FIRST_VALUE: return VALUE;
    case SCAN_FIRST_KEY: return KEY;
    case SCAN_KEY: return KEY | AFTER_COMMA;
    case SCAN_COLON: return COLON;
    case SCAN_COMMA_OR_END: return MORE;
    case SCAN_NOTHING: return END;
    default: return 0;
    }
}

#define FORM        "this looks like form data: send JSON, like {\"nums\": [1, 1, 2]}"
#define UTF_16      "this looks like UTF-16 or UTF-32: send UTF-8"
#define COMMENT     "JSON has no comments"
#define COMPRESSED  "this is compressed: send the body as it is"
#define ENCODED     "this is percent-encoded: send the body as it is"
#define TYPOGRAPHIC "this is a typographic quotation mark: JSON takes the plain \""
#define LAST_COMMA  "no comma stands after the last element"
#define MISSING     "a comma is missing before it"
#define SUFFIX      "no letter stands behind the digits of a number"
#define ONE_VALUE   "a body is one JSON value, so send several requests, or a batch"
#define CLOSED      "a bracket closes what was never opened"
#define KIND(states, bytes, hint)                                                                  \
    {                                                                                              \
        states, sizeof(bytes) - 1, bytes, hint                                                     \
    }

/* The first one that fits is told. */
static const struct {
    unsigned states;
    size_t size;
    const char *bytes, *hint;
} kinds[] = {
    KIND(START, "\xEF\xBB\xBF", "this is a byte-order mark: send UTF-8 without one"),
    KIND(START, "\xFF\xFE", UTF_16),
    KIND(START, "\xFE\xFF", UTF_16),
    KIND(START, "\0", UTF_16),
    KIND(START, "\x1F\x8B", COMPRESSED " (gzip)"),
    KIND(START, "\x28\xB5\x2F\xFD", COMPRESSED " (zstd)"),
    KIND(START, "<", "this looks like XML or HTML, not JSON"),
    KIND(START, "%7B", ENCODED),
    KIND(START, "%7b", ENCODED),
    KIND(START, "%5B", ENCODED),
    KIND(START, "%5b", ENCODED),
    KIND(START, "b'", "this is how Python shows bytes: send the bytes themselves"),
    KIND(START, "b\"", "this is how Python shows bytes: send the bytes themselves"),
    KIND(START, "(", "no parentheses stand around the body"),
    KIND(START, "@", "this looks like a file's name: curl sends the file with --data-binary @NAME"),
    KIND(VALUE | KEY, "\\", "no backslash stands before a quotation mark that opens a string"),
    KIND(VALUE, "object Object]", "JavaScript makes this of an object: use JSON.stringify"),
    KIND(BETWEEN, "$", "this looks like a variable: a shell puts none in between single quotes"),
    KIND(KEY, "{", "one brace opens an object; a template was perhaps not filled in"),
    KIND(BETWEEN, "//", COMMENT),
    KIND(BETWEEN, "/*", COMMENT),
    KIND(BETWEEN, "#", COMMENT),
    KIND(BETWEEN, "'", "JSON takes double quotes, not single ones"),
    KIND(BETWEEN, "`", "JSON takes double quotes, no others"),
    KIND(BETWEEN, "\xE2\x80\x98", TYPOGRAPHIC),
    KIND(BETWEEN, "\xE2\x80\x99", TYPOGRAPHIC),
    KIND(BETWEEN, "\xE2\x80\x9C", TYPOGRAPHIC),
    KIND(BETWEEN, "\xE2\x80\x9D", TYPOGRAPHIC),
    KIND(BETWEEN, "\xE2\x80\x9E", TYPOGRAPHIC),
    KIND(BETWEEN, "\xC2\xA0", "this is a no-break space: JSON takes the plain one"),
    KIND(VALUE, "+", "a number has no plus sign"),
    KIND(VALUE, "...", "an ellipsis is no JSON: write every element"),
    KIND(VALUE, ".", "a digit stands before the point of a number, like 0.5"),
    KIND(VALUE, "(", "a list stands in brackets, like [1, 1, 2]"),
    KIND(VALUE, "\xE2\x88\x92", "this is a typographic minus sign"),
    KIND(AFTER_COMMA, "]", LAST_COMMA),
    KIND(AFTER_COMMA, "}", LAST_COMMA),
    KIND(AFTER_COMMA, ",", "one comma stands between two elements"),
    KIND(MORE, "x", "numbers are decimal"),
    KIND(MORE, "n,", SUFFIX),
    KIND(MORE, "n]", SUFFIX),
    KIND(MORE, "L,", SUFFIX),
    KIND(MORE, "L]", SUFFIX),
    KIND(MORE, "_", "the digits of a number stand without marks between them"),
    KIND(MORE, ";", "a comma stands between two elements"),
    KIND(MORE, ":", "a key and its value stand in an object, like {\"nums\": [1, 1, 2]}"),
    KIND(MORE, "=", "a key is followed by a colon"),
    KIND(COLON, "=", "a key is followed by a colon"),
    KIND(END, ",", "values make a list in brackets, like [1, 1, 2]"),
    KIND(END, ":", "a key and its value stand in an object, like {\"nums\": [1, 1, 2]}"),
    KIND(END, "]", CLOSED),
    KIND(END, "}", CLOSED),
    KIND(END, "{", ONE_VALUE),
    KIND(END, "[", ONE_VALUE),
    KIND(END, "\"", ONE_VALUE),
    KIND(MORE, "{", MISSING),
    KIND(MORE, "[", MISSING),
    KIND(MORE, "\"", MISSING),
    KIND(MORE, "-", MISSING "; a range is a pair, like [1, 2]"),
};

/* Words of other languages, in small letters. */
static const struct {
    const char *word, *hint;
} words[] = {
    {"true", "true, false and null stand in small letters"},
    {"false", "true, false and null stand in small letters"},
    {"null", "true, false and null stand in small letters"},
    {"none", "JSON has null for it"},
    {"nil", "JSON has null for it"},
    {"undefined", "JSON has null for it"},
    {"nan", "JSON has no such number"},
    {"inf", "JSON has no such number"},
    {"infinity", "JSON has no such number"},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    char lower = (char)(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || c == '_' || c == '$';
}

/* The text from the value's first byte on: what was taken as a literal, and the rest. */
struct text {
    char bytes[8 + JSON_REST_BYTES];
    size_t size;
};

static struct text text_of(const struct json_scanner *s)
{
    struct text text = {.size = 0};
    if (s->state == SCAN_LITERAL) {
        text.size = (size_t)(s->literal_rest - s->literal);
        memcpy(text.bytes, s->literal, text.size);
    }
    memcpy(text.bytes + text.size, s->rest, s->rest_size);
    text.size += s->rest_size;
    return text;
}

/* A value that begins like a name. */
static const char *hint_of_word(const struct json_scanner *s)
{
    struct text text = text_of(s);
    char word[sizeof text.bytes + 1] = "";
    size_t size = 0;
    for (; size < text.size && (is_letter(text.bytes[size]) || is_digit(text.bytes[size]));
         size++) {
        char c = text.bytes[size];
        word[size] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i].word) == 0) {
            return words[i].hint;
        }
    }
    size_t next = size;
    while (next < text.size && (text.bytes[next] == ' ' || text.bytes[next] == '\t')) {
        next++;
    }
    char after = next < text.size ? text.bytes[next] : '\0';
    if (s->depth == 0 && size > 0 && after != '\0' && strchr("=[%&", after) != NULL) {
        return FORM;
    }
    if (s->depth == 0 && size > 0 && after == ':') {
        return "an object stands in braces and its keys in double quotes, like {\"nums\": [1, 1, "
               "2]}";
    }
    return s->state <= SCAN_FIRST_VALUE ? "a text stands in double quotes" : "";
}

/* "---" alone on a line, after its first byte. */
static bool is_yaml_start(const struct json_scanner *s)
{
    return s->rest_size >= 3 && memcmp(s->rest, "--", 2) == 0 && s->rest[2] != '\0' &&
           strchr(" \r\n", s->rest[2]) != NULL;
}

static const char *hint_in_number(const struct json_scanner *s)
{
    enum json_number_phase phase = s->number.phase;
    char byte = s->rest[0];
    if (phase == NUMBER_ZERO) {
        return "a number has no leading zeros";
    }
    bool begins_body = phase == NUMBER_MINUS && s->depth == 0;
    if (begins_body && (byte == ' ' || is_yaml_start(s))) {
        return "this looks like YAML, not JSON";
    }
    if (begins_body && byte == '-') {
        return "this looks like a multipart body: send the JSON alone";
    }
    if (phase == NUMBER_MINUS && is_letter(byte)) {
        return hint_of_word(s);
    }
    return phase == NUMBER_POINT ? "a digit stands behind the point of a number" : "";
}

static const char *hint_in_string(const struct json_scanner *s)
{
    unsigned char byte = (unsigned char)s->rest[0];
    if (s->state == SCAN_ESCAPE && byte == '\'') {
        return "a single quote stands without a backslash";
    }
    if (s->state == SCAN_ESCAPE) {
        return "a backslash itself is written \\\\";
    }
    if (s->state == SCAN_STRING && byte == '\n') {
        return "a string ends on its line; a line feed in it is written \\n";
    }
    if (s->state == SCAN_STRING && byte < 0x20) {
        return "a control character in a string is written \\u00XX";
    }
    bool is_text = s->state == SCAN_STRING || s->state == SCAN_UTF8;
    return is_text ? "the body must be UTF-8, and this is another encoding" : "";
}

/* Where tokens are due, what its first byte is decides. */
static const char *hint_by_class(const struct json_scanner *s, unsigned states)
{
    char byte = s->rest[0];
    if ((states & KEY) != 0 && (is_letter(byte) || is_digit(byte))) {
        return "a key stands in double quotes";
    }
    if ((states & VALUE) != 0 && is_letter(byte)) {
        return hint_of_word(s);
    }
    if ((states & MORE) != 0 && is_digit(byte)) {
        return MISSING;
    }
    if ((states & END) != 0 && (is_digit(byte) || byte == '-')) {
        return "a body is one JSON value; contest text goes to /nim/ranges as text/plain";
    }
    return (states & END) != 0 ? "a body is one JSON value and nothing more" : "";
}

const char *json_syntax_hint(const struct json_scanner *scanner)
{
    unsigned states = where(scanner);
    if (scanner->rest[0] == '\0' && scanner->place.offset <= 1) {
        return UTF_16; /* {, and its second byte */
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if ((kinds[i].states & states) != 0 && kinds[i].size <= scanner->rest_size &&
            memcmp(kinds[i].bytes, scanner->rest, kinds[i].size) == 0) {
            return kinds[i].hint;
        }
    }
    if (states != 0) {
        return hint_by_class(scanner, states);
    }
    switch (scanner->state) {
    case SCAN_NUMBER: return hint_in_number(scanner);
    case SCAN_LITERAL: return hint_of_word(scanner);
    default: return hint_in_string(scanner);
    }
}
