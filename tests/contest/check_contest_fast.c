/* SPDX-License-Identifier: MIT */
/* check_contest_fast.c: the fast paths of the contest reader take the same tokens as their portable
 * twins. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest/contest_fast.h"
#include "contest/contest_fast_sse.h"
#include "contest/prefix.h"
#include "seed.h"

enum { TEXT_BYTES = 2048, ROUNDS = 20000, HEAPS = 500 };

/* The gap behind it is now and then another than the usual one. */
static size_t put_token(struct seed *seed, uint64_t value, const char *usual, char *out)
{
    static const char *const gaps[] = {" ", "\n", "\r\n", "  ", "\t", " \n", "\n\n", "\n "};
    return (size_t)sprintf(out, "%s%llu%s", seed_below(seed, 100) == 0 ? "00" : "",
                           (unsigned long long)value,
                           seed_below(seed, 40) == 0 ? gaps[seed_below(seed, 8)] : usual);
}

/* Tokens with a fault now and then; below: values up to HEAPS + 1, or any. */
static size_t make_text(struct seed *seed, bool queries, char *out)
{
    size_t size = 0, wanted = seed_below(seed, TEXT_BYTES - 128);
    const char *line_end = seed_below(seed, 4) == 0 ? "\r\n" : "\n";
    while (size < wanted) {
        uint64_t l = seed_below(seed, HEAPS) + 1;
        uint64_t value = seed_next(seed) >> (1 + seed_below(seed, 63));
        size += put_token(seed, queries ? l : value, " ", out + size);
        if (queries) {
            size += put_token(seed, l + seed_below(seed, HEAPS + 2 - l), line_end, out + size);
        }
        if (size > 14 && seed_below(seed, 60) == 0) {
            out[size - 1 - seed_below(seed, 14)] = "x-+.\n 0"[seed_below(seed, 7)];
        }
    }
    return size;
}

struct heaps_run {
    struct account account;
    struct prefix prefix;
    uint64_t left;
    size_t taken;
};

typedef const char *heaps_fast(struct prefix *prefix, uint64_t *left, const char *p,
                               const char *end);

static void run_heaps(heaps_fast *fast, bool wide, uint64_t left, const char *text, size_t size,
                      struct heaps_run *run)
{
    *run = (struct heaps_run){.left = left};
    prefix_init(&run->prefix, &run->account, 1 << 20);
    ck_assert(prefix_begin(&run->prefix));
    run->prefix.wide = wide;
    run->prefix.numbers.size = prefix_width(&run->prefix); /* the leading 0 */
    ck_assert(prefix_reserve(&run->prefix, size));
    run->taken = (size_t)(fast(&run->prefix, &run->left, text, text + size) - text);
}

static void compare_heaps(struct seed *seed, const char *text, size_t size)
{
    bool wide = seed_below(seed, 2) == 0;
    uint64_t left = seed_below(seed, 200);
    struct heaps_run a, b, c;
    run_heaps(contest_fast_portable_heaps, wide, left, text, size, &a);
    run_heaps(contest_fast_heaps, wide, left, text, size, &b);
    run_heaps(contest_fast_sse_heaps, wide, left, text, size, &c);
    ck_assert_uint_le(c.taken, b.taken);
    /* Either may take a token more than the other near the end of the piece, or white space before
     * it. */
    size_t common = a.prefix.numbers.size < b.prefix.numbers.size ? a.prefix.numbers.size
                                                                  : b.prefix.numbers.size;
    size_t width = prefix_width(&a.prefix);
    if (memcmp(a.prefix.numbers.data + width, b.prefix.numbers.data + width, common - width) != 0 ||
        left - a.left != prefix_count(&a.prefix) || left - b.left != prefix_count(&b.prefix)) {
        ck_abort_msg("other heaps of: %.*s", (int)size, text);
    }
    prefix_free(&a.prefix);
    prefix_free(&b.prefix);
    prefix_free(&c.prefix);
}

typedef const char *queries_fast(const struct prefix *prefix, struct verdicts *verdicts,
                                 uint64_t *left, const char *p, const char *end);

struct queries_run {
    struct verdicts verdicts;
    uint64_t left;
};

static struct queries_run run_queries(queries_fast *fast, const struct prefix *prefix,
                                      uint64_t left, const char *text, size_t size)
{
    struct queries_run run = {.left = left};
    (void)fast(prefix, &run.verdicts, &run.left, text, text + size);
    return run;
}

static void compare_queries(struct seed *seed, const struct prefix *prefix, const char *text,
                            size_t size)
{
    uint64_t left = seed_below(seed, 200);
    struct queries_run a = run_queries(contest_fast_portable_queries, prefix, left, text, size);
    struct queries_run b = run_queries(contest_fast_queries, prefix, left, text, size);
    if (a.left != b.left) { /* stopped at different tokens: compare what both answered */
        uint64_t answered = left - (a.left > b.left ? a.left : b.left);
        a = run_queries(contest_fast_portable_queries, prefix, answered, text, size);
        b = run_queries(contest_fast_queries, prefix, answered, text, size);
        ck_assert_uint_eq(a.left, 0);
        ck_assert_uint_eq(b.left, 0);
    }
    if (a.verdicts.sum != b.verdicts.sum || a.verdicts.word != b.verdicts.word ||
        a.verdicts.bits != b.verdicts.bits) {
        ck_abort_msg("other verdicts of: %.*s", (int)size, text);
    }
}

START_TEST(test_lanes_are_equal)
{
    struct seed seed = seed_start("check_contest_lane");
    struct account account = {.budget = NULL};
    struct prefix prefix;
    prefix_init(&prefix, &account, 1 << 20);
    ck_assert(prefix_begin(&prefix));
    for (int i = 0; i < HEAPS; i++) {
        ck_assert(prefix_push(&prefix, seed_below(&seed, 4)));
    }
    for (int i = 0; i < ROUNDS; i++) {
        char made[TEXT_BYTES];
        bool queries = i % 2 == 0;
        size_t size = make_text(&seed, queries, made);
        char *text = malloc(size == 0 ? 1 : size);
        ck_assert_ptr_nonnull(text);
        memcpy(text, made, size);
        if (queries) {
            compare_queries(&seed, &prefix, text, size);
        } else {
            compare_heaps(&seed, text, size);
        }
        free(text);
    }
    prefix_free(&prefix);
}
END_TEST

/* Plain lines must really go through the fast path, also where the byte-by-byte machine has left
 * the line end before them, or nobody would notice that it is never used. */
START_TEST(test_fast_lane_is_used)
{
    static const char *const begins[] = {"", "\n", "\r\n"};
    struct account account = {.budget = NULL};
    struct prefix prefix;
    prefix_init(&prefix, &account, 1 << 20);
    ck_assert(prefix_begin(&prefix));
    for (uint64_t i = 0; i < HEAPS; i++) {
        ck_assert(prefix_push(&prefix, i));
    }
    char text[TEXT_BYTES];
    size_t size = (size_t)sprintf(text, "%s", begins[_i]);
    uint64_t lines = 0;
    for (; size < TEXT_BYTES - 32; lines++) {
        size += (size_t)sprintf(text + size, "12 345%s", _i == 2 ? "\r\n" : "\n");
    }
    uint64_t left = lines;
    struct verdicts verdicts = {0};
    (void)contest_fast_sse_queries(&prefix, &verdicts, &left, text, text + size);
    if (contest_fast_sse_is_supported()) {
        ck_assert_uint_lt(left, 24);
    }
    prefix_free(&prefix);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contest_fast");
    TCase *tcase = tcase_create("contest_fast");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, test_lanes_are_equal);
    tcase_add_loop_test(tcase, test_fast_lane_is_used, 0, 3);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
