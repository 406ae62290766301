/* SPDX-License-Identifier: MIT */
/* snapshots.c: take, release, swap: see snapshots.h for why it holds. */
#include "arrays/snapshots.h"

#include <stdlib.h>
#include <string.h>

static const uint_fast64_t take_mask = (UINT64_C(1) << SNAPSHOTS_TAKE_BITS) - 1;

struct snapshot *snapshot_new(size_t count)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the snapshot does hold pointers */
    struct snapshot *snapshot = calloc(1, sizeof *snapshot + count * sizeof snapshot->arrays[0]);
    if (snapshot != NULL) {
        snapshot->count = count;
    }
    return snapshot;
}

void snapshot_free(struct snapshot *snapshot)
{
    for (size_t i = 0; snapshot != NULL && i < snapshot->count; i++) {
        array_release(snapshot->arrays[i]);
    }
    free(snapshot);
}

size_t snapshot_place(const struct snapshot *snapshot, const char *name, size_t size)
{
    size_t low = 0, high = snapshot->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strncmp(snapshot->arrays[middle]->name, name, size) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct array *snapshot_find(const struct snapshot *snapshot, const char *name, size_t size)
{
    size_t i = snapshot_place(snapshot, name, size);
    const struct array *array = i < snapshot->count ? snapshot->arrays[i] : NULL;
    bool same = array != NULL && strncmp(array->name, name, size) == 0 && array->name[size] == '\0';
    return same ? array : NULL;
}

static void put_in_place(struct snapshots *snapshots, unsigned slot, struct snapshot *snapshot)
{
    snapshot->slot = slot;
    atomic_store_explicit(&snapshots->slots[slot].balance, 0, memory_order_relaxed);
    atomic_store_explicit(&snapshots->slots[slot].snapshot, snapshot, memory_order_relaxed);
}

void snapshots_init(struct snapshots *snapshots, struct snapshot *first)
{
    for (unsigned i = 0; i < SNAPSHOTS_SLOTS; i++) {
        atomic_init(&snapshots->slots[i].balance, 0);
        atomic_init(&snapshots->slots[i].snapshot, NULL);
    }
    put_in_place(snapshots, 0, first);
    atomic_init(&snapshots->present, 0);
}

const struct snapshot *snapshots_take(struct snapshots *snapshots)
{
    uint_fast64_t seen = atomic_fetch_add_explicit(&snapshots->present, 1, memory_order_acquire);
    return atomic_load_explicit(&snapshots->slots[seen >> SNAPSHOTS_TAKE_BITS].snapshot,
                                memory_order_relaxed);
}

/* Add to the balance; who brings it to 0 frees the snapshot. */
static void settle(struct snapshots_slot *slot, int_fast64_t change)
{
    struct snapshot *snapshot = atomic_load_explicit(&slot->snapshot, memory_order_relaxed);
    if (atomic_fetch_add_explicit(&slot->balance, change, memory_order_acq_rel) + change == 0) {
        snapshot_free(snapshot);
        atomic_store_explicit(&slot->snapshot, NULL, memory_order_release);
    }
}

void snapshots_release(struct snapshots *snapshots, const struct snapshot *snapshot)
{
    settle(&snapshots->slots[snapshot->slot], -1);
}

/* The takes that the exchange of `present` told of its slot. */
static void retire(struct snapshots *snapshots, uint_fast64_t seen)
{
    settle(&snapshots->slots[seen >> SNAPSHOTS_TAKE_BITS], (int_fast64_t)(seen & take_mask));
}

bool snapshots_swap(struct snapshots *snapshots, struct snapshot *next)
{
    for (unsigned slot = 0; slot < SNAPSHOTS_SLOTS; slot++) {
        if (atomic_load_explicit(&snapshots->slots[slot].snapshot, memory_order_acquire) == NULL) {
            put_in_place(snapshots, slot, next);
            retire(snapshots, atomic_exchange_explicit(&snapshots->present,
                                                       (uint_fast64_t)slot << SNAPSHOTS_TAKE_BITS,
                                                       memory_order_acq_rel));
            return true;
        }
    }
    return false;
}

void snapshots_close(struct snapshots *snapshots)
{
    retire(snapshots, atomic_load_explicit(&snapshots->present, memory_order_acquire));
}
