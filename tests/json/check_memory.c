/* SPDX-License-Identifier: MIT */
/* check_memory.c, of src/json/document.c, src/json/envelope.c: every allocation on the way from
 * a body to its values fails in turn, and every charge to the account. The outcome is always the
 * account's refusal or what it would have been: never a crash, never a leak, never a wrong
 * problem. */
#include "bytes.h"
#include "json/document.h"
#include "failing.h"
#include "run_tests.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 100000 }; /* more than any test body needs */

enum outcome { READ, REFUSED, MALFORMED, WRONG };

struct attempt {
    enum outcome outcome;
    enum budget_status refusal;
    struct place place;
    size_t held;
    long leaked;
};

static struct budget budget;

/* Read the document's values; the tests' bodies all have this form. */
static bool read_values(const struct json_document *document)
{
    static const struct json_word words[] = {{"red", 1}};
    struct json_node root = json_root(document);
    static const struct json_key keys[] = {
        {"n", JSON_NUMBERS}, {"t", JSON_PAIRS}, {"w", JSON_WORDS}, {"o", JSON_NESTED}};
    struct json_node members[4] = {{.value = NULL}};
    static const struct json_row_name row = {"a list", "a list of lists"};
    const struct json_number_list *vector, *table;
    unsigned set;
    return json_read_members(document, &root, (struct json_keys){keys, 4}, members) &&
           json_read_vector(document, &members[0], &vector) && vector->count > 1 &&
           json_read_table(document, &members[1], &row, &table) && table->rows > 1 &&
           json_read_word_set(document, &members[2], words, 1, &set) && set == 1 &&
           json_read_objects(document, &members[3]);
}

static struct attempt try_body(const struct bytes *body, size_t piece, size_t memory_bytes)
{
    struct attempt attempt = {.outcome = WRONG, .leaked = -failing_live()};
    struct account account = {.budget = &budget};
    struct json_limits limits = {
        .nesting = 32, .envelope_values = MANY, .memory_bytes = memory_bytes};
    struct json_scanner scanner;
    struct json_document document;
    struct problem problem;
    json_scanner_init(&scanner, &account, &limits);
    for (size_t at = 0; at < body->size; at += piece) {
        size_t size = body->size - at < piece ? body->size - at : piece;
        (void)json_scanner_feed(&scanner, body->data + at, size);
    }
    if (json_document_open(&document, &scanner, &account, &problem)) {
        attempt.outcome = read_values(&document) ? READ : WRONG;
    } else if (problem.code == PROBLEM_NONE) {
        attempt.outcome = REFUSED;
        attempt.refusal = account.refusal;
    } else if (problem.code == PROBLEM_MALFORMED_JSON) {
        attempt.outcome = MALFORMED;
        attempt.place = problem.place;
    }
    json_document_close(&document);
    json_scanner_free(&scanner);
    for (int i = 0; i < MAPPINGS_TICKS; i++) {
        mappings_age(&budget.mappings); /* until nothing is kept warm */
    }
    attempt.held = account.held_bytes + budget.used_bytes;
    attempt.leaked += failing_live();
    return attempt;
}

/* Bodies whose stores stay small, pass the mapping's border and are widened past it; whose tables
 * keep ends; whose envelopes hold some of everything. */
static struct bytes make_body(size_t numbers, size_t objects, const char *end)
{
    struct bytes body = {.data = NULL};
    bytes_add_text(&body, "{\"n\":[1");
    for (size_t i = 0; i < numbers; i++) {
        bytes_add_text(&body, i == numbers / 2 ? ",4294967296" : ",12");
    }
    bytes_add_text(&body, "],\"t\":[[1,2]");
    for (size_t i = 0; i < numbers / 4; i++) {
        bytes_add_text(&body, i % 1000 == 999 ? ",[3]" : ",[4,5]");
    }
    bytes_add_text(&body, "],\"w\":[\"red\"],\"o\":[{}");
    for (size_t i = 0; i < objects; i++) {
        bytes_add_text(&body, ",{\"key\":\"\\u0000 \xC3\xA9\",\"n\":[1],\"f\":[1.5,null,-1,7]}");
    }
    bytes_add_text(&body, "]");
    bytes_add_text(&body, end);
    return body;
}

static const struct {
    size_t numbers, objects, piece, memory_bytes;
    const char *end;
    uint64_t column; /* of the fault, from the end; 0: none */
} rows[] = {
    {8, 3, 7, 1 << 26, "}", 0},
    {70000, 3, 1 << 20, 1 << 26, "}", 0},
    {20000, 40, 4099, 1 << 26, "}", 0},
    {300, 2500, 100000, 1 << 26, "}", 0}, /* an envelope past the mapping's border */
    {1000, 20, 1 << 20, 1 << 26, "]", 1},
    {30000, 2, 65536, 1 << 26, ",", 0}, /* cut short */
};

static void assert_attempt(const struct attempt *attempt, int row, size_t size, unsigned k,
                           bool failed)
{
    bool malformed = rows[row].end[0] != '}';
    enum outcome unhindered = malformed ? MALFORMED : READ;
    ck_assert_msg(attempt->leaked == 0 && attempt->held == 0, "k = %u: %ld leaked, %zu held", k,
                  attempt->leaked, attempt->held);
    ck_assert_msg(attempt->outcome == unhindered || (failed && attempt->outcome == REFUSED),
                  "k = %u: outcome %d", k, (int)attempt->outcome);
    if (attempt->outcome == MALFORMED) {
        ck_assert_uint_eq(attempt->place.offset, size - (rows[row].column != 0));
    }
}

static void fail_each(int row, enum failing_kind kind, enum budget_status wanted)
{
    struct bytes body = make_body(rows[row].numbers, rows[row].objects, rows[row].end);
    unsigned refused = 0, k = 0;
    /* A large envelope makes thousands of equal allocations: the first and then some of them. */
    for (bool failed = true; failed; k += k < 60 ? 1 : 1 + k / 20) {
        failing_begin(kind, k);
        struct attempt attempt = try_body(&body, rows[row].piece, rows[row].memory_bytes);
        failed = failing_end();
        assert_attempt(&attempt, row, body.size, k, failed);
        if (attempt.outcome == REFUSED) {
            refused++;
            ck_assert_msg(attempt.refusal == wanted, "k = %u: refusal %d", k, (int)attempt.refusal);
        }
        ck_assert_uint_lt(k, MANY);
    }
    ck_assert_uint_gt(refused, 1);
    bytes_free(&body);
}

static void setup(void)
{
    /* Through the wrappers, like everything else; by default cJSON calls its own library's. */
    cJSON_InitHooks(&(cJSON_Hooks){malloc, free});
    budget_init(&budget, (size_t)1 << 30);
}

START_TEST(one_allocation_fails)
{
    fail_each(_i, FAILING_ONE, BUDGET_NO_MEMORY);
}
END_TEST

START_TEST(all_allocations_fail_from_one_on)
{
    fail_each(_i, FAILING_REST, BUDGET_NO_MEMORY);
}
END_TEST

START_TEST(one_charge_is_refused)
{
    fail_each(_i, FAILING_ACCOUNT, BUDGET_TOO_LARGE);
}
END_TEST

/* Budgets from nothing to enough, alone and beside another request. */
START_TEST(a_small_budget_refuses)
{
    struct bytes body = make_body(rows[_i].numbers, rows[_i].objects, rows[_i].end);
    bool done = false;
    unsigned refused = 0;
    for (size_t limit = 0; !done; limit += 300 + limit / 16) {
        budget_init(&budget, limit);
        budget.large_bytes = limit; /* no reserve: any request may have it all */
        struct attempt alone = try_body(&body, rows[_i].piece, rows[_i].memory_bytes);
        assert_attempt(&alone, _i, body.size, (unsigned)limit, true);
        done = alone.outcome != REFUSED;
        ck_assert(done || alone.refusal == BUDGET_TOO_LARGE);
        refused += !done;
        budget_free(&budget);
        budget_init(&budget, (size_t)1 << 30);
        budget.large_bytes = budget.limit_bytes;
        struct account others = {.budget = &budget};
        ck_assert(account_take(&others, ((size_t)1 << 30) - limit));
        struct attempt beside = try_body(&body, rows[_i].piece, rows[_i].memory_bytes);
        beside.held -= others.held_bytes;
        assert_attempt(&beside, _i, body.size, (unsigned)limit, true);
        ck_assert_int_eq(beside.outcome, alone.outcome);
        ck_assert(done || beside.refusal == BUDGET_BUSY);
        budget_free(&budget);
    }
    ck_assert_uint_gt(refused, 3);
    bytes_free(&body);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("memory");
    int count = (int)COUNT_OF(rows);
    tcase_set_timeout(tcase, 200);
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_loop_test(tcase, one_allocation_fails, 0, count);
    tcase_add_loop_test(tcase, all_allocations_fail_from_one_on, 0, count);
    tcase_add_loop_test(tcase, one_charge_is_refused, 0, count);
    tcase_add_loop_test(tcase, a_small_budget_refuses, 0, count);
    return run_tests(tcase);
}
