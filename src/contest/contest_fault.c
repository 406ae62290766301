/* SPDX-License-Identifier: MIT */
/* contest_fault.c: every problem of a contest text begins with the line and column of its place. */
#include "contest/contest_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void set_at(struct problem *problem, enum problem_code code, struct place place,
                   const char *message)
{
    (void)problem_set(problem, code, "line %" PRIu64 ", column %" PRIu64 ": %s", place.line,
                      place.column, message);
    problem_at(problem, place);
}

struct place contest_token_place(const struct contest_reader *reader)
{
    if (reader->token.start == NULL) {
        return reader->token.place;
    }
    struct place place = reader->place;
    place_advance(&place, reader->piece, (size_t)(reader->token.start - reader->piece));
    return place;
}

bool contest_break_rule(struct contest_reader *reader, enum problem_code code, const char *format,
                        ...)
{
    if (reader->problem.code != PROBLEM_NONE) {
        return false;
    }
    char message[PROBLEM_DETAIL_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    set_at(&reader->problem, code, contest_token_place(reader), message);
    prefix_free(&reader->prefix);
    buffer_free(&reader->out);
    return true;
}

void contest_break_range(struct contest_reader *reader, const char *name)
{
    uint64_t value = reader->token.value;
    bool counted = value <= INT64_MAX; /* larger values are not told: they may be cut */
    (void)contest_break_rule(
        reader, PROBLEM_OUT_OF_RANGE,
        reader->n == 1 ? "%s is %s%" PRIu64 ", but there is %" PRIu64 " heap"
                       : "%s is %s%" PRIu64 ", but there are %" PRIu64 " heaps",
        name, counted ? "" : "larger than ", counted ? value : INT64_MAX, reader->n);
}

static bool malformed(struct contest_reader *reader, struct place place, const char *message)
{
    set_at(&reader->problem, PROBLEM_MALFORMED_TEXT, place, message);
    reader->stopped = true;
    return false;
}

bool contest_bad_token(struct contest_reader *reader, char byte)
{
    /* A browser's fetch() sends a string as text/plain, JSON or not. */
    bool json = reader->state == CONTEST_T && reader->token.digits == 0 &&
                (byte == '{' || byte == '[');
    return malformed(reader, contest_token_place(reader),
                     json ? "a token is not plain digits; JSON is sent with "
                            "Content-Type: application/json"
                          : "a token is not plain digits");
}

bool contest_extra_token(struct contest_reader *reader)
{
    return malformed(reader, contest_token_place(reader), "a token stands after the last case");
}

bool contest_missing_token(struct contest_reader *reader)
{
    static const char *const due[] = {
        [CONTEST_N] = "n", [CONTEST_M] = "m", [CONTEST_HEAP] = "a heap",
        [CONTEST_L] = "l", [CONTEST_R] = "r", [CONTEST_SKIP] = "a heap or query",
    };
    char message[PROBLEM_DETAIL_BYTES];
    if (reader->state == CONTEST_T) {
        (void)snprintf(message, sizeof message, "the text ends where T is due");
    } else {
        (void)snprintf(message, sizeof message, "the text ends where %s of case %" PRIu64 " is due",
                       due[reader->state], reader->cases_done + 1);
    }
    return malformed(reader, reader->place, message);
}

bool contest_no_memory(struct contest_reader *reader)
{
    reader->stopped = true;
    if (reader->prefix.numbers.bytes.over_maximum) {
        (void)problem_set(&reader->problem, PROBLEM_BODY_TOO_LARGE,
                          "the heaps of case %" PRIu64 " need more than %zu bytes of memory",
                          reader->cases_done + 1, reader->limits.memory_bytes);
        problem_limit(&reader->problem, reader->limits.memory_bytes);
    }
    return false;
}
