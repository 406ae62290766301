/* SPDX-License-Identifier: MIT */
/* check_token.c, of src/contest/token.c: tokens and places, the fast path against the machine
 * and both against plain loops. */
#include "contest/token.h"
#include "digits/read.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>

#include "run_tests.h"
#include "seed.h"

static struct seed start;

static const struct {
    const char *text;
    enum token_status answer;
    size_t next;
    uint64_t digits, value;
} tokens[] = {
    {"", TOKEN_NONE, 0, 0, 0},
    {" \t\r\n", TOKEN_NONE, 4, 0, 0},
    {"12", TOKEN_NONE, 2, 2, 12},
    {"12 ", TOKEN_READY, 2, 2, 12},
    {"  007\n", TOKEN_READY, 5, 3, 7},
    {"-1 ", TOKEN_MALFORMED, 0, 0, 0},
    {"1-1 ", TOKEN_MALFORMED, 1, 1, 1},
    {"/ ", TOKEN_MALFORMED, 0, 0, 0},
    {": ", TOKEN_MALFORMED, 0, 0, 0},
    {"\v1 ", TOKEN_MALFORMED, 0, 0, 0},
    {"1\xA0 ", TOKEN_MALFORMED, 1, 1, 1},
    {"18446744073709551614 ", TOKEN_READY, 20, 20, UINT64_MAX - 1},
    {"18446744073709551615 ", TOKEN_READY, 20, 20, UINT64_MAX},
    {"18446744073709551616 ", TOKEN_READY, 20, 20, UINT64_MAX},
    {"18446744073709551620 ", TOKEN_READY, 20, 20, UINT64_MAX},
    {"99999999999999999999999 ", TOKEN_READY, 23, 23, UINT64_MAX},
    {"184467440737095516160 ", TOKEN_READY, 21, 21, UINT64_MAX},
};

START_TEST(test_read)
{
    const char *text = tokens[_i].text;
    const char *next = text;
    struct token token = {.open = false};
    ck_assert_int_eq(token_read(&token, &next, text + strlen(text)), tokens[_i].answer);
    ck_assert_uint_eq((size_t)(next - text), tokens[_i].next);
    ck_assert_uint_eq(token.digits, tokens[_i].digits);
    ck_assert_uint_eq(token.value, tokens[_i].value);
}
END_TEST

/* Every byte after a digit: only four of them end a token well, and ten go on. */
START_TEST(test_every_byte)
{
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "7?7 777777777777777777";
        text[1] = (char)byte;
        const char *end = text + sizeof text;
        bool white = byte == 32 || byte == 9 || byte == 10 || byte == 13;
        bool digit = byte >= '0' && byte <= '9';
        uint64_t expected = digit ? (uint64_t)(707 + 10 * (byte - '0')) : 7;
        const char *next = text;
        struct token token = {.open = false};
        ck_assert_int_eq(token_read(&token, &next, end),
                         white || digit ? TOKEN_READY : TOKEN_MALFORMED);
        ck_assert_uint_eq(token.value, expected);
        uint64_t value = 0;
        next = text;
        ck_assert_uint_eq(digits_read_numbers(DIGITS_TEXT, true, &next, end, &value, 1),
                          white || digit);
        ck_assert_ptr_eq(next, digit ? text + 4 : white ? text + 2 : text);
    }
}
END_TEST

/* A token cut anywhere is the token. */
START_TEST(test_cut)
{
    const char *text = "  12345678901234567 ";
    for (size_t cut = 0; cut < 19; cut++) {
        struct token token = {.open = false};
        const char *next = text;
        ck_assert_int_eq(token_read(&token, &next, text + cut), TOKEN_NONE);
        ck_assert_ptr_eq(next, text + cut);
        ck_assert_int_eq(token.open, cut > 2);
        ck_assert_int_eq(token_read(&token, &next, text + 20), TOKEN_READY);
        ck_assert(!token.open);
        ck_assert_ptr_eq(next, text + 19);
        ck_assert_uint_eq(token.value, 12345678901234567);
        ck_assert_uint_eq(token.digits, 17);
    }
}
END_TEST

START_TEST(test_places)
{
    struct seed seed = seed_stream(&start, 2);
    char text[2000];
    for (int round = 0; round < 2000; round++) {
        size_t size = (size_t)seed_below(&seed, sizeof text + 1);
        uint64_t lines = 1 + seed_below(&seed, 400);
        struct place expected = {5, 3, 4};
        struct place place = expected;
        for (size_t i = 0; i < size; i++) {
            bool feed = seed_below(&seed, lines) == 0;
            text[i] = feed ? '\n' : (char)seed_below(&seed, 10);
            expected.offset++;
            expected.line += feed;
            expected.column = feed ? 1 : expected.column + 1;
        }
        size_t cut = (size_t)seed_below(&seed, size + 1);
        place_advance(&place, text, cut);
        place_advance(&place, text + cut, size - cut);
        ck_assert_uint_eq(place.offset, expected.offset);
        ck_assert_uint_eq(place.line, expected.line);
        ck_assert_uint_eq(place.column, expected.column);
    }
    memset(text, '\n', sizeof text); /* more line feeds in a row than a byte can count */
    struct place place = {0, 1, 1};
    place_advance(&place, text, sizeof text);
    ck_assert_uint_eq(place.line, sizeof text + 1);
    ck_assert_uint_eq(place.column, 1);
}
END_TEST

int main(void)
{
    start = seed_start("check_token");
    TCase *tcase = tcase_create("token");
    tcase_add_loop_test(tcase, test_read, 0, COUNT_OF(tokens));
    tcase_add_test(tcase, test_every_byte);
    tcase_add_test(tcase, test_cut);
    tcase_add_test(tcase, test_places);
    return run_tests(tcase);
}
