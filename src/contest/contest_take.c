/* SPDX-License-Identifier: MIT */
/* contest_take.c: what each token of a contest text means.
 *
 * After a broken rule no answer is worked out any more: only the number of tokens that belong to
 * each case matters.
 */
#include "contest/contest_internal.h"

#include <inttypes.h>

#include "digits/decimal.h"
#include "contest/verdicts.h"

enum { MOST_DIGITS = 1024 };

static bool is_skipping(const struct contest_reader *reader)
{
    return reader->problem.code != PROBLEM_NONE;
}

/* How many tokens so many heaps and queries are; UINT64_MAX stands for all that are more. */
static uint64_t token_count(uint64_t heaps, uint64_t queries)
{
    uint64_t count;
    if (__builtin_mul_overflow(queries, UINT64_C(2), &count) ||
        __builtin_add_overflow(count, heaps, &count)) {
        return UINT64_MAX;
    }
    return count;
}

static void begin_case(struct contest_reader *reader)
{
    reader->state = reader->cases_done == reader->cases ? CONTEST_END : CONTEST_N;
}

static void end_case(struct contest_reader *reader)
{
    reader->cases_done++;
    begin_case(reader);
}

void contest_end_phase(struct contest_reader *reader)
{
    if (reader->left > 0) {
        return;
    }
    if (reader->state == CONTEST_HEAP) {
        reader->left = reader->m;
        reader->state = CONTEST_L;
    } else if (reader->state == CONTEST_SKIP) {
        end_case(reader);
    }
}

/* A rule was broken: so many tokens of the open case are left to skip. */
static void skip(struct contest_reader *reader, uint64_t tokens)
{
    reader->left = tokens;
    reader->state = CONTEST_SKIP;
    contest_end_phase(reader);
}

static void take_t(struct contest_reader *reader, uint64_t value)
{
    if (value == 0) {
        (void)contest_break_rule(reader, PROBLEM_TOO_FEW, "T is 0, but there must be a case");
    } else if (value > reader->limits.cases &&
               contest_break_rule(reader, PROBLEM_TOO_MANY,
                                  "T is %" PRIu64 ", but at most %zu cases are read", value,
                                  reader->limits.cases)) {
        problem_limit(&reader->problem, reader->limits.cases);
    }
    reader->cases = value;
    begin_case(reader);
}

static void take_n(struct contest_reader *reader, uint64_t value)
{
    if (value == 0) {
        (void)contest_break_rule(reader, PROBLEM_TOO_FEW, "n is 0, but a case must have a heap");
    }
    reader->n = value;
    reader->state = CONTEST_M;
}

static bool take_m(struct contest_reader *reader, uint64_t value)
{
    if (value == 0) {
        (void)contest_break_rule(reader, PROBLEM_TOO_FEW, "m is 0, but a case must have a query");
    }
    reader->m = value;
    if (is_skipping(reader)) {
        skip(reader, token_count(reader->n, value));
        return true;
    }
    reader->left = reader->n;
    reader->state = CONTEST_HEAP;
    reader->verdicts = (struct verdicts){0};
    return prefix_begin(&reader->prefix) || contest_no_memory(reader);
}

static bool take_heap(struct contest_reader *reader, uint64_t value)
{
    if (value > INT64_MAX) {
        (void)contest_break_rule(reader, PROBLEM_OUT_OF_RANGE, "a heap is larger than %" PRId64,
                                 INT64_MAX);
    }
    reader->left--;
    if (is_skipping(reader)) {
        skip(reader, token_count(reader->left, reader->m));
        return true;
    }
    if (!prefix_push(&reader->prefix, value)) {
        return contest_no_memory(reader);
    }
    contest_end_phase(reader);
    return true;
}

static void take_l(struct contest_reader *reader, uint64_t value)
{
    if (value == 0) {
        (void)contest_break_rule(reader, PROBLEM_OUT_OF_RANGE, "l is 0, but heaps count from 1");
    } else if (value > reader->n) {
        contest_break_range(reader, "l");
    }
    reader->l = value;
    reader->state = CONTEST_R;
    if (is_skipping(reader)) {
        skip(reader, token_count(1, reader->left - 1));
    }
}

/* Append the answer of the open case to out. */
static bool answer(struct contest_reader *reader)
{
    char line[DECIMAL_MAX_BYTES + 1];
    size_t size = decimal_print(verdicts_sum(&reader->verdicts), line);
    line[size++] = '\n';
    if (!buffer_append(&reader->out, line, size)) {
        if (!reader->out.over_maximum) {
            return contest_no_memory(reader);
        }
        (void)contest_break_rule(reader, PROBLEM_TOO_MANY,
                                 "the answers take more than %zu bytes from case %" PRIu64 " on",
                                 reader->limits.reply_bytes, reader->cases_done + 1);
        problem_limit(&reader->problem, reader->limits.reply_bytes);
    }
    reader->queries += reader->m;
    reader->numbers += reader->n + 2 * reader->m;
    end_case(reader);
    return true;
}

static bool take_r(struct contest_reader *reader, uint64_t value)
{
    if (value > reader->n) {
        contest_break_range(reader, "r");
    } else if (value < reader->l) {
        (void)contest_break_rule(reader, PROBLEM_OUT_OF_RANGE,
                                 "r is %" PRIu64 ", but l is %" PRIu64, value, reader->l);
    }
    reader->left--;
    if (is_skipping(reader)) {
        skip(reader, token_count(0, reader->left));
        return true;
    }
    verdicts_add(&reader->verdicts, verdicts_first_wins(&reader->prefix, reader->l, value));
    reader->state = CONTEST_L;
    return reader->left > 0 || answer(reader);
}

bool contest_take(struct contest_reader *reader)
{
    uint64_t value = reader->token.value;
    if (reader->token.digits > MOST_DIGITS) {
        (void)contest_break_rule(reader, PROBLEM_OUT_OF_RANGE, "a number has more than %d digits",
                                 MOST_DIGITS);
    }
    switch (reader->state) {
    case CONTEST_T: take_t(reader, value); return true;
    case CONTEST_N: take_n(reader, value); return true;
    case CONTEST_M: return take_m(reader, value);
    case CONTEST_HEAP: return take_heap(reader, value);
    case CONTEST_L: take_l(reader, value); return true;
    case CONTEST_R: return take_r(reader, value);
    case CONTEST_SKIP: skip(reader, reader->left - 1); return true;
    case CONTEST_END: return contest_extra_token(reader);
    }
    return false;
}
