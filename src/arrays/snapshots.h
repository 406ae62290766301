/* SPDX-License-Identifier: MIT */
/* snapshots.h: the present table of arrays, taken by readers and swapped by one writer.
 *
 * A snapshot is one state of all arrays. It never changes; a reload puts another one in its place.
 * Who takes it has it until he releases it, whatever is swapped in meanwhile, and the last one who
 * lets go of it frees it. Neither a swap nor a reader ever waits: a take and a release are one
 * atomic addition each, a swap is one exchange and one addition.
 *
 * How it is counted. `present` holds the slot of the present snapshot in its top bits, and below
 * how often that one was taken. A take adds 1 to `present`: in one step it learns the slot and is
 * counted there, so nobody can free the snapshot between the two. A release subtracts 1 from the
 * slot's balance. The swap exchanges `present` for the new slot with no takes, and so learns how
 * many takes the old snapshot has had, and that it will have no more; it adds that number to the
 * old slot's balance. Before that addition the balance is minus the releases, below 0 after any of
 * them; after it, it is takes minus releases, which only falls, and is 0 once all have let go. So
 * it becomes 0 by exactly one step: the last release after the swap, or the swap itself where all
 * were over. Whoever makes that step frees the snapshot, and then the slot.
 *
 * Order: what the writer wrote before the exchange (release) is seen by whoever takes (acquire;
 * takes are read-modify-writes, so each continues the exchange's release sequence). Every step on a
 * balance is both, so all that readers did with a snapshot comes before it is freed.
 */
#ifndef NIMSUM_ARRAYS_SNAPSHOTS_H
#define NIMSUM_ARRAYS_SNAPSHOTS_H

#include "arrays/array.h"

enum {
    SNAPSHOTS_SLOTS = 256,   /* as the top 8 bits of `present` number them */
    SNAPSHOTS_TAKE_BITS = 56 /* 10^7 takes a second without a reload overflow in 228 years */
};

struct snapshot {
    unsigned slot;
    size_t count;
    struct array *arrays[]; /* by name, each with a reference */
};

struct snapshots {
    atomic_uint_fast64_t present;
    struct snapshots_slot {
        atomic_int_fast64_t balance;
        _Atomic(struct snapshot *) snapshot; /* NULL: the slot is free */
    } slots[SNAPSHOTS_SLOTS];
};

/* A snapshot with room for count arrays, none of which is set yet. NULL: no memory. */
struct snapshot *snapshot_new(size_t count);

/* Of one that was never put in place. */
void snapshot_free(struct snapshot *snapshot);

/* Where an array of that name stands, or would stand. O(log count). */
size_t snapshot_place(const struct snapshot *snapshot, const char *name, size_t size);

/* The array of that name; NULL: there is none. O(log count). */
const struct array *snapshot_find(const struct snapshot *snapshot, const char *name, size_t size);

/* Begin with this snapshot (taken over). */
void snapshots_init(struct snapshots *snapshots, struct snapshot *first);

/* Let go of the present one; nobody may take any more. What is still taken lives on. */
void snapshots_close(struct snapshots *snapshots);

/* The present snapshot, until it is released. Any number of threads at once. */
const struct snapshot *snapshots_take(struct snapshots *snapshots);
void snapshots_release(struct snapshots *snapshots, const struct snapshot *snapshot);

/* Put next (taken over) in the place of the present one. One thread at a time. False: 255 earlier
 * ones are still in use; next is as it was. */
bool snapshots_swap(struct snapshots *snapshots, struct snapshot *next);

#endif
