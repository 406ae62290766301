/* SPDX-License-Identifier: MIT */
/* arrays.c: the first read, the thread that reads again, and what is told of both. */
#include "arrays/arrays.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "arrays/table.h"

enum { RELOAD_NICENESS = 10 };

struct arrays {
    const char *folder;
    struct budget budget;
    struct snapshots snapshots;
    struct table table; /* the thread's, once it runs */

    struct arrays_report report;
    pthread_t thread;
    bool is_running;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    bool is_wanted, has_left; /* under lock; has_left: there is memory to give back */
    atomic_bool is_stopped;   /* set under lock */

    atomic_uint_fast64_t count, reloads, failed_reloads, last_success;
};

static void note_success(struct arrays *arrays)
{
    atomic_store_explicit(&arrays->last_success, (uint_fast64_t)time(NULL), memory_order_relaxed);
}

static void free_all(struct arrays *arrays)
{
    free(arrays->table.identities);
    budget_free(&arrays->budget);
    (void)pthread_cond_destroy(&arrays->asked);
    (void)pthread_mutex_destroy(&arrays->lock);
    free(arrays);
}

/* Who lets go of an old table last may be answering requests: its memory, many pages, is given back
 * by our thread. */
static void note_left(void *cls)
{
    struct arrays *arrays = cls;
    (void)pthread_mutex_lock(&arrays->lock);
    arrays->has_left = true;
    (void)pthread_cond_signal(&arrays->asked);
    (void)pthread_mutex_unlock(&arrays->lock);
}

struct arrays *arrays_open(const char *folder, uint64_t most_bytes,
                           const struct arrays_report *report)
{
    struct arrays *arrays = calloc(1, sizeof *arrays);
    if (arrays == NULL) {
        arrays_tell(report, ARRAYS_FAULT, "%s: there is no memory to read it", folder);
        return NULL;
    }
    arrays->folder = folder;
    budget_init_plain(&arrays->budget, most_bytes < SIZE_MAX ? (size_t)most_bytes : SIZE_MAX);
    (void)pthread_mutex_init(&arrays->lock, NULL);
    (void)pthread_cond_init(&arrays->asked, NULL);
    mappings_defer(&arrays->budget.mappings, note_left, arrays);
    struct table_change change;
    bool built = table_build(&arrays->table, &(struct table){.snapshot = NULL}, folder,
                             &arrays->budget, &arrays->is_stopped, report, &change);
    if (!built || change.faults > 0) {
        snapshot_free(arrays->table.snapshot);
        free_all(arrays);
        return NULL;
    }
    snapshots_init(&arrays->snapshots, arrays->table.snapshot);
    atomic_init(&arrays->count, arrays->table.snapshot->count);
    note_success(arrays);
    return arrays;
}

static void count_reload(struct arrays *arrays, bool succeeded)
{
    atomic_fetch_add_explicit(succeeded ? &arrays->reloads : &arrays->failed_reloads, 1,
                              memory_order_relaxed);
    if (succeeded) {
        note_success(arrays);
    }
}

/* The thread holds the old table until the swap: what it shares cannot go meanwhile. */
static void reload(struct arrays *arrays)
{
    struct table next;
    struct table_change change;
    if (!table_build(&next, &arrays->table, arrays->folder, &arrays->budget, &arrays->is_stopped,
                     &arrays->report, &change)) {
        count_reload(arrays, false);
        return;
    }
    size_t count = next.snapshot->count;
    if (!snapshots_swap(&arrays->snapshots, next.snapshot)) {
        arrays_tell(&arrays->report, ARRAYS_FAULT,
                    "%s: not reloaded: requests still use every earlier state", arrays->folder);
        snapshot_free(next.snapshot);
        free(next.identities);
        count_reload(arrays, false);
        return;
    }
    free(arrays->table.identities);
    arrays->table = next;
    atomic_store_explicit(&arrays->count, count, memory_order_relaxed);
    arrays_tell(&arrays->report, change.faults > 0 ? ARRAYS_FAULT : ARRAYS_NOTE,
                "arrays reloaded: %zu new, %zu changed, %zu as they were, %zu gone, %zu faults",
                change.loaded, change.changed, change.kept, change.gone, change.faults);
    count_reload(arrays, change.faults == 0);
}

static void *run(void *argument)
{
    struct arrays *arrays = argument;
    /* Those who answer go first; where that is not allowed, they have to share. */
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), RELOAD_NICENESS);
    (void)pthread_mutex_lock(&arrays->lock);
    while (!atomic_load(&arrays->is_stopped)) {
        if (!arrays->is_wanted && !arrays->has_left) {
            (void)pthread_cond_wait(&arrays->asked, &arrays->lock);
            continue;
        }
        bool is_wanted = arrays->is_wanted;
        arrays->is_wanted = arrays->has_left = false;
        (void)pthread_mutex_unlock(&arrays->lock);
        if (is_wanted) {
            reload(arrays);
        }
        mappings_clear(&arrays->budget.mappings);
        (void)pthread_mutex_lock(&arrays->lock);
    }
    (void)pthread_mutex_unlock(&arrays->lock);
    return NULL;
}

bool arrays_start(struct arrays *arrays, const struct arrays_report *report)
{
    arrays->report = *report;
    arrays->is_running = pthread_create(&arrays->thread, NULL, run, arrays) == 0;
    return arrays->is_running;
}

void arrays_reload(struct arrays *arrays)
{
    (void)pthread_mutex_lock(&arrays->lock);
    arrays->is_wanted = true;
    (void)pthread_cond_signal(&arrays->asked);
    (void)pthread_mutex_unlock(&arrays->lock);
}

void arrays_close(struct arrays *arrays)
{
    if (arrays == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&arrays->lock);
    atomic_store(&arrays->is_stopped, true);
    (void)pthread_cond_signal(&arrays->asked);
    (void)pthread_mutex_unlock(&arrays->lock);
    if (arrays->is_running) {
        (void)pthread_join(arrays->thread, NULL);
    }
    snapshots_close(&arrays->snapshots);
    free_all(arrays);
}

const struct snapshot *arrays_take(struct arrays *arrays)
{
    return snapshots_take(&arrays->snapshots);
}

void arrays_release(struct arrays *arrays, const struct snapshot *snapshot)
{
    snapshots_release(&arrays->snapshots, snapshot);
}

struct arrays_figures arrays_figures(const struct arrays *arrays)
{
    return (struct arrays_figures){
        .count = atomic_load_explicit(&arrays->count, memory_order_relaxed),
        .bytes = atomic_load_explicit(&arrays->budget.used_bytes, memory_order_relaxed),
        .most_bytes = arrays->budget.limit_bytes,
        .reloads = atomic_load_explicit(&arrays->reloads, memory_order_relaxed),
        .failed_reloads = atomic_load_explicit(&arrays->failed_reloads, memory_order_relaxed),
        .last_success = atomic_load_explicit(&arrays->last_success, memory_order_relaxed)};
}
