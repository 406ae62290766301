/* SPDX-License-Identifier: MIT */
/* fuzz_text.c: the contest reader against the plain one, whole and in pieces. The first byte
 * chooses the limits and how the rest becomes the body, the second how the body is cut. */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest/contest.h"
#include "text_oracle.h"

enum { TIGHT = 1, FEW_CASES = 2, AS_NUMBERS = 4 };

struct outcome {
    bool ok;
    struct problem problem;
    char *out;
    size_t out_size;
};

static void *copy_of(const void *bytes, size_t size)
{
    void *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL) {
        abort();
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

/* Each piece is a heap block of its own size. */
static struct outcome run(const char *body, size_t size, const struct contest_limits *limits,
                          size_t piece)
{
    struct budget budget;
    budget_init(&budget, SIZE_MAX / 2);
    struct account account = {.budget = &budget};
    struct contest_reader reader;
    struct outcome outcome = {.ok = false};
    contest_init(&reader, &account, limits);
    for (size_t done = 0; done < size; done += piece) {
        size_t taken = piece < size - done ? piece : size - done;
        char *copy = copy_of(body + done, taken);
        bool going = contest_feed(&reader, copy, taken);
        free(copy);
        if (!going) {
            break;
        }
    }
    outcome.ok = contest_end(&reader, &outcome.problem);
    if (outcome.ok) {
        outcome.out = copy_of(reader.out.data, reader.out.size);
        outcome.out_size = reader.out.size;
    }
    contest_free(&reader);
    budget_free(&budget);
    if (account.held_bytes != 0 || atomic_load(&budget.used_bytes) != 0) {
        fprintf(stderr, "bytes stayed charged\n");
        abort();
    }
    return outcome;
}

static bool is_same(const struct outcome *outcome, const struct text_result *answer)
{
    if (outcome->ok) {
        return answer->code == PROBLEM_NONE && outcome->out_size == answer->out_size &&
               memcmp(outcome->out, answer->out, answer->out_size) == 0;
    }
    const struct problem *problem = &outcome->problem;
    return problem->code == answer->code && problem->has_place &&
           problem->place.offset == answer->place.offset &&
           problem->place.line == answer->place.line &&
           problem->place.column == answer->place.column &&
           problem->has_limit == (answer->limit != 0) &&
           (!problem->has_limit || problem->limit == answer->limit);
}

static void hold(const char *body, size_t size, const struct contest_limits *limits, size_t piece,
                 const struct text_result *answer)
{
    struct outcome outcome = run(body, size, limits, piece);
    if (!is_same(&outcome, answer)) {
        fprintf(stderr,
                "pieces of %zu: ok %d, code %d at %" PRIu64 "; expected code %d at %" PRIu64
                "\n%.*s\n",
                piece, outcome.ok, outcome.ok ? 0 : (int)outcome.problem.code,
                outcome.ok ? 0 : outcome.problem.place.offset, (int)answer->code,
                answer->place.offset, (int)size, body);
        abort();
    }
    free(outcome.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char characters[] = "0123456789 \n12 \t31";
    if (size < 2) {
        return 0;
    }
    struct contest_limits limits = {1000000, 1 << 20, 1 << 20};
    if ((data[0] & TIGHT) != 0) {
        limits.reply_bytes = 5;
    }
    if ((data[0] & FEW_CASES) != 0) {
        limits.cases = 2;
    }
    size_t body_size = size - 2;
    char *body = copy_of(data + 2, body_size);
    for (size_t i = 0; (data[0] & AS_NUMBERS) != 0 && i < body_size; i++) {
        body[i] = characters[(uint8_t)body[i] % (sizeof characters - 1)];
    }
    struct text_result answer = text_oracle(body, body_size, &limits);
    hold(body, body_size, &limits, SIZE_MAX, &answer);
    hold(body, body_size, &limits, 1, &answer);
    hold(body, body_size, &limits, (size_t)data[1] + 1, &answer);
    text_result_free(&answer);
    free(body);
    return 0;
}
