/* SPDX-License-Identifier: MIT */
/* snapshots.pml: src/arrays/snapshots.c as a model for Spin: readers take the present snapshot and release it, one
 * writer swaps others in and closes at the end.
 *
 * Checked, for every interleaving: a snapshot is freed once, and never while a reader has it; a reader sees one state
 * of all arrays (here two) and not parts of several; a slot is taken again only after its snapshot is gone; at the end
 * all are freed. Memory that was freed is given out again, so who uses it too long sees another's arrays.
 *
 * Each fault macro puts one fault in, which must be found:
 *   TAKE_IN_TWO    a take learns the slot, and is counted in a second step
 *   SWAP_IN_TWO    a swap learns the takes, and exchanges in a second step
 *   SETTLE_IN_TWO  who changes a balance reads in a second step what it has become
 *   RELEASE_ALONE  a release frees at 0 or below, as if the balance began with the takes
 *   PLACE_LATE     a swap exchanges before the snapshot stands in its slot
 *   IN_PLACE       a swap changes the present snapshot's arrays
 *
 * Left out: weak memory (snapshots.h says why the orders suffice) and the overflow of the takes.
 */
#ifndef READERS
#define READERS 2
#endif
#ifndef TAKES
#define TAKES 2 /* of each reader */
#endif
#ifndef SWAPS
#define SWAPS 3
#endif
#define SLOTS     2
#define SNAPSHOTS (SLOTS + 1) /* those in slots, and one that the writer has made; each a piece of memory */
#define NONE      255

byte present_slot, present_takes; /* one word, changed in one step */
short balance[SLOTS];
byte snapshot[SLOTS] = NONE;

bool live[SNAPSHOTS];
byte slot_of[SNAPSHOTS];
byte array_1[SNAPSHOTS], array_2[SNAPSHOTS]; /* the version of each */

byte holders[SNAPSHOTS]; /* readers who have it: only for the assertions */
byte takes_left = READERS * TAKES;

inline free(s)
{
    d_step {
        assert(live[s] && holders[s] == 0);
        live[s] = false;
        array_1[s] = 0;
        array_2[s] = 0
    }
}

inline settle(slot, change)
{
    settled = snapshot[slot];
    assert(settled != NONE);
#ifdef SETTLE_IN_TWO
    balance[slot] = balance[slot] + change;
    last = (balance[slot] == 0);
#else
#ifdef RELEASE_ALONE
    atomic { balance[slot] = balance[slot] + change; last = (balance[slot] <= 0) };
#else
    atomic { balance[slot] = balance[slot] + change; last = (balance[slot] == 0) };
#endif
#endif
    if
    :: last -> free(settled); snapshot[slot] = NONE
    :: else
    fi
}

proctype reader()
{
    byte i, slot, s, seen, settled;
    bool last;
    for (i : 1 .. TAKES) {
#ifdef TAKE_IN_TWO
        slot = present_slot;
        atomic { present_takes++; takes_left-- };
#else
        atomic {
            slot = present_slot;
            present_takes++;
            takes_left--;
            assert(snapshot[slot] != NONE);
            holders[snapshot[slot]]++
        };
#endif
        s = snapshot[slot];
        assert(s != NONE && live[s]);
        seen = array_1[s];
        assert(live[s] && seen > 0 && seen == array_2[s]);
#ifndef TAKE_IN_TWO
        holders[s]--;
#endif
        slot = slot_of[s];
        settle(slot, -1)
    }
}

/* Memory for one more. */
inline new(s)
{
    atomic {
        s = 0;
        do
        :: live[s] -> s++
        :: else -> break
        od;
        live[s] = true
    }
}

inline put_in_place(slot, s)
{
    slot_of[s] = slot;
    assert(balance[slot] == 0);
    balance[slot] = 0;
    snapshot[slot] = s
}

inline swap(slot, s)
{
#ifndef PLACE_LATE
    put_in_place(slot, s);
#endif
#ifdef SWAP_IN_TWO
    atomic { old = present_slot; takes = present_takes };
    atomic { present_slot = slot; present_takes = 0 };
#else
    atomic { old = present_slot; takes = present_takes; present_slot = slot; present_takes = 0 };
#endif
#ifdef PLACE_LATE
    put_in_place(slot, s);
#endif
    settle(old, takes)
}

active proctype writer()
{
    byte i, slot, s, old, takes, settled;
    bool last;
    atomic { /* snapshots_init */
        new(s);
        array_1[s] = 1;
        array_2[s] = 1;
        put_in_place(0, s);
        for (i : 1 .. READERS) { run reader() }
    };
    for (i : 1 .. SWAPS) {
#ifdef IN_PLACE
        s = snapshot[present_slot];
        array_1[s] = i + 1;
        array_2[s] = i + 1;
#else
        new(s);
        array_1[s] = i + 1;
        array_2[s] = i + 1;
        slot = 0;
        do
        :: slot < SLOTS && snapshot[slot] != NONE -> slot++
        :: else -> break
        od;
        if
        :: slot < SLOTS -> swap(slot, s)
        :: else -> free(s) /* all are in use: as it was */
        fi
#endif
    };
    takes_left == 0; /* snapshots_close: nobody may take any more, but some may still have theirs */
    settle(present_slot, present_takes);
    _nr_pr == 1;
    for (s : 0 .. SNAPSHOTS - 1) { assert(!live[s] && holders[s] == 0) }
    for (slot : 0 .. SLOTS - 1) { assert(snapshot[slot] == NONE && balance[slot] == 0) }
}
