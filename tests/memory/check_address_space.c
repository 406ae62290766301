/* SPDX-License-Identifier: MIT */
/* check_address_space.c, of src/memory/buffer.c, src/memory/mapping.c: a buffer where the system
 * has less address space than its maximum.
 *
 * Nothing here may come from malloc while the limit stands: a sanitizer's allocator gives up there.
 */
#include "memory/buffer.h"

#include "run_tests.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MIB = 1024 * 1024, PIECE = 300000 };

static size_t address_space_in_use(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%lu", &pages), 1);
    ck_assert_int_eq(fclose(file), 0);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static uint32_t content(size_t i)
{
    return (uint32_t)i * 2654435761U;
}

/* Room for PIECE bytes more, and these filled. */
static bool grow(struct buffer *buffer)
{
    if (!buffer_reserve(buffer, PIECE)) {
        return false;
    }
    uint32_t *words = (uint32_t *)(void *)buffer->data;
    size_t first = buffer->size / sizeof *words;
    buffer->size += PIECE;
    for (size_t i = first; i < buffer->size / sizeof *words; i++) {
        words[i] = content(i);
    }
    return true;
}

static void assert_content(const struct buffer *buffer, size_t pieces)
{
    ck_assert_uint_eq(buffer->size, pieces * PIECE);
    ck_assert_uint_ge(buffer->capacity, buffer->size);
    const uint32_t *words = (const uint32_t *)(const void *)buffer->data;
    for (size_t i = 0; i < buffer->size / sizeof *words; i++) {
        if (words[i] != content(i)) {
            ck_abort_msg("byte %zu of %zu is wrong", i * sizeof *words, buffer->size);
        }
    }
}

/* A part of the reservation is given; the block grows past it, and once nothing is left it is
 * refused and stays as it was. With room again it grows again. */
START_TEST(test_growth_past_the_reservation)
{
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB);
    struct account account = {.budget = &budget};
    struct buffer buffer;
    buffer_init(&buffer, &account, (size_t)60 * MIB);

    struct rlimit before;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
    struct rlimit limit = {address_space_in_use() + (size_t)26 * MIB, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    size_t pieces = 0, reserved = 0, reservations = 0;
    for (; grow(&buffer); pieces++) {
        reservations += buffer.range.reserved != reserved;
        reserved = buffer.range.reserved;
    }
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);

    ck_assert_uint_ge(reservations, 2);
    ck_assert(!buffer.over_maximum);
    ck_assert_int_eq(account.refusal, BUDGET_NO_MEMORY);
    ck_assert_uint_eq(account.held_bytes, buffer.capacity);
    assert_content(&buffer, pieces);
    for (size_t more = 0; more < 20; more++, pieces++) {
        ck_assert(grow(&buffer));
    }
    assert_content(&buffer, pieces);
    buffer_free(&buffer);
    budget_free(&budget);
    ck_assert_uint_eq(account.held_bytes, 0);
}
END_TEST

/* The block grows past a reservation of which only a part was opened. */
START_TEST(test_growth_in_leaps)
{
    struct account account = {.budget = NULL};
    struct buffer buffer;
    buffer_init(&buffer, &account, (size_t)60 * MIB);
    struct rlimit before;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
    struct rlimit limit = {address_space_in_use() + (size_t)34 * MIB, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    bool opened = buffer_reserve(&buffer, (size_t)3 * MIB);
    size_t reserved = buffer.range.reserved;
    bool grown = opened && buffer_reserve(&buffer, reserved + 1);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);

    ck_assert(opened);
    ck_assert_uint_gt(reserved, (size_t)4 * MIB);
    ck_assert_uint_lt(reserved, (size_t)32 * MIB);
    ck_assert(grown);
    buffer_free(&buffer);
}
END_TEST

/* What is kept warm makes way for a request that finds no other address space. */
START_TEST(test_what_is_kept_makes_way)
{
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB);
    struct account account = {.budget = &budget};
    struct buffer first, second;
    struct rlimit before;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
    struct rlimit limit = {address_space_in_use() + (size_t)26 * MIB, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    buffer_init(&first, &account, (size_t)20 * MIB);
    bool first_fits = grow(&first);
    buffer_free(&first);
    size_t kept = budget.mappings.kept_bytes;
    buffer_init(&second, &account, (size_t)22 * MIB);
    bool second_fits = grow(&second);
    size_t reserved = second.range.reserved, kept_after = budget.mappings.kept_bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);

    ck_assert(first_fits && second_fits);
    ck_assert_uint_gt(kept, 0);
    ck_assert_uint_eq(kept_after, 0);
    ck_assert_uint_ge(reserved, (size_t)22 * MIB);
    buffer_free(&second);
    budget_free(&budget);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("address space");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_growth_past_the_reservation);
    tcase_add_test(tcase, test_growth_in_leaps);
    tcase_add_test(tcase, test_what_is_kept_makes_way);
    return run_tests(tcase);
}
