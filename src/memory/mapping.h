/* SPDX-License-Identifier: MIT */
/* mapping.h: the address ranges of large buffers, a few of them kept warm for a moment.
 *
 * Fresh memory is dear: the system clears every page at its first touch, and in a virtual machine
 * the host may have to find it first. So a range that nobody needs any more is kept for a moment,
 * pages and all, and the next buffer of that length gets it:
 *
 *     data                                    reserved
 *     |== resident ==|                               |
 *     has pages       address space without pages
 *
 * Pages that came with a range count as kept, whoever has it, until it is given back: they may be
 * more than he is charged for. So the process never has more pages than what its requests are
 * charged for and most_bytes, and an idle process soon keeps nothing.
 */
#ifndef NIMSUM_MEMORY_MAPPING_H
#define NIMSUM_MEMORY_MAPPING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    MAPPING_STEP_BYTES = 2 * 1024 * 1024, /* ranges are whole steps: one huge page on x86-64 each */
    MAPPING_SLOW_BYTES = 4 * 1024 * 1024, /* that many pages take a millisecond to give back */
    MAPPINGS_KEPT = 8,
    MAPPINGS_TICKS = 3 /* of mappings_age() that a kept range sees; at the last it goes */
};

struct mapping {
    char *data;      /* NULL: there is none */
    size_t reserved; /* bytes of address space */
    size_t resident; /* bytes at its beginning that had pages when it was taken */
};

struct mappings {
    pthread_mutex_t lock;
    size_t most_bytes, kept_bytes; /* resident, in all */
    struct kept_mapping {
        struct mapping mapping;
        unsigned ticks;
    } kept[MAPPINGS_KEPT];
    struct leaving_mapping *leaving; /* to be unmapped by who called mappings_clear */
    void (*wake)(void *cls);         /* tells him; NULL: nobody, and ranges are unmapped at once */
    void *cls;
};

/* Bytes in whole steps. */
static inline size_t mapping_steps(size_t bytes)
{
    return (bytes + MAPPING_STEP_BYTES - 1) / MAPPING_STEP_BYTES * MAPPING_STEP_BYTES;
}

/* Nothing kept yet, and never more than most_bytes of pages. */
void mappings_init(struct mappings *mappings, size_t most_bytes);

/* Give back to the system what is kept. */
void mappings_free(struct mappings *mappings);

/* A range of wanted bytes of address space, or as much of it (at least `least`) as the system
 * gives, for which what is kept makes way; its content is any. It is the kept one with the most
 * pages where one has that length. mappings NULL: none is kept. O(1), and a few system calls where
 * none fits. Thread-safe, like the functions below. */
struct mapping mapping_take(struct mappings *mappings, size_t least, size_t wanted);

/* Make the range longer; it may move. False: no address space, and it is as it was. */
bool mapping_grow(struct mappings *mappings, struct mapping *mapping, size_t reserved);

/* Make the range shorter: nothing but its first used bytes, at least one, is needed. */
void mapping_trim(struct mapping *mapping, size_t used);

/* Give back a range whose first used bytes were written: it is kept, or goes to the system. */
void mapping_give(struct mappings *mappings, struct mapping mapping, size_t used);

/* Let ranges of many pages be given back by another thread, which calls mappings_clear after wake
 * was called on any thread. Before any range is taken. */
void mappings_defer(struct mappings *mappings, void (*wake)(void *cls), void *cls);

/* Give back to the system what waits for it. */
void mappings_clear(struct mappings *mappings);

/* To be called a few times a second: gives back to the system what was kept long enough. */
void mappings_age(struct mappings *mappings);

#endif
