/* SPDX-License-Identifier: MIT */
/* check_exchange.c, of src/api/exchange.c, src/api/head.c, src/api/service/meta.c,
 * src/api/games/xor_game.c, src/api/games/nim_ranges.c: what the routes answer, and which fault
 * of several is told. */
#include "exchange_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <string.h>

#define XOR    "/xor-game"
#define RANGES "/nim/ranges"
#define TAIL   "\"modulus\":1000000007,\"convention\":\"normal\",\"index_base\":1}"
#define MISERE "\"modulus\":1000000007,\"convention\":\"misere\",\"index_base\":0}"
#define BOB    "{\"winner\":\"bob\",\"alice_wins\":false,"
#define ALICE  "{\"winner\":\"alice\",\"alice_wins\":true,"

static const struct {
    const char *target, *body, *reply;
} answers[] = {
    {XOR, "{\"nums\":[1,1,2]}", BOB "\"xor\":2,\"count\":3,\"reason\":\"odd-count\"}"},
    {XOR, "{\"nums\":[0,1],\"method\":\"theorem\"}",
     ALICE "\"xor\":1,\"count\":2,\"reason\":\"even-count\"}"},
    {XOR, " { \"nums\" : [ 1 , 2.0 , 30e-1 ] } \n",
     ALICE "\"xor\":0,\"count\":3,\"reason\":\"xor-zero\"}"},
    {XOR, "{\"nums\":[7],\"method\":\"search\"}",
     BOB "\"xor\":7,\"count\":1,\"reason\":\"odd-count\",\"positions_searched\":1}"},
    {XOR, "{\"boards\":[[1,1,2],[5,5]]}",
     "{\"results\":[" BOB "\"xor\":2,\"count\":3,\"reason\":\"odd-count\"}," ALICE
     "\"xor\":0,\"count\":2,\"reason\":\"xor-zero\"}]}"},
    {XOR, "{\"nums\":[9223372036854775807]}",
     BOB "\"xor\":9223372036854775807,\"count\":1,\"reason\":\"odd-count\"}"},
    {XOR, "{\"nums\":[9223372036854775807,9007199254740993,4294967296]}",
     BOB "\"xor\":9214364833305067518,\"count\":3,\"reason\":\"odd-count\"}"},
    {XOR, "{\"boards\":[[4294967295],[4294967296]]}",
     "{\"results\":[" BOB "\"xor\":4294967295,\"count\":1,\"reason\":\"odd-count\"}," BOB
     "\"xor\":4294967296,\"count\":1,\"reason\":\"odd-count\"}]}"},
    {RANGES, "{\"heaps\":[1,2,2],\"queries\":[[1,2],[2,3]]}",
     "{\"verdicts\":[true,false],\"wins\":1,\"weighted_sum\":2," TAIL},
    {RANGES, "{\"heaps\":[1,2,2],\"queries\":[[1,2],[2,3]],\"verdicts\":\"bits\"}",
     "{\"verdicts\":\"10\",\"wins\":1,\"weighted_sum\":2," TAIL},
    {RANGES, "{\"heaps\":[1,2,2],\"queries\":[[1,2],[2,3]],\"verdicts\":\"none\"}",
     "{\"wins\":1,\"weighted_sum\":2," TAIL},
    {RANGES,
     "{\"heaps\":[1,2,2],\"queries\":[[1,3]],\"verdicts\":\"none\",\"include\":[\"nim_sums\","
     "\"nim_sums\"]}",
     "{\"nim_sums\":[1],\"wins\":1,\"weighted_sum\":1," TAIL},
    {RANGES,
     "{\"heaps\":[1,1,1,5,0],\"queries\":[[0,2],[0,1],[2,3],[4,4]],\"convention\":\"misere\","
     "\"index_base\":0,\"include\":[\"nim_sums\"]}",
     "{\"verdicts\":[false,true,true,true],\"nim_sums\":[1,0,4,0],\"wins\":3,\"weighted_sum\":"
     "7," MISERE},
    {RANGES,
     "{\"heaps\":[9223372036854775807,9223372036854775806],\"queries\":[[1,1],[1,2],[2,2]],"
     "\"include\":[\"nim_sums\"],\"verdicts\":\"bits\"}",
     "{\"verdicts\":\"111\",\"nim_sums\":[9223372036854775807,1,9223372036854775806],\"wins\":3,"
     "\"weighted_sum\":7," TAIL},
    {RANGES,
     "{\"cases\":[{\"heaps\":[1,1],\"queries\":[[1,2]]},{\"queries\":[[1,1],[2,2]],\"heaps\":[0,2]}"
     "]}",
     "{\"results\":[{\"verdicts\":[false],\"wins\":0,\"weighted_sum\":0," TAIL
     ",{\"verdicts\":[false,true],\"wins\":1,\"weighted_sum\":1," TAIL "]}"},
    {RANGES,
     "{\"cases\":[{\"heaps\":[4294967296],\"queries\":[[0,0]]},{\"heaps\":[1],\"queries\":[[0,0]]}]"
     ","
     "\"index_base\":0,\"convention\":\"misere\",\"verdicts\":\"none\",\"include\":[]}",
     "{\"results\":[{\"wins\":1,\"weighted_sum\":1," MISERE
     ",{\"wins\":0,\"weighted_sum\":0," MISERE "]}"},
};

START_TEST(test_answer)
{
    struct api api;
    fixture_api(&api);
    expect_reply(&api, answers[_i].target, answers[_i].body, answers[_i].reply);
}
END_TEST

START_TEST(test_text)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = post_text(&api,
                                       "3\n2 1\n1 1\n1 2\n2 1\n1 2\n1 2\n3 2\n1 2 2\n1 2\n2 3\n");
    ck_assert_str_eq(outcome.body, "0\n1\n2\n");
    ck_assert_str_eq(outcome.media_type, "text/plain");
    outcome_free(&outcome);
}
END_TEST

/* Whatever means JSON is read as JSON. */
START_TEST(test_json_by_any_name)
{
    static const char *const types[] = {NULL, "application/json", "application/vnd.x+json",
                                        "application/x-www-form-urlencoded"};
    struct api api;
    fixture_api(&api);
    struct request request = {.method = "POST",
                              .target = XOR,
                              .content_type = types[_i],
                              .content_encoding = "Identity",
                              .expect = "100-Continue",
                              .body = "{\"nums\":[3]}",
                              .has_length = true,
                              .content_length = 12};
    struct outcome outcome = exchange_of(&api, &request);
    ck_assert_str_eq(outcome.body, BOB "\"xor\":3,\"count\":1,\"reason\":\"odd-count\"}\n");
    ck_assert(!outcome.refused_by_head);
    outcome_free(&outcome);
}
END_TEST

static const struct {
    const char *target, *media_type, *part;
} documents[] = {
    {"/", "application/json", "\"version\":\"1.2.3\""},
    {"/?q=1&q=1", "application/json", "\"limits\":{\"body_bytes\":67108864,\"nesting\":32,"},
    {"/healthz", "application/json", "alive"},
    {"/healthz?", "application/json", "alive"},
    {"/readyz", "application/json", "ready"},
    {"/openapi.yaml", "application/yaml", "openapi: 3"},
    {"/problems/too-few", "application/json", "\"code\":\"too-few\""},
    {"/problems/unsupported-media-type", "application/json", "\"status\":415"}, /* the longest */
};

START_TEST(test_document)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = get(&api, documents[_i].target);
    ck_assert_uint_eq(outcome.status, 200);
    ck_assert_str_eq(outcome.media_type, documents[_i].media_type);
    ck_assert_msg(strstr(outcome.body, documents[_i].part) != NULL, "%s", outcome.body);
    const struct request head = {.method = "HEAD", .target = documents[_i].target};
    struct outcome other = exchange_of(&api, &head); /* the HTTP side leaves the body out */
    ck_assert_str_eq(other.body, outcome.body);
    outcome_free(&other);
    outcome_free(&outcome);
}
END_TEST

/* The faults of one request, worst first; each is taken away once it was told. */
START_TEST(test_order_of_faults)
{
    struct api api;
    fixture_api(&api);
    api.limits.body_bytes = 30;
    struct request request = {.method = "PROPFIND",
                              .target = "/nothing?a=1",
                              .content_type = "text/html",
                              .expect = "tea",
                              .body = "{\"numz\":[1],\"method\":1,\"x\":0} {",
                              .has_length = true,
                              .content_length = 32};
    enum problem_code order[] = {PROBLEM_NOT_IMPLEMENTED,
                                 PROBLEM_NOT_FOUND,
                                 PROBLEM_METHOD_NOT_ALLOWED,
                                 PROBLEM_EXPECTATION_FAILED,
                                 PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                                 PROBLEM_UNKNOWN_KEY,
                                 PROBLEM_BODY_TOO_LARGE,
                                 PROBLEM_BODY_TOO_LARGE,
                                 PROBLEM_OVERLOADED,
                                 PROBLEM_MALFORMED_JSON,
                                 PROBLEM_UNKNOWN_KEY,
                                 PROBLEM_NONE};
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        struct outcome outcome = exchange_of(&api, &request);
        ck_assert_msg(problem_code_of(&outcome) == order[i], "step %zu: %s", i, outcome.body);
        ck_assert_int_eq(outcome.refused_by_head, i < 7);
        outcome_free(&outcome);
        switch (i) {
        case 0: request.method = "PUT"; break;
        case 1: request.target = XOR "?a=1"; break;
        case 2: request.method = "POST"; break;
        case 3: request.expect = NULL; break;
        case 4: request.content_type = NULL; break;
        case 5: request.target = XOR; break;
        case 6: request.has_length = false; break; /* now told by the body itself */
        case 7:
            api.limits.body_bytes = 100;
            atomic_store(&api.budget.used_bytes, api.budget.limit_bytes);
            break;
        case 8: atomic_store(&api.budget.used_bytes, 0); break;
        case 9: request.body = "{\"nums\":[1],\"method\":1,\"x\":0}"; break;
        case 10: request.body = "{\"nums\":[1]}"; break;
        default: break;
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("routes");
    tcase_add_loop_test(tcase, test_answer, 0, (int)COUNT_OF(answers));
    tcase_add_test(tcase, test_text);
    tcase_add_loop_test(tcase, test_json_by_any_name, 0, 4);
    tcase_add_loop_test(tcase, test_document, 0, (int)COUNT_OF(documents));
    tcase_add_test(tcase, test_order_of_faults);
    return run_tests(tcase);
}
