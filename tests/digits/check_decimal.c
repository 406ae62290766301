/* SPDX-License-Identifier: MIT */
/* check_decimal.c, of src/digits/decimal.c: decimal digits against snprintf. */
#include "digits/decimal.h"

#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The digits, and nothing behind them is touched. */
static bool prints_as_snprintf(uint64_t value)
{
    char wanted[32];
    size_t size = (size_t)snprintf(wanted, sizeof wanted, "%" PRIu64, value);
    char *out = malloc(size + 1);
    ck_assert_ptr_nonnull(out);
    out[size] = '#';
    bool same = decimal_size(value) == size && decimal_print(value, out) == size &&
                memcmp(out, wanted, size) == 0 && out[size] == '#';
    free(out);
    return same;
}

START_TEST(small_numbers)
{
    for (uint64_t value = 0; value <= 100100; value++) {
        if (!prints_as_snprintf(value)) {
            ck_abort_msg("%" PRIu64, value);
        }
    }
}
END_TEST

START_TEST(numbers_around_powers)
{
    uint64_t power = 1;
    for (int i = 0; i < 20; i++, power *= 10) {
        for (uint64_t d = 0; d < 3; d++) {
            ck_assert_msg(prints_as_snprintf(power + d - 1), "%" PRIu64, power + d - 1);
        }
    }
    for (int i = 0; i < 64; i++) {
        for (uint64_t d = 0; d < 3; d++) {
            ck_assert(prints_as_snprintf(((uint64_t)1 << i) + d - 1));
        }
    }
    ck_assert(prints_as_snprintf(UINT64_MAX) && prints_as_snprintf(INT64_MAX));
}
END_TEST

START_TEST(random_numbers)
{
    struct seed seed = seed_start("check_decimal");
    for (int i = 0; i < 200000; i++) {
        uint64_t value = seed_next(&seed) >> seed_below(&seed, 64);
        if (!prints_as_snprintf(value)) {
            ck_abort_msg("%" PRIu64, value);
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("decimal");
    tcase_add_test(tcase, small_numbers);
    tcase_add_test(tcase, numbers_around_powers);
    tcase_add_test(tcase, random_numbers);
    return run_tests(tcase);
}
