/* SPDX-License-Identifier: MIT */
/* check_contest_memory.c, of src/contest/contest.c, src/contest/prefix.c: what the contest
 * reader keeps, and what it does when it may not. */
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest_run.h"

enum { BODY_BYTES = 8 << 20 };

struct text {
    char *bytes;
    size_t size;
};

static void put_line(struct text *text, unsigned long long a, unsigned long long b)
{
    text->size += (size_t)snprintf(text->bytes + text->size, BODY_BYTES - text->size, "%llu %llu\n",
                                   a, b);
}

/* cases cases of n heaps each (n even), heap number wide of them past 32 bits, and one query. */
static struct text make_body(unsigned cases, unsigned n, unsigned wide)
{
    struct text text = {.bytes = malloc(BODY_BYTES)};
    ck_assert_ptr_nonnull(text.bytes);
    text.size = (size_t)snprintf(text.bytes, BODY_BYTES, "%u\n", cases);
    for (unsigned k = 0; k < cases; k++) {
        put_line(&text, n, 1);
        for (unsigned i = 0; i < n; i += 2) {
            put_line(&text, i == wide ? 1ULL << 40 : i, i + 1);
        }
        put_line(&text, 1, n);
    }
    return text;
}

/* Every budget from 0 up, in steps of the smallest block: each allocation is the one refused in
 * turn, until all are granted. */
static void refuse_in_turn(const struct text *text, size_t piece, bool busy)
{
    struct text_result answer = text_oracle(text->bytes, text->size, &roomy_limits);
    ck_assert_int_eq(answer.code, PROBLEM_NONE);
    size_t refusals = 0;
    for (size_t allowed = 0;; allowed += 512) {
        struct budget budget;
        budget_init(&budget, busy ? 1 << 30 : allowed);
        budget.large_bytes = budget.limit_bytes; /* no reserve: any request may have it all */
        struct account other = {.budget = &budget};
        if (busy) {
            ck_assert(account_take(&other, (1 << 30) - allowed));
            budget.limit_bytes = 1 << 30;
        }
        struct account account = {.budget = &budget};
        struct contest_reader reader;
        contest_init(&reader, &account, &roomy_limits);
        bool going = true;
        for (size_t done = 0; done < text->size && going; done += piece) {
            size_t rest = text->size - done;
            going = contest_feed(&reader, text->bytes + done, rest < piece ? rest : piece);
        }
        struct problem problem = {.code = PROBLEM_INTERNAL};
        bool ok = contest_end(&reader, &problem);
        if (ok) {
            ck_assert_int_eq(account.refusal, BUDGET_OK);
            ck_assert_uint_eq(reader.out.size, answer.out_size);
            ck_assert_mem_eq(reader.out.data, answer.out, answer.out_size);
        } else {
            refusals++;
            ck_assert_int_eq(problem.code, PROBLEM_NONE);
            ck_assert_int_eq(account.refusal, busy ? BUDGET_BUSY : BUDGET_TOO_LARGE);
        }
        contest_free(&reader);
        ck_assert_uint_eq(account.held_bytes, 0);
        account_give(&other, other.held_bytes);
        ck_assert_uint_eq(atomic_load(&budget.used_bytes), 0);
        budget_free(&budget);
        if (ok) {
            break;
        }
    }
    ck_assert_uint_ge(refusals, 2); /* the heaps and the reply at least */
    text_result_free(&answer);
}

START_TEST(test_refusals)
{
    static const struct {
        unsigned cases, n, wide;
    } shapes[] = {{1, 2, 1}, {1, 2000, 1}, {1, 2000, 1000}, {1, 2000, 0}, {300, 4, 2}};
    struct text text = make_body(shapes[_i].cases, shapes[_i].n, shapes[_i].wide);
    refuse_in_turn(&text, text.size, false);
    refuse_in_turn(&text, text.size, true);
    refuse_in_turn(&text, 1, false);
    refuse_in_turn(&text, 100, true);
    free(text.bytes);
}
END_TEST

/* Nothing is allocated from a declared n or m: one block serves the heap that is there. */
START_TEST(test_declared_sizes)
{
    const char *body = "1\n9000000000000000000 9000000000000000000\n5 ";
    struct budget budget;
    budget_init(&budget, 512);
    struct outcome outcome = contest_run(body, strlen(body), &roomy_limits, &budget, strlen(body),
                                         1);
    ck_assert_int_eq(outcome.refusal, BUDGET_OK);
    ck_assert_int_eq(outcome.problem.code, PROBLEM_MALFORMED_TEXT);
    ck_assert_uint_eq(outcome.problem.place.offset, strlen(body));
    outcome_free(&outcome);
    budget_free(&budget);
}
END_TEST

/* Many cases share one store: the reply and the heaps of the largest case are all that is kept. */
START_TEST(test_many_cases)
{
    struct text text = make_body(100000, 2, 1);
    struct text_result answer = text_oracle(text.bytes, text.size, &roomy_limits);
    struct outcome outcome = contest_run(text.bytes, text.size, &roomy_limits, NULL, text.size,
                                         text.size);
    outcome_compare(&outcome, &answer);
    ck_assert_uint_eq(answer.out_size, 200000);
    ck_assert_uint_le(outcome.held_before_end, 262144 + 512);
    outcome_free(&outcome);
    text_result_free(&answer);
    free(text.bytes);
}
END_TEST

/* A large case takes four bytes a heap, and a step of the buffer. */
START_TEST(test_large_case)
{
    struct text text = make_body(1, 300000, 1);
    struct outcome outcome = contest_run(text.bytes, text.size, &roomy_limits, NULL, text.size,
                                         text.size);
    ck_assert(outcome.ok);
    ck_assert_uint_le(outcome.held_before_end, (size_t)4 * 1000 * 1000);
    outcome_free(&outcome);
    free(text.bytes);
}
END_TEST

/* After a broken rule nothing is kept. */
START_TEST(test_nothing_kept_after_fault)
{
    struct text text = make_body(2, 300000, 1);
    text.bytes[text.size - 2] = '1'; /* 1 300000 becomes 1 300001 */
    struct text_result answer = text_oracle(text.bytes, text.size, &roomy_limits);
    ck_assert_int_eq(answer.code, PROBLEM_OUT_OF_RANGE);
    struct outcome outcome = contest_run(text.bytes, text.size, &roomy_limits, NULL, 1000, 1000);
    /* The last token ends with the piece's last byte, a line feed: the fault is known before the
     * end. */
    ck_assert_uint_eq(outcome.held_before_end, 0);
    outcome_compare(&outcome, &answer);
    outcome_free(&outcome);
    text_result_free(&answer);
    free(text.bytes);
}
END_TEST

static void check_memory_limit(unsigned n, unsigned wide, size_t memory_bytes, bool fits)
{
    struct text text = make_body(2, n, wide);
    struct contest_limits limits = {10, 100, memory_bytes};
    for (size_t piece = 1; piece < text.size + 100; piece += 100) {
        struct outcome outcome = contest_run(text.bytes, text.size, &limits, NULL, piece, piece);
        ck_assert_int_eq(outcome.ok, fits);
        ck_assert_int_eq(outcome.refusal, BUDGET_OK);
        if (!fits) {
            ck_assert_int_eq(outcome.problem.code, PROBLEM_BODY_TOO_LARGE);
            ck_assert(outcome.problem.has_limit && !outcome.problem.has_place);
            ck_assert_uint_eq(outcome.problem.limit, memory_bytes);
        }
        outcome_free(&outcome);
    }
    free(text.bytes);
}

/* The store's own maximum: a number a heap and one more, of 4 or 8 bytes. */
START_TEST(test_memory_limit)
{
    check_memory_limit(600, 601, 601 * 4, true);
    check_memory_limit(600, 601, 601 * 4 - 1, false);
    check_memory_limit(600, 0, 601 * 8, true);
    check_memory_limit(600, 300, 601 * 8, true);
    check_memory_limit(600, 300, 601 * 8 - 1, false);
    check_memory_limit(600, 598, 601 * 4, false);
    check_memory_limit(2, 3, 3, false);
}
END_TEST

/* Each case begins narrow: a wide heap costs later cases nothing. */
START_TEST(test_wide_case_then_narrow)
{
    struct text text = make_body(2, 600, 601);
    const char *wide = "2\n1 1\n9000000000\n1 1\n";
    size_t head = strlen("2\n"), one = (text.size - head) / 2;
    struct text body = {.bytes = malloc(strlen(wide) + one)};
    ck_assert_ptr_nonnull(body.bytes);
    memcpy(body.bytes, wide, strlen(wide));
    memcpy(body.bytes + strlen(wide), text.bytes + head, one);
    body.size = strlen(wide) + one;
    struct contest_limits limits = {2, 100, 601 * 4};
    struct text_result answer = text_oracle(body.bytes, body.size, &limits);
    ck_assert_int_eq(answer.code, PROBLEM_NONE);
    contest_compare_all_cuts(body.bytes, body.size, &limits, &answer);
    text_result_free(&answer);
    free(body.bytes);
    free(text.bytes);
}
END_TEST

/* Heaps that were announced but do not come are no reason to refuse memory. */
START_TEST(test_memory_limit_not_reached)
{
    struct text text = make_body(1, 700, 701);
    text.size /= 2;
    struct contest_limits limits = {2, 100, 601 * 4};
    struct text_result answer = text_oracle(text.bytes, text.size, &limits);
    ck_assert_int_eq(answer.code, PROBLEM_MALFORMED_TEXT);
    contest_compare_all_cuts(text.bytes, text.size, &limits, &answer);
    text_result_free(&answer);
    free(text.bytes);
}
END_TEST

/* One heap and a long piece of white space: room is made for a slice's worth of heaps at most. */
START_TEST(test_white_space_costs_nothing)
{
    struct text text = {.bytes = malloc(BODY_BYTES), .size = BODY_BYTES};
    ck_assert_ptr_nonnull(text.bytes);
    memset(text.bytes, ' ', text.size);
    memcpy(text.bytes, "1 9000000000000000000 1 5", 25);
    struct outcome outcome = contest_run(text.bytes, text.size, &roomy_limits, NULL, text.size,
                                         text.size);
    ck_assert_int_eq(outcome.problem.code, PROBLEM_MALFORMED_TEXT);
    ck_assert_uint_le(outcome.held_before_end, 256 * 1024);
    outcome_free(&outcome);
    free(text.bytes);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("memory");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_refusals, 0, 5);
    tcase_add_test(tcase, test_declared_sizes);
    tcase_add_test(tcase, test_many_cases);
    tcase_add_test(tcase, test_large_case);
    tcase_add_test(tcase, test_nothing_kept_after_fault);
    tcase_add_test(tcase, test_memory_limit);
    tcase_add_test(tcase, test_wide_case_then_narrow);
    tcase_add_test(tcase, test_memory_limit_not_reached);
    tcase_add_test(tcase, test_white_space_costs_nothing);
    return run_tests(tcase);
}
