/* SPDX-License-Identifier: MIT */
/* check_ranges_case.c, of src/api/games/ranges_case.c: one case in both widths, both
 * conventions, both bases, against plain loops. */
#include "api/games/ranges_case.h"

#include "digits/decimal.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <stdlib.h>

enum { MOST_HEAPS = 200, MOST_QUERIES = 200, MEMORY_BYTES = 1 << 20 };

/* A case as it stands in a body. */
struct plain {
    size_t n, m;
    uint64_t heaps[MOST_HEAPS], queries[MOST_QUERIES][2];
    bool misere;
    unsigned base;
};

static void list_number(struct json_number_lists *lists, uint64_t value)
{
    char text[DECIMAL_MAX_BYTES];
    size_t size = decimal_print(value, text);
    struct json_number number;
    json_number_start(&number);
    for (size_t i = 0; i < size; i++) {
        (void)json_number_step(&number, (unsigned char)text[i]);
    }
    if (!json_lists_add(lists, &number)) { /* ck_assert takes its time */
        ck_abort_msg("%.*s was not read", (int)size, text);
    }
}

static size_t list_heaps(struct json_number_lists *lists, const struct plain *plain)
{
    size_t index;
    ck_assert(json_lists_begin(lists, JSON_VECTOR));
    for (size_t i = 0; i < plain->n; i++) {
        list_number(lists, plain->heaps[i]);
    }
    ck_assert(json_lists_end(lists, &index));
    return index;
}

static size_t list_queries(struct json_number_lists *lists, const struct plain *plain)
{
    size_t index;
    ck_assert(json_lists_begin(lists, JSON_TABLE));
    for (size_t i = 0; i < plain->m; i++) {
        json_lists_row_begin(lists);
        list_number(lists, plain->queries[i][0]);
        list_number(lists, plain->queries[i][1]);
        if (!json_lists_row_end(lists)) {
            ck_abort_msg("row %zu was not read", i);
        }
    }
    ck_assert(json_lists_end(lists, &index));
    return index;
}

static bool is_good(const struct plain *plain, size_t i)
{
    uint64_t l = plain->queries[i][0], r = plain->queries[i][1];
    return l >= plain->base && l <= r && r < plain->n + plain->base;
}

/* Play's rule heap by heap; *nim_sum too. */
static bool first_wins(const struct plain *plain, size_t i, uint64_t *nim_sum)
{
    bool large = false;
    *nim_sum = 0;
    for (uint64_t at = plain->queries[i][0]; at <= plain->queries[i][1]; at++) {
        uint64_t heap = plain->heaps[at - plain->base];
        *nim_sum ^= heap;
        large = large || heap > 1;
    }
    return plain->misere && !large ? *nim_sum == 0 : *nim_sum != 0;
}

static void compare_answers(const struct ranges_case *c, const struct plain *plain, size_t answered)
{
    size_t good = 0;
    while (good < plain->m && is_good(plain, good)) {
        good++;
    }
    ck_assert_uint_eq(answered, good);
    const uint64_t *words = ranges_case_words(c);
    for (size_t i = 0; i < good; i++) {
        uint64_t nim_sum;
        bool wins = first_wins(plain, i, &nim_sum);
        bool told = (words[i / 64] >> (63 - i % 64) & 1) != 0;
        if (told != wins || ranges_case_nim_sum(c, i) != nim_sum) {
            ck_abort_msg("query %zu of %zu on %zu heaps, misere %d, base %u: %d", i, plain->m,
                         plain->n, plain->misere, plain->base, told);
        }
    }
    ck_assert(good < plain->m || good % 64 == 0 ||
              (words[good / 64] & UINT64_MAX >> good % 64) == 0);
}

/* Lift the case, the queries first or last, with a number before it that widens the store or does
 * not; answer it with c, which may have served other cases. */
static void answer_and_compare(struct ranges_case *c, struct account *account,
                               const struct plain *plain, bool wide, bool queries_first)
{
    struct json_number_lists lists;
    json_lists_init(&lists, account, MEMORY_BYTES);
    const struct plain other = {.n = 1, .heaps = {wide ? INT64_MAX : 7}};
    (void)list_heaps(&lists, &other);
    size_t early = queries_first ? list_queries(&lists, plain) : 0;
    size_t heaps = list_heaps(&lists, plain);
    size_t queries = queries_first ? early : list_queries(&lists, plain);
    number_store_settle(&lists.numbers);
    ck_assert(lists.numbers.wide || !wide);
    c->lists = &lists;
    c->heaps = json_lists_at(&lists, heaps);
    c->queries = json_lists_at(&lists, queries);
    c->misere = plain->misere;
    c->index_base = plain->base;
    size_t answered;
    ck_assert(ranges_case_answer(c, &answered));
    compare_answers(c, plain, answered);
    ck_assert_uint_eq(number_store_at(&lists.numbers, 1),
                      other.heaps[0]); /* no other list was touched */
    json_lists_free(&lists);
}

/* In both widths where that can be, in both orders. */
static void compare(struct ranges_case *c, struct account *account, const struct plain *plain)
{
    for (int i = 0; i < 4; i++) {
        answer_and_compare(c, account, plain, i % 2 == 0, i / 2 == 0);
    }
}

/* Every range of the heaps, as many as fit. */
static void fill_ranges(struct plain *plain)
{
    plain->m = 0;
    for (uint64_t l = 0; l < plain->n; l++) {
        for (uint64_t r = l; r < plain->n && plain->m < MOST_QUERIES; r++, plain->m++) {
            plain->queries[plain->m][0] = l + plain->base;
            plain->queries[plain->m][1] = r + plain->base;
        }
    }
}

static const uint64_t largest[] = {0, 1, 2, 3, 7, UINT32_MAX, UINT64_C(1) << 32, INT64_MAX};

static void fill_heaps(struct plain *plain, struct seed *seed)
{
    uint64_t limit = largest[seed_below(seed, COUNT_OF(largest))];
    for (size_t i = 0; i < plain->n; i++) {
        plain->heaps[i] = seed_below(seed, limit + 1);
    }
}

/* What the tests of one convention and base (_i) share. */
static void begin(struct plain *plain, struct ranges_case *c, struct account *account, int variant)
{
    *plain = (struct plain){.misere = variant % 2 != 0, .base = (unsigned)variant / 2};
    *account = (struct account){.budget = NULL};
    ranges_case_init(c, account, MEMORY_BYTES);
}

static void end(struct ranges_case *c, const struct account *account)
{
    ranges_case_free(c);
    ck_assert_uint_eq(account->held_bytes, 0);
}

START_TEST(test_all_ranges)
{
    static struct plain plain;
    struct ranges_case c;
    struct account account;
    struct seed seed = seed_start("ranges_case, all ranges");
    begin(&plain, &c, &account, _i);
    for (int round = 0; round < 50; round++) {
        plain.n = 1 + (size_t)seed_below(&seed, 19);
        fill_heaps(&plain, &seed);
        fill_ranges(&plain);
        compare(&c, &account, &plain);
    }
    end(&c, &account);
}
END_TEST

/* Every list of up to four heaps of 0, 1 and 2: where misere play differs. */
START_TEST(test_small_heaps)
{
    static struct plain plain;
    struct ranges_case c;
    struct account account;
    begin(&plain, &c, &account, _i);
    for (unsigned code = 0; code < 3 * 3 * 3 * 3; code++) {
        for (plain.n = 1; plain.n <= 4; plain.n++) {
            unsigned rest = code;
            for (size_t i = 0; i < plain.n; i++, rest /= 3) {
                plain.heaps[i] = rest % 3;
            }
            fill_ranges(&plain);
            compare(&c, &account, &plain);
        }
    }
    end(&c, &account);
}
END_TEST

START_TEST(test_counts)
{
    static const size_t counts[] = {1, 7, 8, 63, 64, 65, 127, 128, 129, MOST_QUERIES};
    enum { COUNTS = COUNT_OF(counts) };
    static struct plain plain;
    struct ranges_case c;
    struct account account;
    struct seed seed = seed_start("ranges_case, counts");
    begin(&plain, &c, &account, _i);
    for (size_t round = 0; round < COUNTS; round++) {
        plain.n = counts[round]; /* the counts of 128 heaps just pass the first block */
        fill_heaps(&plain, &seed);
        plain.m = counts[COUNTS - 1 - round];
        for (size_t i = 0; i < plain.m; i++) {
            uint64_t l = seed_below(&seed, plain.n);
            plain.queries[i][0] = l + plain.base;
            plain.queries[i][1] = l + seed_below(&seed, plain.n - l) + plain.base;
        }
        compare(&c, &account, &plain);
    }
    end(&c, &account);
}
END_TEST

/* A query that is no range, anywhere, of every kind. */
START_TEST(test_bad_query)
{
    static struct plain plain;
    struct ranges_case c;
    struct account account;
    struct seed seed = seed_start("ranges_case, bad queries");
    begin(&plain, &c, &account, _i);
    for (int round = 0; round < 50; round++) {
        plain.n = 2 + (size_t)seed_below(&seed, 10);
        fill_heaps(&plain, &seed);
        fill_ranges(&plain);
        uint64_t first = plain.base, last = first + plain.n - 1;
        const uint64_t bad[][2] = {{first, last + 1},     {last + 1, last + 1}, {last, last - 1},
                                   {first - 1, first},    {0, UINT32_MAX},      {last, UINT32_MAX},
                                   {UINT32_MAX, first},   {0, INT64_MAX},       {INT64_MAX, last},
                                   {INT64_MAX, INT64_MAX}};
        size_t i = (size_t)seed_below(&seed, plain.m);
        const uint64_t *query = bad[seed_below(&seed, COUNT_OF(bad))];
        if (query[0] <= INT64_MAX) { /* base 0 has nothing before the first heap */
            plain.queries[i][0] = query[0];
            plain.queries[i][1] = query[1];
        }
        compare(&c, &account, &plain);
    }
    end(&c, &account);
}
END_TEST

/* A budget that does not allow what the case needs: the answer is no, and nothing is kept. */
START_TEST(test_no_memory)
{
    const struct json_number_list heaps = {.count = 100000}, queries = {.rows = 100000};
    struct budget budget;
    for (size_t limit = 0; limit < 500000; limit += 100000) {
        budget_init(&budget, limit);
        struct account account = {.budget = &budget};
        struct ranges_case c;
        ranges_case_init(&c, &account, MEMORY_BYTES);
        c.heaps = &heaps;
        c.queries = &queries;
        c.misere = true;
        size_t answered = 1;
        ck_assert(!ranges_case_answer(&c, &answered));
        ck_assert_int_eq(account.refusal, BUDGET_TOO_LARGE);
        end(&c, &account);
        ck_assert_uint_eq(atomic_load(&budget.used_bytes), 0);
        budget_free(&budget);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("loops");
    tcase_add_loop_test(tcase, test_all_ranges, 0, 4);
    tcase_add_loop_test(tcase, test_small_heaps, 0, 4);
    tcase_add_loop_test(tcase, test_counts, 0, 4);
    tcase_add_loop_test(tcase, test_bad_query, 0, 4);
    tcase_add_test(tcase, test_no_memory);
    return run_tests(tcase);
}
