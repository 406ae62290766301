/* SPDX-License-Identifier: MIT */
/* log_line.c: a request, or a note, as one line: JSON, or text for a person. */
#include "telemetry/log.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "digits/decimal.h"

/* A line being built. Nothing a request can hold overflows it: see the assertions below. */
struct line {
    char *at, *end;
};

static void put(struct line *line, const char *text, size_t size)
{
    assert(size <= (size_t)(line->end - line->at));
    memcpy(line->at, text, size);
    line->at += size;
}

static void put_text(struct line *line, const char *text)
{
    put(line, text, strlen(text));
}

static void put_number(struct line *line, uint64_t value)
{
    char digits[DECIMAL_MAX_BYTES];
    put(line, digits, decimal_print(value, digits));
}

/* At most `most` bytes of text; a byte that is not plain becomes escape and two hex digits. A
 * JSON reader sees bytes past ASCII as ISO 8859-1, which keeps every one of them apart. */
static void put_bytes(struct line *line, const char *text, size_t most, const char *escape)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < most && text[i] != '\0'; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            const char pair[] = {'\\', (char)c};
            put(line, pair, sizeof pair);
        } else if (c >= ' ' && c <= '~') {
            put(line, &text[i], 1);
        } else {
            const char digits[] = {hex[c >> 4], hex[c & 15]};
            put_text(line, escape);
            put(line, digits, sizeof digits);
        }
    }
}

static void put_two(struct line *line, int value, char separator)
{
    const char text[] = {(char)('0' + value / 10 % 10), (char)('0' + value % 10), separator};
    put(line, text, sizeof text);
}

/* RFC 3339 in UTC with milliseconds. */
static void put_time(struct line *line, uint64_t unix_milliseconds)
{
    time_t seconds = (time_t)(unix_milliseconds / 1000);
    struct tm utc;
    if (gmtime_r(&seconds, &utc) == NULL) {
        put_text(line, "-");
        return;
    }
    put_number(line, (uint64_t)utc.tm_year + 1900);
    put_text(line, "-");
    put_two(line, utc.tm_mon + 1, '-');
    put_two(line, utc.tm_mday, 'T');
    put_two(line, utc.tm_hour, ':');
    put_two(line, utc.tm_min, ':');
    put_two(line, utc.tm_sec, '.');
    unsigned milliseconds = (unsigned)(unix_milliseconds % 1000);
    put(line, &"0123456789"[milliseconds / 100], 1);
    put_two(line, (int)(milliseconds % 100), 'Z');
}

static const char *or_dash(const char *text)
{
    return text == NULL ? "-" : text;
}

static const char *level_name(enum log_level level)
{
    static const char *const names[] = {"error", "info", "debug"};
    return names[level];
}

/* What a client wrote is cut. */
static void put_escaped(struct line *line, const char *text, const char *escape)
{
    put_bytes(line, text, LOG_CLIENT_BYTES, escape);
}

static void put_member(struct line *line, const char *name, const char *text)
{
    put_text(line, name);
    put_escaped(line, text, "\\u00");
    put_text(line, "\"");
}

static void put_count(struct line *line, const char *name, uint64_t value)
{
    put_text(line, name);
    put_number(line, value);
}

static void put_json(struct line *line, const struct log_request *r)
{
    put_text(line, "{\"time\":\"");
    put_time(line, r->unix_milliseconds);
    put_member(line, "\",\"level\":\"", level_name(r->level));
    put_member(line, ",\"id\":\"", or_dash(r->id));
    if (r->trace_id != NULL) {
        put_member(line, ",\"trace_id\":\"", r->trace_id);
    }
    put_member(line, ",\"method\":\"", or_dash(r->method));
    put_member(line, ",\"route\":\"", or_dash(r->route));
    put_count(line, ",\"status\":", r->status);
    put_count(line, ",\"bytes_in\":", r->bytes_in);
    put_count(line, ",\"bytes_out\":", r->bytes_out);
    put_count(line, ",\"microseconds\":", r->microseconds);
    put_member(line, ",\"remote\":\"", or_dash(r->remote));
    if (r->user_agent != NULL) {
        put_member(line, ",\"user_agent\":\"", r->user_agent);
    }
    if (r->problem != NULL) {
        put_member(line, ",\"problem\":\"", r->problem);
    }
    put_member(line, ",\"end\":\"", or_dash(r->end));
    put_text(line, "}\n");
}

static void put_word(struct line *line, const char *text)
{
    put_text(line, " ");
    put_escaped(line, text, "\\x");
}

static void put_for_people(struct line *line, const struct log_request *r)
{
    put_time(line, r->unix_milliseconds);
    put_word(line, level_name(r->level));
    put_word(line, or_dash(r->method));
    put_word(line, or_dash(r->route));
    put_count(line, " ", r->status);
    put_count(line, " in=", r->bytes_in);
    put_count(line, " out=", r->bytes_out);
    put_count(line, " us=", r->microseconds);
    put_word(line, or_dash(r->remote));
    put_word(line, or_dash(r->end));
    if (r->problem != NULL) {
        put_word(line, r->problem);
    }
    put_text(line, " id=");
    put_escaped(line, or_dash(r->id), "\\x");
    if (r->trace_id != NULL) {
        put_text(line, " trace=");
        put_escaped(line, r->trace_id, "\\x");
    }
    if (r->user_agent != NULL) {
        put_text(line, " \"");
        put_escaped(line, r->user_agent, "\\x");
        put_text(line, "\"");
    }
    put_text(line, "\n");
}

/* The user agent, the method and the id may need escaping, six bytes for each of theirs; six other
 * texts need none; numbers and names take less than 512. */
_Static_assert(3 * 6 * LOG_CLIENT_BYTES + 6 * LOG_CLIENT_BYTES + 512 <= LOG_LINE_BYTES,
               "a line fits");
_Static_assert(6 * LOG_NOTE_BYTES + 512 <= LOG_LINE_BYTES, "a note fits");

size_t log_line(enum log_format format, const struct log_request *request,
                char line[LOG_LINE_BYTES])
{
    struct line out = {line, line + LOG_LINE_BYTES};
    if (format == LOG_JSON) {
        put_json(&out, request);
    } else {
        put_for_people(&out, request);
    }
    return (size_t)(out.at - line);
}

size_t log_note_line(enum log_format format, enum log_level level, uint64_t unix_milliseconds,
                     const char *text, char line[LOG_LINE_BYTES])
{
    struct line out = {line, line + LOG_LINE_BYTES};
    if (format == LOG_JSON) {
        put_text(&out, "{\"time\":\"");
        put_time(&out, unix_milliseconds);
        put_member(&out, "\",\"level\":\"", level_name(level));
        put_text(&out, ",\"message\":\"");
        put_bytes(&out, text, LOG_NOTE_BYTES, "\\u00");
        put_text(&out, "\"}\n");
    } else {
        put_time(&out, unix_milliseconds);
        put_word(&out, level_name(level));
        put_text(&out, " ");
        put_bytes(&out, text, LOG_NOTE_BYTES, "\\x");
        put_text(&out, "\n");
    }
    return (size_t)(out.at - line);
}
