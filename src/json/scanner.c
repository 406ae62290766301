/* SPDX-License-Identifier: MIT */
/* scanner.c: the grammar of RFC 8259 as a push machine.
 *
 * Each state has one function that is given the bytes from p to end, takes at least one of them or
 * changes the state, and returns the first byte not taken, or NULL after a failure. Three things
 * are decided where a value begins: whether it may stand there (the grammar), whether it is a
 * number list (an array whose first element is a number or an array), and whether it goes to the
 * envelope (everything outside number lists). */
#include "json/scanner_internal.h"

#include <string.h>

/* Pieces are read in slices, so that the room for reading in bulk stays small. */
enum { SLICE_BYTES = 64 * 1024 };

void json_scanner_init(struct json_scanner *scanner, struct account *account,
                       const struct json_limits *limits)
{
    *scanner =
        (struct json_scanner){.state = SCAN_VALUE, .maximum_depth = limits->nesting, .line = 1};
    json_lists_init(&scanner->lists, account, limits->memory_bytes);
    json_envelope_init(&scanner->envelope, account, limits->envelope_values, limits->memory_bytes);
}

void json_scanner_free(struct json_scanner *scanner)
{
    json_lists_free(&scanner->lists);
    json_envelope_free(&scanner->envelope);
}

const char *scanner_fail(struct json_scanner *s, const struct slice *slice, const char *p,
                         enum json_failure failure)
{
    uint64_t offset = s->consumed + (uint64_t)(p - slice->start);
    s->failure = failure;
    s->place = (struct place){offset, s->line, offset - s->line_start + 1};
    return NULL;
}

static void push_container(struct json_scanner *s, bool object)
{
    s->depth++;
    s->objects = (s->objects & ~((uint64_t)1 << s->depth)) | (uint64_t)object << s->depth;
    s->state = object ? SCAN_FIRST_KEY : SCAN_FIRST_VALUE;
}

static const char *open_container(struct json_scanner *s, const struct slice *slice, const char *p)
{
    bool object = *p == '{';
    if (s->depth == s->maximum_depth) {
        return scanner_fail(s, slice, p, JSON_TOO_DEEP);
    }
    if (scanner_in_list(s)) {
        scanner_list_container(s, object);
    } else if (object) {
        json_envelope_object_begin(&s->envelope, s->depth == 2 && !scanner_in_object(s));
    } /* an array outside: its first element decides (scanner_array_begin) */
    push_container(s, object);
    return p + 1;
}

static const char *close_container(struct json_scanner *s, const struct slice *slice, const char *p)
{
    if (!scanner_in_list(s)) {
        json_envelope_raw(&s->envelope, p, 1);
    } else if (!scanner_list_close(s)) {
        return scanner_fail(s, slice, p, JSON_NO_MEMORY);
    }
    s->depth--;
    scanner_after_value(s);
    return p + 1;
}

static const char *begin_string(struct json_scanner *s, const char *p, bool key)
{
    if (scanner_in_list(s)) {
        if (!key) {
            scanner_list_reject(s, JSON_REJECTED_STRING);
        }
    } else {
        json_envelope_count(&s->envelope);
        json_envelope_string_begin(&s->envelope);
    }
    s->string_is_key = key;
    s->state = SCAN_STRING;
    return p + 1;
}

static const char *begin_literal(struct json_scanner *s, const char *p)
{
    const char *text = *p == 't' ? "true" : *p == 'f' ? "false" : "null";
    if (scanner_in_list(s)) {
        scanner_list_reject(s, *p == 'n' ? JSON_REJECTED_NULL : JSON_REJECTED_BOOLEAN);
    } else {
        json_envelope_count(&s->envelope);
        json_envelope_raw(&s->envelope, text, strlen(text));
    }
    s->literal = text;
    s->literal_rest = text + 1;
    s->state = SCAN_LITERAL;
    return p + 1;
}

static void begin_number(struct json_scanner *s)
{
    if (!scanner_in_list(s)) {
        json_envelope_count(&s->envelope);
    }
    json_number_start(&s->number);
    s->state = SCAN_NUMBER;
}

static const char *begin_value(struct json_scanner *s, const struct slice *slice, const char *p)
{
    switch (*p) {
    case '{':
    case '[': return open_container(s, slice, p);
    case '"': return begin_string(s, p, false);
    case 't':
    case 'f':
    case 'n': return begin_literal(s, p);
    default: break;
    }
    if (*p != '-' && (*p < '0' || *p > '9')) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    begin_number(s);
    return p; /* the number's machine takes its first byte too */
}

static const char *scan_value(struct json_scanner *s, const struct slice *slice, const char *p)
{
    bool first = s->state == SCAN_FIRST_VALUE;
    if (first && !scanner_in_list(s) && !scanner_array_begin(s, *p)) {
        return scanner_fail(s, slice, p, JSON_NO_MEMORY);
    }
    if (first && *p == ']') {
        return close_container(s, slice, p);
    }
    const char *after = scanner_list_read(s, slice, p);
    return after != p ? after : begin_value(s, slice, p);
}

static const char *scan_key(struct json_scanner *s, const struct slice *slice, const char *p)
{
    if (*p == '"') {
        return begin_string(s, p, true);
    }
    if (*p == '}' && s->state == SCAN_FIRST_KEY) {
        return close_container(s, slice, p);
    }
    return scanner_fail(s, slice, p, JSON_MALFORMED);
}

static const char *scan_comma_or_end(struct json_scanner *s, const struct slice *slice,
                                     const char *p)
{
    if (*p == (scanner_in_object(s) ? '}' : ']')) {
        return close_container(s, slice, p);
    }
    if (*p != ',') {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    if (!scanner_in_list(s)) {
        json_envelope_raw(&s->envelope, ",", 1);
    }
    s->state = scanner_in_object(s) ? SCAN_KEY : SCAN_VALUE;
    return p + 1;
}

static const char *scan_colon(struct json_scanner *s, const struct slice *slice, const char *p)
{
    if (*p != ':') {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    if (!scanner_in_list(s)) {
        json_envelope_raw(&s->envelope, ":", 1);
    }
    s->state = SCAN_VALUE;
    return p + 1;
}

/* White space before a token; keeps the line. */
static const char *skip_white_space(struct json_scanner *s, const struct slice *slice,
                                    const char *p)
{
    for (; p < slice->end; p++) {
        if (*p == '\n') {
            s->line++;
            s->line_start = s->consumed + (uint64_t)(p - slice->start) + 1;
        } else if (*p != ' ' && *p != '\t' && *p != '\r') {
            break;
        }
    }
    return p;
}

static bool end_number(struct json_scanner *s)
{
    scanner_after_value(s);
    if (scanner_in_list(s)) {
        return scanner_list_number(s);
    }
    json_envelope_number(&s->envelope, &s->number);
    return true;
}

static const char *scan_number(struct json_scanner *s, const struct slice *slice, const char *p)
{
    for (; p < slice->end; p++) {
        switch (json_number_step(&s->number, (unsigned char)*p)) {
        case NUMBER_TAKEN: break;
        case NUMBER_ENDED: return end_number(s) ? p : scanner_fail(s, slice, p, JSON_NO_MEMORY);
        case NUMBER_BROKEN: return scanner_fail(s, slice, p, JSON_MALFORMED);
        }
    }
    return p;
}

static const char *scan_literal(struct json_scanner *s, const struct slice *slice, const char *p)
{
    if (*p != *s->literal_rest) {
        return scanner_fail(s, slice, p, JSON_MALFORMED);
    }
    s->literal_rest++;
    if (*s->literal_rest == '\0') {
        scanner_after_value(s);
    }
    return p + 1;
}

static const char *scan(struct json_scanner *s, const struct slice *slice, const char *p)
{
    if (s->state <= SCAN_NOTHING) { /* between tokens */
        p = skip_white_space(s, slice, p);
        if (p == slice->end) {
            return p;
        }
    }
    switch (s->state) {
    case SCAN_VALUE:
    case SCAN_FIRST_VALUE: return scan_value(s, slice, p);
    case SCAN_FIRST_KEY:
    case SCAN_KEY: return scan_key(s, slice, p);
    case SCAN_COLON: return scan_colon(s, slice, p);
    case SCAN_COMMA_OR_END: return scan_comma_or_end(s, slice, p);
    case SCAN_NOTHING: return scanner_fail(s, slice, p, JSON_MALFORMED);
    case SCAN_NUMBER: return scan_number(s, slice, p);
    case SCAN_LITERAL: return scan_literal(s, slice, p);
    case SCAN_STRING:
    case SCAN_UTF8:
    case SCAN_ESCAPE:
    case SCAN_HEX:
    case SCAN_LOW_BACKSLASH:
    case SCAN_LOW_U: return scanner_text(s, slice, p);
    }
    return NULL;
}

static void feed_slice(struct json_scanner *s, const char *bytes, size_t size)
{
    struct slice slice = {bytes, bytes + size};
    const char *p = bytes;
    while (p != NULL && p < slice.end) {
        p = scan(s, &slice, p);
    }
    if (p != NULL && s->envelope.out_of_memory) {
        scanner_fail(s, &slice, slice.end, JSON_NO_MEMORY);
    }
    s->consumed += size;
}

/* Keep the first bytes from the fault on. */
static void keep_rest(struct json_scanner *s, const char *bytes, size_t size)
{
    size_t room = sizeof s->rest - s->rest_size;
    size_t taken = size < room ? size : room;
    memcpy(s->rest + s->rest_size, bytes, taken);
    s->rest_size = (unsigned char)(s->rest_size + taken);
}

enum json_failure json_scanner_feed(struct json_scanner *scanner, const char *bytes, size_t size)
{
    while (size > 0 && scanner->failure == JSON_OK) {
        size_t taken = size < SLICE_BYTES ? size : SLICE_BYTES;
        uint64_t before = scanner->consumed;
        feed_slice(scanner, bytes, taken);
        if (scanner->failure != JSON_OK) {
            taken = (size_t)(scanner->place.offset - before);
        }
        bytes += taken;
        size -= taken;
    }
    if (size > 0) {
        keep_rest(scanner, bytes, size);
    }
    return scanner->failure;
}

enum json_failure json_scanner_end(struct json_scanner *scanner)
{
    struct slice none = {"", ""};
    if (scanner->failure != JSON_OK) {
        return scanner->failure;
    }
    number_store_settle(&scanner->lists.numbers);
    if (scanner->state == SCAN_NUMBER && scanner->depth == 0 &&
        json_number_is_complete(&scanner->number)) {
        (void)end_number(scanner); /* only the end of the body tells that 12 is not 123 */
    }
    if (scanner->state != SCAN_NOTHING) {
        scanner_fail(scanner, &none, none.start, JSON_MALFORMED);
    } else if (scanner->envelope.out_of_memory) {
        scanner_fail(scanner, &none, none.start, JSON_NO_MEMORY);
    }
    return scanner->failure;
}
