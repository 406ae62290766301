/* SPDX-License-Identifier: MIT */
/* contest_fault.c: every problem of a contest text begins with the line and column of its place. */
#include "contest/contest_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "digits/decimal.h"
#include "digits/read.h"
#include "problem_quote.h"

__attribute__((format(printf, 4, 0))) static void set_at(struct problem *problem,
                                                         enum problem_code code, struct place place,
                                                         const char *format, va_list arguments)
{
    char about[64];
    (void)snprintf(about, sizeof about, "line %" PRIu64 ", column %" PRIu64 ": ", place.line,
                   place.column);
    (void)problem_set_about(problem, code, about, format, arguments);
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
    va_list arguments;
    va_start(arguments, format);
    set_at(&reader->problem, code, contest_token_place(reader), format, arguments);
    va_end(arguments);
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

static bool __attribute__((format(printf, 3, 4)))
malformed(struct contest_reader *reader, struct place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_at(&reader->problem, PROBLEM_MALFORMED_TEXT, place, format, arguments);
    va_end(arguments);
    reader->stopped = true;
    return false;
}

const char *contest_due(const struct contest_reader *reader, char out[CONTEST_DUE_BYTES])
{
    static const char *const names[] = {
        [CONTEST_N] = "n", [CONTEST_M] = "m", [CONTEST_HEAP] = "a heap",
        [CONTEST_L] = "l", [CONTEST_R] = "r", [CONTEST_SKIP] = "a heap or query",
    };
    if (reader->state == CONTEST_T) {
        return "T, the number of cases,";
    }
    if (reader->state == CONTEST_END) {
        return "the end of the text";
    }
    (void)snprintf(out, CONTEST_DUE_BYTES, "%s of case %" PRIu64, names[reader->state],
                   reader->cases_done + 1);
    return out;
}

bool contest_bad_token(struct contest_reader *reader, const char *rest, size_t size)
{
    reader->bad_token = true;
    (void)malformed(reader, contest_token_place(reader), "a token is not plain digits");
    contest_keep_rest(reader, rest, size);
    return false;
}

void contest_keep_rest(struct contest_reader *reader, const char *bytes, size_t size)
{
    size_t room = sizeof reader->rest - reader->rest_size;
    size_t taken = size < room ? size : room;
    memcpy(reader->rest + reader->rest_size, bytes, taken);
    reader->rest_size = (unsigned char)(reader->rest_size + taken);
}

/* The token's digits, which are worked out again, and its bytes from the fault on. */
static size_t write_token(const struct contest_reader *reader, char *out)
{
    const struct token *token = &reader->token;
    size_t size = 0;
    if (token->digits > DECIMAL_MAX_BYTES || token->value == UINT64_MAX) {
        memset(out, '.', 3);
        size = 3;
    } else if (token->digits > 0) {
        size_t plain = decimal_size(token->value);
        memset(out, '0', token->digits - plain);
        size = token->digits - plain + decimal_print(token->value, out + token->digits - plain);
    }
    for (size_t i = 0; i < reader->rest_size && !digits_is_space(reader->rest[i]); i++) {
        out[size++] = reader->rest[i];
    }
    return size;
}

void contest_tell_bad_token(struct contest_reader *reader)
{
    char token[DECIMAL_MAX_BYTES + CONTEST_REST_BYTES], quoted[QUOTE_BYTES(CONTEST_REST_BYTES - 1)];
    char due[CONTEST_DUE_BYTES];
    const char *hint = contest_hint(reader);
    size_t size = write_token(reader, token);
    (void)malformed(reader, reader->problem.place, "%s is not plain digits, and %s is due%s%s",
                    quote_text(token, size, CONTEST_REST_BYTES - 1, quoted),
                    contest_due(reader, due), hint[0] == '\0' ? "" : ": ", hint);
}

bool contest_extra_token(struct contest_reader *reader)
{
    char token[DECIMAL_MAX_BYTES + CONTEST_REST_BYTES], quoted[QUOTE_BYTES(DECIMAL_MAX_BYTES)];
    return malformed(reader, contest_token_place(reader), "%s stands after the last case",
                     quote_text(token, write_token(reader, token), DECIMAL_MAX_BYTES, quoted));
}

bool contest_missing_token(struct contest_reader *reader)
{
    char due[CONTEST_DUE_BYTES];
    return malformed(reader, reader->place, "the text ends where %s is due",
                     contest_due(reader, due));
}

void contest_tell_lost_lines(struct contest_reader *reader)
{
    static const char told[] = "; the text is one line: curl -d drops line ends, --data-binary "
                               "keeps them";
    struct problem *problem = &reader->problem;
    if (problem->detail_size + sizeof told - 1 <= sizeof problem->detail) {
        memcpy(problem->detail + problem->detail_size, told, sizeof told - 1);
        problem->detail_size += sizeof told - 1;
    }
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
