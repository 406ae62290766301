/* SPDX-License-Identifier: MIT */
/* check_scanner_random.c, of src/json/scanner.c, src/json/scanner_text.c: the scanner against
 * the reference reader on random documents, whole and broken, cut at random. */
#include "compare.h"
#include "generate.h"
#include "run_tests.h"

#include <check.h>
#include <stdlib.h>

enum { DOCUMENTS = 6000, LARGE_DOCUMENTS = 40, PIECES = 8 };

static struct seed seed;
static char message[COMPARE_MESSAGE_BYTES];

/* Sizes from one byte to past a slice, an empty piece now and then. */
static struct cuts random_cuts(size_t sizes[PIECES])
{
    static const size_t ranges[] = {2, 5, 40, 3000, 70000};
    size_t count = 1 + seed_below(&seed, PIECES);
    size_t range = ranges[seed_below(&seed, COUNT_OF(ranges))];
    for (size_t i = 0; i < count; i++) {
        sizes[i] = seed_below(&seed, range);
    }
    sizes[0] += sizes[0] == 0;
    return (struct cuts){sizes, count};
}

static enum reference_outcome hold(const struct bytes *body, bool bytewise)
{
    struct reference expected;
    reference_read(&expected, body->data, body->size, COMPARE_NESTING);
    size_t sizes[PIECES] = {SIZE_MAX};
    struct cuts all[] = {{sizes, 1}, {(const size_t[]){1}, 1}, {sizes, 1}, {sizes, 1}};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (i == 1 && !bytewise) {
            continue;
        }
        struct cuts cuts = i < 2 ? all[i] : random_cuts(sizes);
        bool same = compare_with(&expected, body->data, body->size, cuts, message);
        ck_assert_msg(same, "%s, cuts %zu, %zu of %zu: %s", compare_shown(body->data, body->size),
                      cuts.sizes[0], cuts.count > 1 ? cuts.sizes[1] : 0, cuts.count, message);
    }
    enum reference_outcome outcome = expected.outcome;
    reference_free(&expected);
    return outcome;
}

START_TEST(documents)
{
    unsigned valid = 0, refused = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
        struct bytes body = {.data = NULL};
        generate_document(&seed, &body);
        valid += hold(&body, true) == REFERENCE_VALID;
        for (uint64_t faults = 1 + seed_below(&seed, 3); faults > 0; faults--) {
            generate_fault(&seed, &body);
        }
        refused += hold(&body, true) != REFERENCE_VALID;
        bytes_free(&body);
    }
    /* Nearly all are valid before the faults (the rest nests too deep) and most are not after. */
    ck_assert_uint_gt(valid, DOCUMENTS * 9 / 10);
    ck_assert_uint_gt(refused, DOCUMENTS / 3);
}
END_TEST

START_TEST(large_documents)
{
    for (int i = 0; i < LARGE_DOCUMENTS; i++) {
        struct bytes body = {.data = NULL};
        generate_large(&seed, &body);
        ck_assert_int_eq(hold(&body, i % 8 == 0), REFERENCE_VALID);
        generate_fault(&seed, &body);
        (void)hold(&body, false);
        bytes_free(&body);
    }
}
END_TEST

/* Two documents grown together at random places: deep states meet unexpected bytes. */
START_TEST(spliced_documents)
{
    for (int i = 0; i < DOCUMENTS / 2; i++) {
        struct bytes left = {.data = NULL}, right = {.data = NULL};
        generate_document(&seed, &left);
        generate_document(&seed, &right);
        left.size = seed_below(&seed, left.size + 1);
        size_t from = seed_below(&seed, right.size + 1);
        bytes_add(&left, right.data + from, right.size - from);
        (void)hold(&left, true);
        bytes_free(&left);
        bytes_free(&right);
    }
}
END_TEST

int main(void)
{
    seed = seed_start("check_scanner_random");
    TCase *tcase = tcase_create("random");
    tcase_set_timeout(tcase, 200);
    tcase_add_test(tcase, documents);
    tcase_add_test(tcase, large_documents);
    tcase_add_test(tcase, spliced_documents);
    return run_tests(tcase);
}
