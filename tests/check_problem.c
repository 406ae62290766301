/* SPDX-License-Identifier: MIT */
/* check_problem.c, of src/problem.c: the table of problems, and texts cut on character borders.
 */
#include "problem.h"
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

START_TEST(every_code_has_a_whole_row)
{
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        const struct problem_kind *kind = problem_kind((enum problem_code)code);
        ck_assert(kind->status >= 400 && kind->status <= 599);
        ck_assert(kind->code != NULL && kind->title != NULL && kind->meaning != NULL);
        ck_assert_uint_gt(strlen(kind->code), 0);
        ck_assert_uint_eq(strspn(kind->code, "abcdefghijklmnopqrstuvwxyz-"), strlen(kind->code));
        ck_assert_msg(kind->title[0] >= 'A' && kind->title[0] <= 'Z', "%s", kind->title);
        /* They stand in JSON and in pages as they are. */
        ck_assert_msg(strpbrk(kind->title, "&<>\"'\\") == NULL, "%s", kind->title);
        ck_assert_msg(strpbrk(kind->meaning, "&<>\"'\\") == NULL, "%s", kind->meaning);
        ck_assert_msg(kind->meaning[strlen(kind->meaning) - 1] == '.', "%s", kind->meaning);
    }
}
END_TEST

/* Each code is found by its wire name, so no two share one. */
START_TEST(every_code_is_found_by_its_name)
{
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        const char *name = problem_kind((enum problem_code)code)->code;
        ck_assert_int_eq(problem_find(name, strlen(name)), code);
        ck_assert_int_eq(problem_find(name, strlen(name) - 1), PROBLEM_NONE);
        ck_assert_int_eq(problem_find(name, strlen(name) + 1), PROBLEM_NONE);
    }
    ck_assert_int_eq(problem_find("", 0), PROBLEM_NONE);
    ck_assert_int_eq(problem_find("Internal", 8), PROBLEM_NONE);
}
END_TEST

/* What the wire promises, written down once more. */
START_TEST(statuses_are_as_documented)
{
    static const struct {
        const char *code;
        unsigned status;
    } rows[] = {{"malformed-json", 400},
                {"malformed-text", 400},
                {"bad-request", 400},
                {"not-found", 404},
                {"method-not-allowed", 405},
                {"request-timeout", 408},
                {"precondition-failed", 412},
                {"body-too-large", 413},
                {"unsupported-media-type", 415},
                {"expectation-failed", 417},
                {"unknown-key", 422},
                {"duplicate-key", 422},
                {"missing-key", 422},
                {"wrong-type", 422},
                {"out-of-range", 422},
                {"too-few", 422},
                {"too-many", 422},
                {"search-too-large", 422},
                {"conflicting-keys", 422},
                {"unknown-array", 422},
                {"array-changed", 409},
                {"overloaded", 503},
                {"internal", 500},
                {"not-implemented", 501}};
    ck_assert_uint_eq(COUNT_OF(rows), PROBLEM_COUNT - 1);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum problem_code code = problem_find(rows[i].code, strlen(rows[i].code));
        ck_assert_msg(code != PROBLEM_NONE, "%s", rows[i].code);
        ck_assert_uint_eq(problem_kind(code)->status, rows[i].status);
    }
}
END_TEST

START_TEST(set_clears_what_was_told_before)
{
    struct problem problem;
    memset(&problem, 0xA5, sizeof problem);
    ck_assert(!problem_set(&problem, PROBLEM_TOO_FEW, "%s has %d", "x", 7));
    ck_assert_int_eq(problem.code, PROBLEM_TOO_FEW);
    ck_assert(!problem.has_place && !problem.has_pointer && !problem.has_parameter);
    ck_assert(!problem.has_key && !problem.has_limit);
    ck_assert_uint_eq(problem.detail_size, 7);
    ck_assert_mem_eq(problem.detail, "x has 7", 7);
    problem_at(&problem, (struct place){4, 2, 3});
    problem_limit(&problem, 9);
    ck_assert(problem.has_place && problem.place.offset == 4 && problem.place.line == 2 &&
              problem.place.column == 3);
    ck_assert(problem.has_limit && problem.limit == 9);
    problem_pointer(&problem, "", 0);
    ck_assert(problem.has_pointer && problem.pointer_size == 0);
    problem_parameter(&problem, "a\0b", 3);
    problem_key(&problem, "nums", 4);
    ck_assert(problem.has_parameter && problem.parameter_size == 3 && problem.has_key);
    ck_assert_mem_eq(problem.parameter, "a\0b", 3);
    ck_assert_mem_eq(problem.key, "nums", 4);
    (void)problem_set(&problem, PROBLEM_INTERNAL, "-");
    ck_assert(!problem.has_place && !problem.has_pointer && !problem.has_parameter);
    ck_assert(!problem.has_key && !problem.has_limit);
}
END_TEST

/* start characters of one byte and then many of a longer kind: how much of it fits into maximum. */
static size_t fill(char *text, size_t start, const char *character, size_t maximum)
{
    size_t width = strlen(character), size = start;
    memset(text, 'a', start);
    while (size < maximum + 20) {
        memcpy(text + size, character, width);
        size += width;
    }
    text[size] = '\0';
    return start + (maximum - start) / width * width;
}

static const char *const characters[] = {"b", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};

START_TEST(texts_are_cut_between_characters)
{
    for (size_t start = 0; start < 5; start++) {
        struct problem problem;
        char text[PROBLEM_DETAIL_BYTES + 40];
        size_t fits = fill(text, start, characters[_i], PROBLEM_DETAIL_BYTES);
        (void)problem_set(&problem, PROBLEM_INTERNAL, "%s", text);
        ck_assert_uint_eq(problem.detail_size, fits);
        ck_assert_mem_eq(problem.detail, text, fits);
        (void)problem_set(&problem, PROBLEM_INTERNAL, "%.*s", (int)fits, text);
        ck_assert_uint_eq(problem.detail_size, fits);
        fits = fill(text, start, characters[_i], PROBLEM_POINTER_BYTES);
        problem_pointer(&problem, text, strlen(text));
        ck_assert_uint_eq(problem.pointer_size, fits);
        ck_assert_mem_eq(problem.pointer, text, fits);
        fits = fill(text, start, characters[_i], PROBLEM_KEY_BYTES);
        problem_key(&problem, text, strlen(text));
        problem_parameter(&problem, text, strlen(text));
        ck_assert_uint_eq(problem.key_size, fits);
        ck_assert_uint_eq(problem.parameter_size, fits);
        ck_assert_mem_eq(problem.key, text, fits);
        ck_assert_mem_eq(problem.parameter, text, fits);
        problem_key(&problem, text, fits); /* what just fits is kept whole */
        ck_assert_uint_eq(problem.key_size, fits);
    }
}
END_TEST

/* A text without any border between characters leaves nothing rather than a broken character. */
START_TEST(a_text_that_is_no_utf_8_is_cut_to_nothing)
{
    char text[PROBLEM_KEY_BYTES + 1];
    memset(text, 0x80, sizeof text);
    struct problem problem = {.code = PROBLEM_UNKNOWN_KEY};
    problem_key(&problem, text, sizeof text);
    ck_assert_uint_eq(problem.key_size, 0);
    problem_key(&problem, text, PROBLEM_KEY_BYTES);
    ck_assert_uint_eq(problem.key_size, PROBLEM_KEY_BYTES);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("problem");
    tcase_add_test(tcase, every_code_has_a_whole_row);
    tcase_add_test(tcase, every_code_is_found_by_its_name);
    tcase_add_test(tcase, statuses_are_as_documented);
    tcase_add_test(tcase, a_text_that_is_no_utf_8_is_cut_to_nothing);
    tcase_add_test(tcase, set_clears_what_was_told_before);
    tcase_add_loop_test(tcase, texts_are_cut_between_characters, 0, (int)COUNT_OF(characters));
    return run_tests(tcase);
}
