/* SPDX-License-Identifier: MIT */
/* check_snapshots.c, of src/arrays/snapshots.c: takes and releases against swaps, from many
 * threads. */
#include "arrays/snapshots.h"

#include "run_tests.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { READERS = 4, SWAPS = 3000, ARRAYS = 3 };

static struct budget budget;

/* A snapshot whose arrays all hold the one heap number. */
static struct snapshot *snapshot_of(uint32_t number)
{
    static const char *const names[ARRAYS] = {"a", "ab", "b"};
    struct snapshot *snapshot = snapshot_new(ARRAYS);
    ck_assert_ptr_nonnull(snapshot);
    for (int i = 0; i < ARRAYS; i++) {
        const uint32_t numbers[] = {0, number};
        struct array *array = array_new(names[i], &budget);
        ck_assert_ptr_nonnull(array);
        array->block.maximum = sizeof numbers;
        ck_assert(buffer_append(&array->block, numbers, sizeof numbers));
        ck_assert(array_make_ready(array, false));
        snapshot->arrays[i] = array;
    }
    return snapshot;
}

struct reader {
    struct snapshots *snapshots;
    atomic_bool *over;
    unsigned long taken, mixed, backwards;
};

static void *read_often(void *argument)
{
    struct reader *reader = argument;
    uint64_t last = 0;
    while (!atomic_load_explicit(reader->over, memory_order_relaxed)) {
        const struct snapshot *snapshot = snapshots_take(reader->snapshots);
        uint64_t number = array_nim_sum(snapshot_find(snapshot, "ab", 2));
        sched_yield(); /* let a swap come between */
        reader->mixed += array_nim_sum(snapshot_find(snapshot, "a", 1)) != number ||
                         array_nim_sum(snapshot_find(snapshot, "b", 1)) != number;
        reader->backwards += number < last;
        last = number;
        reader->taken++;
        snapshots_release(reader->snapshots, snapshot);
    }
    return NULL;
}

/* Each reader sees one state at a time, none older than before; at the end nothing is left. */
START_TEST(test_threads)
{
    static struct snapshots snapshots;
    atomic_bool over = false;
    pthread_t threads[READERS];
    struct reader readers[READERS];
    budget_init(&budget, 1 << 30);
    snapshots_init(&snapshots, snapshot_of(0));
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){.snapshots = &snapshots, .over = &over};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_often, &readers[i]), 0);
    }
    for (uint32_t number = 1; number <= SWAPS; number++) {
        ck_assert(snapshots_swap(&snapshots, snapshot_of(number)));
        sched_yield();
    }
    atomic_store(&over, true);
    for (int i = 0; i < READERS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_uint_gt(readers[i].taken, 0);
        ck_assert_uint_eq(readers[i].mixed, 0);
        ck_assert_uint_eq(readers[i].backwards, 0);
    }
    snapshots_close(&snapshots);
    ck_assert_uint_eq(atomic_load(&budget.used_bytes), 0);
    budget_free(&budget);
}
END_TEST

/* Every state is kept by somebody: a swap says so, and works again once one is let go. */
START_TEST(test_all_slots_in_use)
{
    static struct snapshots snapshots;
    const struct snapshot *taken[SNAPSHOTS_SLOTS];
    budget_init(&budget, 1 << 30);
    snapshots_init(&snapshots, snapshot_of(0));
    for (int i = 0; i < SNAPSHOTS_SLOTS; i++) {
        taken[i] = snapshots_take(&snapshots);
        if (i + 1 < SNAPSHOTS_SLOTS) {
            ck_assert(snapshots_swap(&snapshots, snapshot_of((uint32_t)i + 1)));
        }
    }
    struct snapshot *next = snapshot_of(1000);
    ck_assert(!snapshots_swap(&snapshots, next));
    snapshots_release(&snapshots, taken[100]);
    ck_assert(snapshots_swap(&snapshots, next));
    for (int i = 0; i < SNAPSHOTS_SLOTS; i++) {
        if (i != 100) {
            ck_assert_uint_eq(array_nim_sum(taken[i]->arrays[0]), (uint64_t)i);
            snapshots_release(&snapshots, taken[i]);
        }
    }
    snapshots_close(&snapshots);
    ck_assert_uint_eq(atomic_load(&budget.used_bytes), 0);
    budget_free(&budget);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("snapshots");
    tcase_add_test(tcase, test_threads);
    tcase_add_test(tcase, test_all_slots_in_use);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
