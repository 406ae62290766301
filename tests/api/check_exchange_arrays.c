/* SPDX-License-Identifier: MIT */
/* check_exchange_arrays.c, of src/api/games/kept_array.c, src/api/service/arrays.c: questions
 * about kept arrays get what the same heaps in the body get. */
#include "api/exchange.h"

#include "exchange_fixture.h"
#include "folder_fixture.h"
#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_BYTES = 1 << 18, MOST_BYTES = 4 << 20 };

static struct seed start;
static struct folder_fixture folder;
static struct api api;

/* DIR holds small (1,2,2) and wide (2^63-1, 3). */
static void setup(void)
{
    fixture_open(&folder);
    fixture_write(&folder, "small.json", "[1,2,2]", 0);
    fixture_write(&folder, "wide.txt", "9223372036854775807 3", 0);
    fixture_api(&api);
    api.arrays = arrays_open(folder.path, MOST_BYTES, &folder.report);
    ck_assert_msg(api.arrays != NULL, "%s", folder.told);
    ck_assert(arrays_start(api.arrays, &folder.report));
}

static void teardown(void)
{
    arrays_close(api.arrays);
    budget_free(&api.budget);
    fixture_close(&folder);
}

#define SMALL "04a638c5599c4f3857315981eae78c35"

static const struct {
    const char *body;
    struct told told;
} problems[] = {
    {"{\"array\":\"smal\",\"queries\":[[1,1]]}", {PROBLEM_UNKNOWN_ARRAY, .pointer = "/array"}},
    {"{\"array\":\"\",\"queries\":[[1,1]]}", {PROBLEM_UNKNOWN_ARRAY, .pointer = "/array"}},
    {"{\"array\":\"small\\u0000\",\"queries\":[[1,1]]}",
     {PROBLEM_UNKNOWN_ARRAY, .pointer = "/array"}},
    {"{\"array\":[1],\"queries\":[[1,1]]}", {PROBLEM_WRONG_TYPE, .pointer = "/array"}},
    {"{\"array\":\"small\",\"version\":1,\"queries\":[[1,1]]}",
     {PROBLEM_WRONG_TYPE, .pointer = "/version"}},
    {"{\"array\":\"small\",\"heaps\":[1],\"queries\":[[1,1]]}",
     {PROBLEM_CONFLICTING_KEYS, .pointer = "/array"}},
    {"{\"array\":\"small\",\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]}]}",
     {PROBLEM_CONFLICTING_KEYS, .pointer = "/cases"}},
    {"{\"version\":\"x\",\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]}]}",
     {PROBLEM_CONFLICTING_KEYS, .pointer = "/cases"}},
    {"{\"version\":\"x\",\"queries\":[[1,1]]}",
     {PROBLEM_MISSING_KEY, .pointer = "", .key = "array"}},
    {"{\"version\":\"x\",\"heaps\":[1],\"queries\":[[1,1]]}",
     {PROBLEM_MISSING_KEY, .pointer = "", .key = "array"}},
    {"{\"cases\":[{\"array\":\"small\",\"queries\":[[1,1]]},{\"version\":\"\",\"queries\":[[1,1]]}]"
     "}",
     {PROBLEM_MISSING_KEY, .pointer = "/cases/1", .key = "array"}},
    {"{\"array\":\"small\"}", {PROBLEM_MISSING_KEY, .pointer = "", .key = "queries"}},
    {"{\"queries\":[[1,1]]}", {PROBLEM_MISSING_KEY, .pointer = "", .key = "heaps"}},
    {"{\"array\":\"small\",\"queries\":[[1,1],[2,4]]}",
     {PROBLEM_OUT_OF_RANGE, .pointer = "/queries/1/1"}},
    {"{\"array\":\"small\",\"queries\":[[1,4294967297]]}",
     {PROBLEM_OUT_OF_RANGE, .pointer = "/queries/0/1"}},
    {"{\"array\":\"small\",\"queries\":[[4294967297,4294967297]]}",
     {PROBLEM_OUT_OF_RANGE, .pointer = "/queries/0/0"}},
    {"{\"array\":\"small\",\"queries\":[[1,2,3]]}", {PROBLEM_WRONG_TYPE, .pointer = "/queries/0"}},
    {"{\"cases\":[{\"array\":\"wide\",\"queries\":[[1,1]]},{\"array\":\"x\",\"queries\":[[1,1]]}]}",
     {PROBLEM_UNKNOWN_ARRAY, .pointer = "/cases/1/array"}},
};

START_TEST(test_problem)
{
    struct outcome outcome = post(&api, "/nim/ranges", problems[_i].body);
    expect_problem(problems[_i].body, &outcome, &problems[_i].told);
    outcome_free(&outcome);
}
END_TEST

static void expect_holds(const struct outcome *outcome, unsigned status, const char *text)
{
    ck_assert_msg(outcome->status == status && strstr(outcome->body, text) != NULL, "%u %s",
                  outcome->status, outcome->body);
}

START_TEST(test_version)
{
    struct outcome outcome = post(
        &api, "/nim/ranges", "{\"array\":\"small\",\"version\":\"" SMALL "\",\"queries\":[[1,3]]}");
    expect_holds(&outcome, 200,
                 ",\"index_base\":1,\"array\":\"small\",\"version\":\"" SMALL "\"}\n");
    outcome_free(&outcome);
    static const char *const others[] = {"", "x", "04A638C5599C4F3857315981EAE78C35", (SMALL "0"),
                                         "04a638c5599c4f3857315981eae78c3"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        char body[200];
        (void)snprintf(body, sizeof body,
                       "{\"version\":\"%s\",\"queries\":[[1,3]],\"array\":\"small\"}", others[i]);
        outcome = post(&api, "/nim/ranges", body);
        expect_holds(&outcome, 409, "\"pointer\":\"/version\",\"version\":\"" SMALL "\"");
        outcome_free(&outcome);
    }
}
END_TEST

/* The tag follows the version; without a pin caches ask, with one they need not. */
START_TEST(test_caching)
{
    static const char *const targets[] = {"/nim/ranges?array=small&queries=1-2", "/nim/arrays",
                                          "/nim/arrays/small"};
    char *tags[3];
    for (size_t i = 0; i < 3; i++) {
        struct outcome outcome = get(&api, targets[i]);
        ck_assert_uint_eq(outcome.status, 200);
        ck_assert_str_eq(outcome.cache_control, "no-cache");
        tags[i] = strdup(outcome.etag);
        outcome_free(&outcome);
        outcome = get(&api, targets[i]);
        ck_assert_str_eq(outcome.etag, tags[i]);
        outcome_free(&outcome);
    }
    struct outcome pinned = get(&api, "/nim/ranges?array=small&queries=1-2&version=" SMALL);
    ck_assert_uint_eq(pinned.status, 200);
    ck_assert_str_eq(pinned.cache_control, "public, max-age=3600");
    outcome_free(&pinned);
    fixture_write(&folder, "small.json", "[1,2,3]", 0);
    ck_assert(fixture_reload(api.arrays));
    for (size_t i = 0; i < 3; i++) {
        struct outcome outcome = exchange_of(
            &api,
            &(struct request){.method = "GET", .target = targets[i], .if_none_match = tags[i]});
        ck_assert_uint_eq(outcome.status, 200);
        ck_assert_str_ne(outcome.etag, tags[i]);
        outcome_free(&outcome);
        free(tags[i]);
    }
    pinned = get(&api, "/nim/ranges?array=small&queries=1-2&version=" SMALL);
    ck_assert_uint_eq(pinned.status, 409);
    ck_assert_str_eq(pinned.cache_control, "no-store");
    outcome_free(&pinned);
    /* The tag of an array that did not change stays, too. */
    struct outcome wide = get(&api, "/nim/arrays/wide");
    fixture_write(&folder, "small.json", "[1,2,4]", 0);
    ck_assert(fixture_reload(api.arrays));
    struct outcome again = get(&api, "/nim/arrays/wide");
    ck_assert_str_eq(wide.etag, again.etag);
    outcome_free(&wide);
    outcome_free(&again);
}
END_TEST

START_TEST(test_paths)
{
    static const char *const unknown[] = {"/nim/arrays/", "/nim/arrays/smal", "/nim/arrays/small/",
                                          "/nim/arrays/sm%61ll"};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        struct outcome outcome = get(&api, unknown[i]);
        ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_NOT_FOUND);
        outcome_free(&outcome);
    }
    struct outcome outcome = get(&api, "/nim/arrays/wide?integers=strings");
    expect_holds(&outcome, 200,
                 "\"nim_sum\":\"9223372036854775804\",\"largest\":\"9223372036854775807\"");
    outcome_free(&outcome);
    outcome = get(&api, "/nim/arrays?integer=strings");
    ck_assert_uint_eq(outcome.status, 422);
    outcome_free(&outcome);
    outcome = get(&api, "/nim/arrays/wide?integers=words");
    ck_assert_uint_eq(outcome.status, 422);
    outcome_free(&outcome);
    outcome = get(&api, "/nim/arrays?integers=words");
    ck_assert_uint_eq(outcome.status, 422);
    outcome_free(&outcome);
    outcome = get(&api, "/nim/arrays/wide?integer=strings");
    ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_UNKNOWN_KEY);
    outcome_free(&outcome);
    outcome = post(&api, "/nim/arrays/wide", "{}");
    ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_METHOD_NOT_ALLOWED);
    outcome_free(&outcome);
}
END_TEST

#define WITHOUT "he service was started without --arrays"

/* Without arrays nothing of all this is there, and who asks is told why. */
START_TEST(test_without)
{
    struct api plain;
    fixture_api(&plain);
    struct outcome outcome = post(&plain, "/nim/ranges",
                                  "{\"array\":\"small\",\"queries\":[[1,1]]}");
    ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_UNKNOWN_KEY);
    ck_assert_ptr_null(strstr(outcome.body, "version"));
    ck_assert_ptr_nonnull(strstr(outcome.body, WITHOUT "\""));
    outcome_free(&outcome);
    outcome = post(&plain, "/nim/ranges",
                   "{\"cases\":[{\"array\":\"small\",\"queries\":[[1,1]]}]}");
    ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_UNKNOWN_KEY);
    ck_assert_ptr_nonnull(strstr(outcome.body, WITHOUT "\""));
    outcome_free(&outcome);
    outcome = post(&plain, "/nim/ranges", "{\"arrays\":\"small\",\"queries\":[[1,1]]}");
    ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_UNKNOWN_KEY);
    ck_assert_ptr_null(strstr(outcome.body, WITHOUT));
    outcome_free(&outcome);
    static const char *const targets[] = {"/nim/arrays", "/nim/arrays/small"};
    for (size_t i = 0; i < 2; i++) {
        outcome = get(&plain, targets[i]);
        ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_NOT_FOUND);
        ck_assert_ptr_nonnull(strstr(outcome.body, WITHOUT "\""));
        outcome_free(&outcome);
    }
    outcome = get(&plain, "/nim/ranges?array=small&queries=1-1");
    ck_assert_uint_eq(problem_code_of(&outcome), PROBLEM_UNKNOWN_KEY);
    ck_assert_ptr_nonnull(strstr(outcome.body, WITHOUT "\""));
    outcome_free(&outcome);
    static const char *const silent[] = {"/", "/metrics"};
    for (size_t i = 0; i < 2; i++) {
        outcome = get(&plain, silent[i]);
        ck_assert_uint_eq(outcome.status, 200);
        ck_assert_ptr_null(strstr(outcome.body, "array"));
        outcome_free(&outcome);
    }
    budget_free(&plain.budget);
}
END_TEST

struct text {
    char bytes[BODY_BYTES];
    size_t size;
};

static void put(struct text *text, const char *piece)
{
    size_t size = strlen(piece);
    ck_assert_uint_lt(text->size + size, sizeof text->bytes);
    memcpy(text->bytes + text->size, piece, size + 1);
    text->size += size;
}

static void put_heaps(struct text *text, const uint64_t *heaps, size_t n)
{
    char piece[32];
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(piece, sizeof piece, "%s%" PRIu64, i == 0 ? "[" : ",", heaps[i]);
        put(text, piece);
    }
    put(text, "]");
}

/* Random heaps, kept and sent: the replies differ in the name and version alone. Another case in
 * the batch makes the numbers of the body wide, or does not, whatever the kept ones are. */
START_TEST(test_as_if_sent)
{
    static struct text file, tail, sent, asked;
    struct seed seed = seed_stream(&start, (uint64_t)_i);
    uint64_t heaps[400];
    size_t n = 1 + seed_below(&seed, 400), m = 1 + seed_below(&seed, 700);
    bool wide_body = _i / 4 % 2 == 1, misere = _i % 2 == 1;
    unsigned base = (unsigned)_i / 2 % 2;
    for (size_t i = 0; i < n; i++) {
        heaps[i] = seed_below(&seed, 4) == 0 ? seed_number(&seed, _i / 8 % 2 == 1 ? INT64_MAX : 7)
                                             : seed_below(&seed, 2);
    }
    char piece[160];
    file.size = tail.size = sent.size = asked.size = 0;
    put_heaps(&file, heaps, n);
    put(&tail, ",\"queries\":");
    for (size_t i = 0; i < m; i++) {
        size_t l = seed_below(&seed, n), r = l + seed_below(&seed, n - l);
        (void)snprintf(piece, sizeof piece, "%s[%zu,%zu]", i == 0 ? "[" : ",", l + base, r + base);
        put(&tail, piece);
    }
    (void)snprintf(piece, sizeof piece, "]},{\"heaps\":[%s],\"queries\":[[%u,%u]]}],",
                   wide_body ? "4294967296" : "5", base, base);
    put(&tail, piece);
    (void)snprintf(piece, sizeof piece, "\"convention\":\"%s\",\"index_base\":%u,",
                   misere ? "misere" : "normal", base);
    put(&tail, piece);
    put(&tail, "\"include\":[\"nim_sums\",\"winning_moves\",\"move_counts\"]}");
    fixture_write(&folder, "random.json", file.bytes, file.size);
    ck_assert(fixture_reload(api.arrays));
    put(&sent, "{\"cases\":[{\"heaps\":");
    put(&sent, file.bytes);
    put(&sent, tail.bytes);
    put(&asked, "{\"cases\":[{\"array\":\"random\"");
    put(&asked, tail.bytes);
    struct outcome by_body = post(&api, "/nim/ranges", sent.bytes);
    struct outcome by_name = post(&api, "/nim/ranges", asked.bytes);
    ck_assert_msg(by_body.status == 200 && by_name.status == 200, "%s %s", by_body.body,
                  by_name.body);
    char *name = strstr(by_name.body, ",\"array\":\"random\",\"version\":\"");
    ck_assert_ptr_nonnull(name);
    size_t added = strlen(",\"array\":\"random\",\"version\":\"\"") + ARRAY_VERSION_BYTES;
    memmove(name, name + added, strlen(name + added) + 1);
    ck_assert_str_eq(by_name.body, by_body.body);
    outcome_free(&by_body);
    outcome_free(&by_name);
}
END_TEST

int main(void)
{
    start = seed_start("check_exchange_arrays");
    TCase *tcase = tcase_create("arrays");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, test_problem, 0, COUNT_OF(problems));
    tcase_add_test(tcase, test_version);
    tcase_add_test(tcase, test_caching);
    tcase_add_test(tcase, test_paths);
    tcase_add_test(tcase, test_without);
    tcase_add_loop_test(tcase, test_as_if_sent, 0, 48);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
