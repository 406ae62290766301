/* SPDX-License-Identifier: MIT */
/* check_mapping.c: what is kept warm, for whom, how much of it, and for how long. */
#include "memory/mapping.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/buffer.h"
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
    struct mapping mapping = mapping_take(NULL, 1, RANGE_BYTES, 0);
    ck_assert_ptr_nonnull(mapping.data);
    ck_assert_uint_eq((uintptr_t)mapping.data % MAPPING_STEP_BYTES, 0);
    ck_assert_uint_eq(mapping.reserved, RANGE_BYTES);
    ck_assert_int_eq(madvise(mapping.data, mapping.reserved, MADV_NOHUGEPAGE), 0);
    memset(mapping.data, 'x', resident);
    mapping.resident = resident;
    return mapping;
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
    mapping_give(&mappings, first);
    ck_assert_uint_eq(mappings.kept_bytes, MIB);
    struct mapping second = mapping_take(&mappings, MIB, RANGE_BYTES - 5, MIB);
    ck_assert_ptr_eq(second.data, first.data);
    ck_assert_uint_eq(second.resident, MIB);
    ck_assert_int_eq(second.data[MIB - 1], 'x');
    ck_assert_uint_eq(mappings.kept_bytes, 0);
    mapping_give(NULL, second);
}
END_TEST

/* How many of its pages are there. */
static size_t pages_of(const struct mapping *mapping)
{
    static unsigned char there[RANGE_BYTES / 4096];
    size_t count = 0;
    ck_assert_int_eq(mincore(mapping->data, mapping->reserved, there), 0);
    for (size_t i = 0; i < sizeof there; i++) {
        count += there[i] & 1;
    }
    return count;
}

/* Nobody gets more pages than he may have, a range with many more, or one of another length. */
START_TEST(a_kept_range_is_not_for_everybody)
{
    mapping_give(&mappings, used(MIB));
    struct mapping smaller = mapping_take(&mappings, 1, RANGE_BYTES, MIB / 2 - 1);
    struct mapping shorter = mapping_take(&mappings, 1, RANGE_BYTES / 2, RANGE_BYTES);
    ck_assert_uint_eq(smaller.resident, 0);
    ck_assert_uint_eq(shorter.resident, 0);
    ck_assert_uint_eq(shorter.reserved, RANGE_BYTES / 2);
    ck_assert_uint_eq(mappings.kept_bytes, MIB);
    mapping_give(NULL, smaller);
    mapping_give(NULL, shorter);
}
END_TEST

START_TEST(pages_too_many_are_given_back)
{
    struct mapping mapping = used(MIB);
    ck_assert_uint_eq(pages_of(&mapping), MIB / 4096);
    mapping_give(&mappings, mapping);
    mapping = mapping_take(&mappings, 1, RANGE_BYTES, MIB - 5000);
    ck_assert_uint_eq(mapping.resident, MIB - 5000);
    ck_assert_uint_eq(pages_of(&mapping), MIB / 4096 - 1);
    ck_assert_int_eq(mapping.data[MIB - 5001], 'x');
    mapping_give(NULL, mapping);
}
END_TEST

/* The most of what is wanted, with the least waste. */
START_TEST(the_best_fitting_comes_first)
{
    static const size_t sizes[] = {14000, 1000, 15000, 9000};
    static const size_t order[] = {14000, 15000, 9000, 1000};
    for (size_t i = 0; i < 4; i++) {
        mapping_give(&mappings, used(sizes[i]));
    }
    for (size_t i = 0; i < 4; i++) {
        size_t kept_before = mappings.kept_bytes;
        struct mapping taken = mapping_take(&mappings, 1, RANGE_BYTES, 10000);
        ck_assert_uint_eq(taken.lent, taken.resident - 1);
        ck_assert_uint_eq(kept_before + taken.lent - mappings.kept_bytes, order[i]);
        ck_assert_uint_eq(taken.resident, order[i] < 10000 ? order[i] : 10000);
        mappings.kept_bytes -= taken.lent; /* it does not come back */
        mapping_give(NULL, taken);
    }
}
END_TEST

START_TEST(what_is_kept_is_bounded)
{
    struct mapping large = used((size_t)3 * MIB), small = used(MIB), over = used(MIB + 1);
    mapping_give(&mappings, large);
    mapping_give(&mappings, over);
    ck_assert(!is_kept(over.data));
    mapping_give(&mappings, small);
    ck_assert(is_kept(large.data) && is_kept(small.data));
    ck_assert_uint_eq(mappings.kept_bytes, (size_t)4 * MIB);
    for (int i = 0; i < 2 * MAPPINGS_KEPT; i++) { /* more than there are slots */
        mapping_give(&mappings, used(0));
    }
    ck_assert_uint_eq(mappings.kept_bytes, (size_t)4 * MIB);
}
END_TEST

START_TEST(nothing_is_kept_for_long)
{
    struct mapping first = used(MIB), second = used(MIB);
    mapping_give(&mappings, first);
    mappings_age(&mappings);
    mappings_age(&mappings);
    ck_assert(is_kept(first.data));
    mapping_give(&mappings, second);
    mappings_age(&mappings);
    ck_assert(!is_kept(first.data) && is_kept(second.data));
    mappings_age(&mappings);
    ck_assert(is_kept(second.data));
    mappings_age(&mappings);
    ck_assert(!is_kept(second.data));
    ck_assert_uint_eq(mappings.kept_bytes, 0);
}
END_TEST

/* Fill a buffer whose owner expects so many bytes; how many of them had pages already? */
static size_t warm_bytes(struct budget *budget, size_t expected, size_t size)
{
    struct account account = {.budget = budget};
    struct buffer buffer;
    buffer_init(&buffer, &account, RANGE_BYTES);
    buffer.expected = expected;
    for (size_t done = 0; done < size; done += 4096) {
        ck_assert(buffer_reserve(&buffer, 4096));
        memset(buffer.data + buffer.size, 'y', 4096);
        buffer.size += 4096;
        ck_assert_uint_eq(account.held_bytes, buffer.capacity); /* nothing is paid ahead */
    }
    size_t resident = buffer.resident;
    buffer_free(&buffer);
    ck_assert_uint_eq(account.held_bytes, 0);
    return resident;
}

/* Who expects a long body gets the pages of one before; who does not would hold them for nothing. */
START_TEST(warm_pages_are_for_who_needs_them)
{
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB, (size_t)5 * MIB), 0);
    ck_assert_uint_eq(warm_bytes(&budget, 0, MIB), 0);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)2 * MIB, MIB), MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB, MIB), (size_t)6 * MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB, MIB), (size_t)6 * MIB);
    ck_assert_uint_le(budget.mappings.kept_bytes, (size_t)8 * MIB);
    budget_free(&budget);
}
END_TEST

/* Pages that nobody is charged for yet count as kept, so that there are never more of them. */
START_TEST(lent_pages_count_as_kept)
{
    struct budget budget;
    budget_init(&budget, (size_t)64 * MIB); /* 8 MiB are kept at most */
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)6 * MIB, (size_t)6 * MIB), 0);
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)6 * MIB);
    struct account account = {.budget = &budget};
    struct buffer buffer;
    buffer_init(&buffer, &account, RANGE_BYTES);
    buffer.expected = (size_t)6 * MIB;
    ck_assert(buffer_reserve(&buffer, MIB));
    ck_assert_uint_eq(buffer.resident, (size_t)6 * MIB);
    ck_assert_uint_eq(account.held_bytes, MIB);
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)5 * MIB);
    ck_assert_uint_eq(warm_bytes(&budget, (size_t)4 * MIB, (size_t)4 * MIB), 0); /* is not kept */
    ck_assert_uint_eq(budget.mappings.kept_bytes, (size_t)5 * MIB);
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
        struct mapping mapping = mapping_take(&mappings, 1, RANGE_BYTES, RANGE_BYTES);
        ck_assert_ptr_nonnull(mapping.data);
        memset(mapping.data, (int)(uintptr_t)cls, size);
        for (size_t j = 0; j < size; j += 1000) {
            ck_assert_int_eq(mapping.data[j], (char)(uintptr_t)cls);
        }
        mapping.resident = mapping.resident > size ? mapping.resident : size;
        mapping_give(&mappings, mapping);
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
    Suite *suite = suite_create("mapping");
    TCase *tcase = tcase_create("mapping");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_kept_range_serves_again);
    tcase_add_test(tcase, a_kept_range_is_not_for_everybody);
    tcase_add_test(tcase, pages_too_many_are_given_back);
    tcase_add_test(tcase, the_best_fitting_comes_first);
    tcase_add_test(tcase, what_is_kept_is_bounded);
    tcase_add_test(tcase, nothing_is_kept_for_long);
    tcase_add_test(tcase, warm_pages_are_for_who_needs_them);
    tcase_add_test(tcase, lent_pages_count_as_kept);
    tcase_add_test(tcase, threads_do_not_share_a_range);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
