/* SPDX-License-Identifier: MIT */
/* check_mapping.c, of src/memory/mapping.c: what is kept warm, for whom, how much of it, and for
 * how long. */
#include "memory/mapping.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/buffer.h"
#include "run_tests.h"
#include "seed.h"

enum { MIB = 1024 * 1024, RANGE_BYTES = 8 * MIB };

static struct mappings mappings;

static void setup(void)
{
    mappings_init(&mappings, (size_t)4 * MIB);
}

static void teardown(void)
{
    mappings_free(&mappings);
}

/* A range whose first bytes were used, in small pages, so that they can be counted. */
static struct mapping used(size_t resident)
{
    struct mapping mapping = mapping_take(NULL, 1, RANGE_BYTES);
    ck_assert_ptr_nonnull(mapping.data);
    ck_assert_uint_eq((uintptr_t)mapping.data % MAPPING_STEP_BYTES, 0);
    ck_assert_uint_eq(mapping.reserved, RANGE_BYTES);
    ck_assert_int_eq(madvise(mapping.data, mapping.reserved, MADV_NOHUGEPAGE), 0);
    memset(mapping.data, 'x', resident);
    return mapping;
}

static void give(size_t resident)
{
    mapping_give(&mappings, used(resident), resident);
}

static bool is_kept(const char *data)
{
    for (int i = 0; i < MAPPINGS_KEPT; i++) {
        if (mappings.kept[i].mapping.data == data) {
            return true;
        }
    }
    return false;
}

START_TEST(a_kept_range_serves_again)
{
    struct mapping first = used(MIB);
    mapping_give(&mappings, first, MIB);
    ck_assert_uint_eq(mappings.kept_bytes, MIB);
    struct mapping second = mapping_take(&mappings, 1, RANGE_BYTES - 5);
    ck_assert_ptr_eq(second.data, first.data);
    ck_assert_uint_eq(second.resident, MIB);
    ck_assert_int_eq(second.data[MIB - 1], 'x');
    ck_assert_uint_eq(mappings.kept_bytes, MIB); /* in use, but somebody else's pages */
    mapping_give(&mappings, second, 1);
    ck_assert_uint_eq(mappings.kept_bytes, MIB);
}
END_TEST

static void note_wake(void *cls)
{
    ++*(unsigned *)cls;
}

/* Many pages are given back by another thread, soon; few at once. */
START_TEST(many_pages_go_later)
{
    unsigned woken = 0;
    struct mappings none;
    mappings_init(&none, 0); /* nothing is kept */
    mappings_defer(&none, note_wake, &woken);
    mapping_give(&none, used(MIB), MIB);
    ck_assert_uint_eq(woken, 0);
    for (unsigned i = 1; i <= 3; i++) {
        struct mapping large = used(MIB);
        mapping_give(&none, large, MAPPING_SLOW_BYTES);
        ck_assert_uint_eq(woken, i);
        ck_assert_ptr_eq(none.leaving, large.data);
    }
    mappings_clear(&none);
    ck_assert_ptr_null(none.leaving);
    mappings_free(&none);
}
END_TEST

/* Also those that a range came with, though its last user wrote little. */
START_TEST(pages_that_a_range_came_with_go_later)
{
    unsigned woken = 0;
    struct mappings few;
    mappings_init(&few, MAPPING_SLOW_BYTES);
    mappings_defer(&few, note_wake, &woken);
    mapping_give(&few, used(MAPPING_SLOW_BYTES), MAPPING_SLOW_BYTES);
    struct mapping warm = mapping_take(&few, 1, RANGE_BYTES);
    ck_assert_uint_eq(warm.resident, MAPPING_SLOW_BYTES);
    for (int i = 0; i < MAPPINGS_KEPT; i++) { /* no slot is left */
        mapping_give(&few, used(0), 0);
    }
    ck_assert_uint_eq(woken, 0);
    mapping_give(&few, warm, 1);
    ck_assert_uint_eq(woken, 1);
    ck_assert_ptr_eq(few.leaving, warm.data);
    mappings_free(&few);
}
END_TEST

START_TEST(a_range_of_another_length_is_fresh)
{
    give(MIB);
    struct mapping shorter = mapping_take(&mappings, 1, RANGE_BYTES / 2);
    ck_assert_uint_eq(shorter.resident, 0);
    ck_assert_uint_eq(shorter.reserved, RANGE_BYTES / 2);
    ck_assert_uint_eq(mappings.kept_bytes, MIB);
    mapping_give(NULL, shorter, 0);
}
END_TEST

START_TEST(the_range_with_the_most_pages_comes_first)
{
    static const size_t sizes[] = {14000, 1000, 15000, 9000};
    static const size_t order[] = {15000, 14000, 9000, 1000};
    struct mapping taken[4];
    for (size_t i = 0; i < 4; i++) {
        give(sizes[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        taken[i] = mapping_take(&mappings, 1, RANGE_BYTES);
        ck_assert_uint_eq(taken[i].resident, order[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        mapping_give(&mappings, taken[i], 0);
    }
}
END_TEST

START_TEST(what_is_kept_is_bounded)
{
    struct mapping large = used((size_t)3 * MIB), small = used(MIB), over = used(MIB + 1);
    mapping_give(&mappings, large, (size_t)3 * MIB);
    mapping_give(&mappings, over, MIB + 1);
    ck_assert(!is_kept(over.data));
    mapping_give(&mappings, small, MIB);
    ck_assert(is_kept(large.data) && is_kept(small.data));
    ck_assert_uint_eq(mappings.kept_bytes, (size_t)4 * MIB);
    for (int i = 0; i < 2 * MAPPINGS_KEPT; i++) { /* more than there are slots */
        give(0);
    }
    ck_assert_uint_eq(mappings.kept_bytes, (size_t)4 * MIB);
}
END_TEST

START_TEST(nothing_is_kept_for_long)
{
    struct mapping first = used(MIB), second = used(MIB);
    mapping_give(&mappings, first, MIB);
    mappings_age(&mappings);
    mappings_age(&mappings);
    ck_assert(is_kept(first.data));
    mapping_give(&mappings, second, MIB);
    mappings_age(&mappings);
    ck_assert(!is_kept(first.data) && is_kept(second.data));
    mappings_age(&mappings);
    ck_assert(is_kept(second.data));
    mappings_age(&mappings);
    ck_assert(!is_kept(second.data));
    ck_assert_uint_eq(mappings.kept_bytes, 0);
}
END_TEST

/* Fill a buffer with so many bytes; how many of them had pages already? */
static size_t warm_bytes(struct budget *budget, size_t size)
{
    struct account account = {.budget = budget};
    struct buffer buffer;
    buffer_init(&buffer, &account, RANGE_BYTES);
    for (size_t done = 0; done < size; done += 4096) {
        ck_assert(buffer_reserve(&buffer, 4096));
        memset(buffer.data + buffer.size, 'y', 4096);
        buffer.size += 4096;
        ck_assert_uint_eq(account.held_bytes, buffer.capacity); /* nothing is paid ahead */
    }
    size_t resident = buffer.range.resident;
    buffer_free(&buffer);
    ck_assert_uint_eq(account.held_bytes, 0);
    return resident;
}

START_TEST(a_large_buffer_finds_the_pages_of_the_one_before)
{
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB), 0);
    ck_assert_uint_eq(warm_bytes(&budget, 4096), 0); /* small ones need no range */
    ck_assert_uint_eq(warm_bytes(&budget, MIB), (size_t)6 * MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB), (size_t)6 * MIB);
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)6 * MIB);
    budget_free(&budget);
}
END_TEST

/* Pages that came with a range count as kept while it is in use, so there are never more of them. */
START_TEST(pages_in_use_count_as_kept)
{
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB); /* 8 MiB are kept at most */
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB), 0);
    struct account account = {.budget = &budget};
    struct buffer buffer;
    buffer_init(&buffer, &account, RANGE_BYTES);
    ck_assert(buffer_reserve(&buffer, MIB));
    ck_assert_uint_eq(buffer.range.resident, (size_t)6 * MIB);
    ck_assert_uint_eq(account.held_bytes, MIB);
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)6 * MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)4 * MIB), 0); /* is not kept */
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)6 * MIB);
    buffer_free(&buffer);
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)6 * MIB);
    budget_free(&budget);
    ck_assert_uint_eq(budget.mappings.kept_bytes, 0);
}
END_TEST

/* Many at once: each range has one owner at a time. */
static void *use(void *cls)
{
    struct seed seed = {(uint64_t)(uintptr_t)cls};
    for (int i = 0; i < 2000; i++) {
        size_t size = seed_below(&seed, 20000);
        struct mapping mapping = mapping_take(&mappings, 1, RANGE_BYTES);
        ck_assert_ptr_nonnull(mapping.data);
        memset(mapping.data, (int)(uintptr_t)cls, size);
        for (size_t j = 0; j < size; j += 1000) {
            ck_assert_int_eq(mapping.data[j], (char)(uintptr_t)cls);
        }
        mapping_give(&mappings, mapping, size);
        if (seed_below(&seed, 50) == 0) {
            mappings_age(&mappings);
        }
    }
    return NULL;
}

START_TEST(threads_do_not_share_a_range)
{
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, use, (void *)(i + 1)), 0);
    }
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
    ck_assert_uint_le(mappings.kept_bytes, mappings.most_bytes);
    for (int i = 0; i < MAPPINGS_TICKS; i++) {
        mappings_age(&mappings);
    }
    ck_assert_uint_eq(mappings.kept_bytes, 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("mapping");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_kept_range_serves_again);
    tcase_add_test(tcase, many_pages_go_later);
    tcase_add_test(tcase, pages_that_a_range_came_with_go_later);
    tcase_add_test(tcase, a_range_of_another_length_is_fresh);
    tcase_add_test(tcase, the_range_with_the_most_pages_comes_first);
    tcase_add_test(tcase, what_is_kept_is_bounded);
    tcase_add_test(tcase, nothing_is_kept_for_long);
    tcase_add_test(tcase, a_large_buffer_finds_the_pages_of_the_one_before);
    tcase_add_test(tcase, pages_in_use_count_as_kept);
    tcase_add_test(tcase, threads_do_not_share_a_range);
    return run_tests(tcase);
}
