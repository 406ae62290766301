/* SPDX-License-Identifier: MIT */
/* check_exchange_order.c, of src/api/exchange.c: keys in every order, bodies cut at every byte:
 * always the same reply. */
#include "faults.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 6, BODY_BYTES = 600 };

/* The members of an object, in an order that is given by places. */
struct members {
    const char *target;
    size_t count;
    const char *text[MOST_KEYS];
};

static const struct members objects[] = {
    {"/xor-game", 2, {"\"nums\":[1,1,2]", "\"method\":\"search\""}},
    {"/xor-game", 2, {"\"method\":\"search\"", "\"boards\":[[4294967296,1],[3]]"}},
    {"/nim/ranges",
     6,
     {"\"heaps\":[1,0,1,9223372036854775807,1]", "\"queries\":[[0,0],[0,2],[2,4],[1,1],[4,4]]",
      "\"convention\":\"misere\"", "\"index_base\":0", "\"verdicts\":\"bits\"",
      "\"include\":[\"nim_sums\"]"}},
    {"/nim/ranges",
     6,
     {"\"queries\":[[1,1],[1,3],[3,5]]", "\"heaps\":[1,0,1,1,1]", "\"include\":[]",
      "\"verdicts\":\"booleans\"", "\"index_base\":1", "\"convention\":\"misere\""}},
    {"/nim/ranges",
     5,
     {"\"cases\":[{\"heaps\":[7,7],\"queries\":[[0,1],[1,1]]},{\"queries\":[[0,0]],\"heaps\":[1]}]",
      "\"include\":[\"nim_sums\"]", "\"convention\":\"misere\"", "\"verdicts\":\"none\"",
      "\"index_base\":0"}},
    {"/nim/ranges",
     5,
     {"\"heaps\":[1,0,1,9223372036854775807,1]", "\"queries\":[[0,0],[0,2],[2,4],[1,1],[4,4]]",
      "\"include\":[\"winning_moves\",\"move_counts\"]", "\"index_base\":0",
      "\"integers\":\"strings\""}},
    {"/nim/position",
     5,
     {"\"heaps\":[1,0,1,9223372036854775807]", "\"convention\":\"misere\"", "\"index_base\":0",
      "\"include\":[\"winning_moves\"]", "\"integers\":\"strings\""}},
    {"/xor-game",
     4,
     {"\"boards\":[[4294967296,1],[3]]", "\"include\":[\"explanation\",\"winning_moves\"]",
      "\"integers\":\"strings\"", "\"method\":\"search\""}},
};

static void write_object(const struct members *members, const size_t *places, char *body)
{
    size_t size = 0;
    for (size_t i = 0; i < members->count; i++) {
        size += (size_t)snprintf(body + size, BODY_BYTES - size, "%s%s", i == 0 ? "{" : ",",
                                 members->text[places[i]]);
    }
    (void)snprintf(body + size, BODY_BYTES - size, "}");
}

/* The next permutation in lexicographic order. */
static bool next_order(size_t *places, size_t count)
{
    size_t i = count - 1;
    while (i > 0 && places[i - 1] > places[i]) {
        i--;
    }
    if (i == 0) {
        return false;
    }
    size_t j = count - 1;
    while (places[j] < places[i - 1]) {
        j--;
    }
    size_t swapped = places[i - 1];
    places[i - 1] = places[j];
    places[j] = swapped;
    for (size_t low = i, high = count - 1; low < high; low++, high--) {
        swapped = places[low];
        places[low] = places[high];
        places[high] = swapped;
    }
    return true;
}

START_TEST(test_every_order_of_keys)
{
    static const size_t factorial[] = {1, 1, 2, 6, 24, 120, 720};
    const struct members *members = &objects[_i];
    struct api api;
    fixture_api(&api);
    size_t places[MOST_KEYS] = {0, 1, 2, 3, 4, 5}, orders = 0;
    char body[BODY_BYTES];
    write_object(members, places, body);
    struct outcome wanted = post(&api, members->target, body);
    ck_assert_msg(wanted.status == 200, "%s: %s", body, wanted.body);
    do {
        write_object(members, places, body);
        struct outcome outcome = post(&api, members->target, body);
        ck_assert_msg(strcmp(outcome.body, wanted.body) == 0, "%s: %s", body, outcome.body);
        outcome_free(&outcome);
        orders++;
    } while (next_order(places, members->count));
    ck_assert_uint_eq(orders, factorial[members->count]);
    outcome_free(&wanted);
}
END_TEST

/* Both outcomes are the same in all that a client sees. */
static void expect_same(const struct outcome *outcome, const struct outcome *wanted,
                        const char *body, size_t cut)
{
    if (outcome->status != wanted->status || strcmp(outcome->body, wanted->body) != 0 ||
        strcmp(outcome->media_type, wanted->media_type) != 0) {
        ck_abort_msg("%s cut at %zu: %s, not %s", body, cut, outcome->body, wanted->body);
    }
}

static void compare_cuts(struct api *api, struct request request)
{
    size_t size = request.body == NULL ? 0 : strlen(request.body);
    struct outcome wanted = exchange_of(api, &request);
    for (request.cut = 1; request.cut < size; request.cut++) {
        struct outcome outcome = exchange_of(api, &request);
        expect_same(&outcome, &wanted, request.body, request.cut);
        outcome_free(&outcome);
    }
    outcome_free(&wanted);
}

static const struct request good[] = {
    {.method = "POST",
     .target = "/xor-game",
     .body = "{\"nums\":[12,0.0,4294967296,1e3],\"method\":"
             "\"sear\\u0063h\"}"},
    {.method = "POST",
     .target = "/xor-game",
     .body = "{ \"boards\" : [ [ 1 , 2 ] , [ 77 ] , [5,6,7]"
             " ] }\n"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"heaps\":[10,20,30000000000],\"queries\":[[1,2],[2,3],[3,3]],\"include\":"
             "[\"nim_sums\"],\"verdicts\":\"bits\"}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"queries\":[[0,0],[0,1],[1,1]],\"convention\":\"misere\",\"index_base\":0,"
             "\"heaps\":[1,1]}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .body = "{\"cases\":[{\"heaps\":[1,2],\"queries\":[[1,1],[1,2]]},{\"queries\":[[1,1]],"
             "\"heaps\":[4294967296]}]}"},
    {.method = "POST",
     .target = "/nim/position",
     .body = "{\"heaps\":[30,4,5],\"integers\":\"str\\u0069ngs\",\"include\":[\"winning_moves\"]}"},
    {.method = "POST",
     .target = "/nim/ranges",
     .content_type = "text/plain",
     .body = "2\n3 2\n10 200 3000\r\n1 2\n2 3\n\t2 3\n5000000000 1\n1 1\n1 2\n2 2\n"},
};

START_TEST(test_good_body_in_pieces)
{
    struct api api;
    fixture_api(&api);
    struct outcome outcome = exchange_of(&api, &good[_i]);
    ck_assert_msg(outcome.status == 200, "%s", outcome.body);
    outcome_free(&outcome);
    compare_cuts(&api, good[_i]);
}
END_TEST

START_TEST(test_bad_body_in_pieces)
{
    struct api api;
    fault_api(&faults[_i], &api);
    compare_cuts(&api, faults[_i].request);
}
END_TEST

/* Byte by byte. */
START_TEST(test_single_bytes)
{
    struct api api;
    fixture_api(&api);
    const struct request *request = &good[_i];
    struct outcome wanted = exchange_of(&api, request);
    const struct api_head head = head_of(request);
    struct exchange *x = begin_exchange(&api, &head);
    ck_assert(x != NULL);
    for (const char *byte = request->body; *byte != '\0'; byte++) {
        const char piece = *byte;
        exchange_feed(x, &piece, 1);
    }
    const struct api_reply *reply = exchange_finish(x);
    hold_reply(reply);
    ck_assert_uint_eq(reply->body_size, wanted.size);
    ck_assert_mem_eq(reply->body, wanted.body, wanted.size);
    exchange_free(x);
    ck_assert_uint_eq(atomic_load(&api.budget.used_bytes), 0);
    outcome_free(&wanted);
}
END_TEST

/* An exchange may be given up at any byte, as when the client goes away. */
START_TEST(test_given_up)
{
    struct api api;
    fixture_api(&api);
    const struct request *request = &good[_i];
    const struct api_head head = head_of(request);
    for (size_t size = 0; size <= strlen(request->body); size++) {
        struct exchange *x = begin_exchange(&api, &head);
        ck_assert(x != NULL);
        exchange_feed(x, request->body, size);
        exchange_free(x);
        if (atomic_load(&api.budget.used_bytes) != 0) {
            ck_abort_msg("given up after %zu bytes of %s: memory stays taken", size, request->body);
        }
    }
}
END_TEST

int main(void)
{
    int good_count = (int)COUNT_OF(good);
    TCase *tcase = tcase_create("order");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_every_order_of_keys, 0, (int)COUNT_OF(objects));
    tcase_add_loop_test(tcase, test_good_body_in_pieces, 0, good_count);
    tcase_add_loop_test(tcase, test_bad_body_in_pieces, 0, (int)fault_count);
    tcase_add_loop_test(tcase, test_single_bytes, 0, good_count);
    tcase_add_loop_test(tcase, test_given_up, 0, good_count);
    return run_tests(tcase);
}
