/* SPDX-License-Identifier: MIT */
/* syntax_words.c: the sentence of a syntax fault: what was found, what was due, what to do. */
#include "json/syntax_words.h"

#include <stdio.h>

#include "json/scanner_internal.h"
#include "json/syntax_kinds.h"
#include "problem_quote.h"

enum { DUE_BYTES = 64, OPEN_BYTES = 96, OPEN_TOLD = 3 };

static const char *comma_or_end(const struct json_scanner *s)
{
    return scanner_in_object(s) ? "\",\" or \"}\"" : "\",\" or \"]\"";
}

static const char *due_in_number(const struct json_scanner *s)
{
    if (s->rest_size == 0 && json_number_is_complete(&s->number)) {
        return comma_or_end(s); /* the body ends, and the number may have ended, too */
    }
    switch (s->number.phase) {
    case NUMBER_ZERO: return "\".\", \"e\" or the end of the number";
    case NUMBER_E: return "a sign or a digit";
    default: return "a digit";
    }
}

/* What may stand at the fault. */
static const char *due(const struct json_scanner *s, char out[DUE_BYTES])
{
    switch (s->state) {
    case SCAN_VALUE: return s->depth == 0 ? "a JSON value" : "a value";
    case SCAN_FIRST_VALUE: return "a value or \"]\"";
    case SCAN_FIRST_KEY: return "a key in double quotes or \"}\"";
    case SCAN_KEY: return "a key in double quotes";
    case SCAN_COLON: return "\":\"";
    case SCAN_COMMA_OR_END: return comma_or_end(s);
    case SCAN_NOTHING: return "the end of the body";
    case SCAN_STRING: return "the rest of a string";
    case SCAN_UTF8: return "the rest of a UTF-8 character";
    case SCAN_ESCAPE: return "one of \" \\ / b f n r t u";
    case SCAN_HEX:
        return s->high_surrogate != 0 ? "a low surrogate, \\uDC00 to \\uDFFF,"
                                      : "a hexadecimal digit of a character";
    case SCAN_LOW_BACKSLASH:
    case SCAN_LOW_U: return "a low surrogate, \\uDC00 to \\uDFFF,";
    case SCAN_NUMBER: return due_in_number(s);
    case SCAN_LITERAL: (void)snprintf(out, DUE_BYTES, "the rest of \"%s\"", s->literal); return out;
    }
    return "JSON";
}

/* What is still open where the body ends: "a string in an array in an object". */
static const char *still_open(const struct json_scanner *s, char out[OPEN_BYTES])
{
    bool in_string = s->state >= SCAN_STRING && s->state <= SCAN_LOW_U;
    int used = snprintf(out, OPEN_BYTES, "%s", in_string ? "a string" : "");
    for (unsigned depth = s->depth; depth > 0; depth--) {
        if (s->depth - depth == OPEN_TOLD) {
            (void)snprintf(out + used, OPEN_BYTES - (size_t)used, " in %u more", depth);
            break;
        }
        used += snprintf(out + used, OPEN_BYTES - (size_t)used, "%s%s", used > 0 ? " in " : "",
                         (s->objects >> depth & 1) != 0 ? "an object" : "an array");
    }
    return out;
}

static bool tell(const struct json_scanner *s, struct problem *problem, const char *found,
                 const char *hint)
{
    char room[DUE_BYTES];
    problem_set(problem, PROBLEM_MALFORMED_JSON, "line %llu, column %llu: %s where %s is due%s%s",
                (unsigned long long)s->place.line, (unsigned long long)s->place.column, found,
                due(s, room), hint[0] == '\0' ? "" : ": ", hint);
    return false;
}

static bool tell_end(const struct json_scanner *s, struct problem *problem)
{
    char open[OPEN_BYTES], hint[OPEN_BYTES + 32] = "";
    if (s->place.offset == 0) {
        return problem_set(problem, PROBLEM_MALFORMED_JSON,
                           "line 1, column 1: the body is empty, but a JSON value is due");
    }
    if (s->state == SCAN_VALUE && s->depth == 0) {
        return tell(s, problem, "the body ends", "it holds white space alone");
    }
    if (still_open(s, open)[0] != '\0') {
        (void)snprintf(hint, sizeof hint, "still open is %s", open);
    }
    return tell(s, problem, "the body ends", hint);
}

bool json_syntax_problem(const struct json_scanner *scanner, struct problem *problem)
{
    if (scanner->rest_size == 0) {
        (void)tell_end(scanner, problem);
    } else {
        char byte[QUOTE_BYTE_BYTES], found[QUOTE_BYTE_BYTES + 8];
        (void)snprintf(found, sizeof found, "found %s",
                       quote_byte((unsigned char)scanner->rest[0], byte));
        (void)tell(scanner, problem, found, json_syntax_hint(scanner));
    }
    problem_at(problem, scanner->place);
    return false;
}
