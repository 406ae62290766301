/* contest_run.c: the reader under test, and comparisons that name what differs. */
#include "contest_run.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_CUT_BYTES = 600 /* bodies up to this size are cut at every byte */ };

const struct contest_limits roomy_limits = {1000000, 1 << 28, 1 << 28};

static char *copy_of(const char *bytes, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    return copy;
}

static bool feed_copy(struct contest_reader *reader, const char *bytes, size_t size)
{
    char *copy = copy_of(bytes, size);
    bool going = contest_feed(reader, copy, size);
    free(copy);
    return going;
}

struct outcome contest_run(const char *body, size_t size, const struct contest_limits *limits,
                           struct budget *budget, size_t first, size_t rest)
{
    struct account account = {.budget = budget};
    struct contest_reader reader;
    contest_init(&reader, &account, limits);
    size_t piece = first;
    bool going = true;
    for (size_t done = 0; done < size && going; piece = rest) {
        if (piece > size - done) {
            piece = size - done;
        }
        going = feed_copy(&reader, body + done, piece);
        done += piece;
    }
    if (!going) {
        ck_assert(!feed_copy(&reader, "1 ", 2));
        ck_assert(!contest_feed(&reader, body, 0));
    }
    struct outcome outcome = {.held_before_end = account.held_bytes};
    outcome.ok = contest_end(&reader, &outcome.problem);
    ck_assert(going || !outcome.ok);
    outcome.refusal = account.refusal;
    if (outcome.ok) {
        outcome.out = copy_of(reader.out.data, reader.out.size);
        outcome.out_size = reader.out.size;
    }
    contest_free(&reader);
    ck_assert_uint_eq(account.held_bytes, 0);
    if (budget != NULL) {
        ck_assert_uint_eq(atomic_load(&budget->used_bytes), 0);
    }
    return outcome;
}

void outcome_free(struct outcome *outcome)
{
    free(outcome->out);
    outcome->out = NULL;
}

static const char *code_name(enum problem_code code)
{
    return code == PROBLEM_NONE ? "no problem" : problem_kind(code)->code;
}

void outcome_compare(const struct outcome *outcome, const struct text_answer *answer)
{
    const struct problem *problem = &outcome->problem;
    ck_assert_str_eq(code_name(outcome->ok ? PROBLEM_NONE : problem->code),
                     code_name(answer->code));
    ck_assert_int_eq(outcome->ok, answer->code == PROBLEM_NONE);
    if (outcome->ok) {
        ck_assert_uint_eq(outcome->out_size, answer->out_size);
        ck_assert_mem_eq(outcome->out, answer->out, answer->out_size);
        return;
    }
    ck_assert(problem->has_place);
    ck_assert_uint_eq(problem->place.offset, answer->place.offset);
    ck_assert_uint_eq(problem->place.line, answer->place.line);
    ck_assert_uint_eq(problem->place.column, answer->place.column);
    ck_assert_int_eq(problem->has_limit, answer->limit != 0);
    ck_assert_uint_eq(problem->limit, answer->limit);
    ck_assert(!problem->has_pointer && !problem->has_key && !problem->has_parameter);
    char place[64];
    int length = snprintf(place, sizeof place, "line %" PRIu64 ", column %" PRIu64 ": ",
                          answer->place.line, answer->place.column);
    ck_assert_uint_gt(problem->detail_size, (size_t)length);
    ck_assert_mem_eq(problem->detail, place, (size_t)length);
}

static void compare_cut(const char *body, size_t size, const struct contest_limits *limits,
                        const struct text_answer *answer, size_t first, size_t rest)
{
    struct outcome outcome = contest_run(body, size, limits, NULL, first, rest);
    outcome_compare(&outcome, answer);
    outcome_free(&outcome);
}

void contest_compare_all_cuts(const char *body, size_t size, const struct contest_limits *limits,
                              const struct text_answer *answer)
{
    compare_cut(body, size, limits, answer, size, size);
    for (size_t piece = 1; piece <= 64 && piece < size; piece++) {
        compare_cut(body, size, limits, answer, piece, piece);
    }
    size_t step = 1 + size / EVERY_CUT_BYTES;
    for (size_t cut = 1; cut < size; cut += step) {
        compare_cut(body, size, limits, answer, cut, size);
    }
}
