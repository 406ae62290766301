/* SPDX-License-Identifier: MIT */
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
    if (copy == NULL) {
        ck_abort_msg("out of memory");
    }
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
    for (size_t done = 0; done < size; piece = rest) {
        if (piece > size - done) {
            piece = size - done;
        }
        bool goes_on = feed_copy(&reader, body + done, piece);
        if ((goes_on && !going) || contest_feed(&reader, body, 0) != goes_on) {
            ck_abort_msg("a reader that had stopped went on");
        }
        going = goes_on;
        done += piece;
    }
    struct outcome outcome = {.held_before_end = account.held_bytes};
    outcome.ok = contest_end(&reader, &outcome.problem);
    outcome.refusal = account.refusal;
    if (outcome.ok) {
        outcome.out = copy_of(reader.out.data, reader.out.size);
        outcome.out_size = reader.out.size;
    }
    contest_free(&reader);
    if ((outcome.ok && !going) || account.held_bytes != 0 ||
        (budget != NULL && atomic_load(&budget->used_bytes) != 0)) {
        ck_abort_msg("a reader that stopped had an answer, or bytes stayed charged");
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

static bool is_same(const struct outcome *outcome, const struct text_result *answer)
{
    const struct problem *problem = &outcome->problem;
    if (outcome->ok || answer->code == PROBLEM_NONE) {
        return outcome->ok && answer->code == PROBLEM_NONE &&
               outcome->out_size == answer->out_size &&
               memcmp(outcome->out, answer->out, answer->out_size) == 0;
    }
    char place[64];
    int length = snprintf(place, sizeof place, "line %" PRIu64 ", column %" PRIu64 ": ",
                          answer->place.line, answer->place.column);
    return problem->code == answer->code && problem->has_place &&
           problem->place.offset == answer->place.offset &&
           problem->place.line == answer->place.line &&
           problem->place.column == answer->place.column &&
           problem->has_limit == (answer->limit != 0) && problem->limit == answer->limit &&
           !problem->has_pointer && !problem->has_key && !problem->has_parameter &&
           problem->detail_size > (size_t)length &&
           memcmp(problem->detail, place, (size_t)length) == 0;
}

/* Check writes to a file at each of its asserts, so here one stands for all, and only on failure.
 */
void outcome_compare(const struct outcome *outcome, const struct text_result *answer)
{
    if (is_same(outcome, answer)) {
        return;
    }
    const struct problem *problem = &outcome->problem;
    ck_abort_msg("%s at offset %" PRIu64 ", line %" PRIu64 ", column %" PRIu64 ", limit %" PRIu64
                 " (%.*s), reply \"%.*s\"; expected %s at offset %" PRIu64 ", line %" PRIu64
                 ", column %" PRIu64 ", limit %" PRIu64 ", reply \"%.*s\"",
                 code_name(problem->code), problem->place.offset, problem->place.line,
                 problem->place.column, problem->limit, (int)problem->detail_size, problem->detail,
                 (int)outcome->out_size, outcome->ok ? outcome->out : "", code_name(answer->code),
                 answer->place.offset, answer->place.line, answer->place.column, answer->limit,
                 (int)answer->out_size, answer->out != NULL ? answer->out : "");
}

/* Whether two outcomes say the same, and in printable ASCII. */
static bool tell_the_same(const struct problem *a, const struct problem *b)
{
    for (size_t i = 0; i < a->detail_size; i++) {
        if (a->detail[i] < 0x20 || a->detail[i] > 0x7E) {
            return false;
        }
    }
    return a->detail_size == b->detail_size && memcmp(a->detail, b->detail, a->detail_size) == 0;
}

static void compare_cut(const char *body, size_t size, const struct contest_limits *limits,
                        const struct text_result *answer, size_t first, size_t rest)
{
    struct outcome outcome = contest_run(body, size, limits, NULL, first, rest);
    outcome_compare(&outcome, answer);
    if (!outcome.ok && first < size) {
        struct outcome whole = contest_run(body, size, limits, NULL, size, size);
        if (!tell_the_same(&whole.problem, &outcome.problem)) {
            ck_abort_msg("cut at %zu: %.*s, not %.*s", first, (int)outcome.problem.detail_size,
                         outcome.problem.detail, (int)whole.problem.detail_size,
                         whole.problem.detail);
        }
        outcome_free(&whole);
    }
    outcome_free(&outcome);
}

void contest_compare_all_cuts(const char *body, size_t size, const struct contest_limits *limits,
                              const struct text_result *answer)
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
