/* SPDX-License-Identifier: MIT */
/* mapping.c: a few slots behind one lock; system calls are made outside it. */
#include "memory/mapping.h"

#include <stdint.h>
#include <sys/mman.h>

void mappings_init(struct mappings *mappings, size_t most_bytes)
{
    *mappings = (struct mappings){.most_bytes = most_bytes};
    pthread_mutex_init(&mappings->lock, NULL);
}

static void unmap(struct mapping mapping)
{
    if (mapping.data != NULL) {
        (void)munmap(mapping.data, mapping.reserved);
    }
}

/* Empty a slot; its pages still count as kept. Called with the lock held. */
static struct mapping take_out(struct kept_mapping *kept)
{
    struct mapping mapping = kept->mapping;
    *kept = (struct kept_mapping){.ticks = 0};
    return mapping;
}

/* Stands at the beginning of a range that waits to be unmapped. */
struct leaving_mapping {
    struct leaving_mapping *next;
    size_t reserved;
};

void mappings_defer(struct mappings *mappings, void (*wake)(void *cls), void *cls)
{
    mappings->wake = wake;
    mappings->cls = cls;
}

void mappings_clear(struct mappings *mappings)
{
    pthread_mutex_lock(&mappings->lock);
    struct leaving_mapping *leaving = mappings->leaving;
    mappings->leaving = NULL;
    pthread_mutex_unlock(&mappings->lock);
    while (leaving != NULL) {
        struct leaving_mapping *next = leaving->next;
        (void)munmap(leaving, leaving->reserved);
        leaving = next;
    }
}

/* Unmap the range, or leave that to who is told; its first used bytes were written. */
static void leave(struct mappings *mappings, struct mapping mapping, size_t used)
{
    bool is_slow = used >= MAPPING_SLOW_BYTES || mapping.resident >= MAPPING_SLOW_BYTES;
    if (mappings->wake == NULL || !is_slow) {
        unmap(mapping);
        return;
    }
    struct leaving_mapping *leaving = (struct leaving_mapping *)(void *)mapping.data;
    leaving->reserved = mapping.reserved;
    pthread_mutex_lock(&mappings->lock);
    leaving->next = mappings->leaving;
    mappings->leaving = leaving;
    pthread_mutex_unlock(&mappings->lock);
    mappings->wake(mappings->cls);
}

/* Unmap what has seen so many ticks, this one included. */
static void unmap_kept(struct mappings *mappings, unsigned ticks)
{
    if (mappings == NULL) {
        return;
    }
    struct mapping gone[MAPPINGS_KEPT];
    pthread_mutex_lock(&mappings->lock);
    for (int i = 0; i < MAPPINGS_KEPT; i++) {
        struct kept_mapping *kept = &mappings->kept[i];
        gone[i] = (struct mapping){.data = NULL};
        if (++kept->ticks >= ticks) {
            gone[i] = take_out(kept);
            mappings->kept_bytes -= gone[i].resident;
        }
    }
    pthread_mutex_unlock(&mappings->lock);
    for (int i = 0; i < MAPPINGS_KEPT; i++) {
        unmap(gone[i]);
    }
}

void mappings_age(struct mappings *mappings)
{
    unmap_kept(mappings, MAPPINGS_TICKS);
}

void mappings_free(struct mappings *mappings)
{
    unmap_kept(mappings, 1);
    mappings_clear(mappings);
    pthread_mutex_destroy(&mappings->lock);
}

/* A range of bytes (whole steps) without pages that begins on the border of a huge page, so that
 * every step of it can be one. */
static char *map_aligned(size_t bytes)
{
    char *range = mmap(NULL, bytes + MAPPING_STEP_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        return NULL;
    }
    size_t before = (MAPPING_STEP_BYTES - (uintptr_t)range % MAPPING_STEP_BYTES) %
                    MAPPING_STEP_BYTES;
    if (before > 0) {
        (void)munmap(range, before);
    }
    (void)munmap(range + before + bytes, MAPPING_STEP_BYTES - before);
    return range + before;
}

/* A fresh range, the longest that the system gives. What is kept must not be in its way. */
static struct mapping map(struct mappings *mappings, size_t least, size_t wanted)
{
    struct mapping first = {map_aligned(wanted), wanted, 0};
    if (first.data != NULL) {
        return first;
    }
    unmap_kept(mappings, 1);
    if (mappings != NULL) {
        mappings_clear(mappings);
    }
    for (;;) {
        struct mapping mapping = {map_aligned(wanted), wanted, 0};
        if (mapping.data != NULL || wanted <= mapping_steps(least)) {
            return mapping;
        }
        wanted = mapping_steps(wanted / 2 > least ? wanted / 2 : least);
    }
}

/* The kept range of that length with the most pages. */
static struct mapping find_kept(struct mappings *mappings, size_t reserved)
{
    struct kept_mapping *best = NULL;
    struct mapping mapping = {.data = NULL};
    pthread_mutex_lock(&mappings->lock);
    for (int i = 0; i < MAPPINGS_KEPT; i++) {
        struct kept_mapping *kept = &mappings->kept[i];
        if (kept->mapping.data != NULL && kept->mapping.reserved == reserved &&
            (best == NULL || kept->mapping.resident > best->mapping.resident)) {
            best = kept;
        }
    }
    if (best != NULL) {
        mapping = take_out(best);
    }
    pthread_mutex_unlock(&mappings->lock);
    return mapping;
}

struct mapping mapping_take(struct mappings *mappings, size_t least, size_t wanted)
{
    struct mapping mapping = {.data = NULL};
    if (wanted > SIZE_MAX / 2) {
        return mapping;
    }
    if (mappings != NULL) {
        mapping = find_kept(mappings, mapping_steps(wanted));
    }
    return mapping.data != NULL ? mapping : map(mappings, least, mapping_steps(wanted));
}

bool mapping_grow(struct mappings *mappings, struct mapping *mapping, size_t reserved)
{
    /* Advice for a part has cut the range in two, and the system moves one at a time. */
    (void)madvise(mapping->data, mapping->reserved, MADV_NOHUGEPAGE);
    void *moved = mremap(mapping->data, mapping->reserved, reserved, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) {
        unmap_kept(mappings, 1);
        moved = mremap(mapping->data, mapping->reserved, reserved, MREMAP_MAYMOVE);
    }
    if (moved == MAP_FAILED) {
        return false;
    }
    mapping->data = moved;
    mapping->reserved = reserved;
    return true;
}

void mapping_trim(struct mapping *mapping, size_t used)
{
    size_t reserved = mapping_steps(used);
    if (reserved < mapping->reserved &&
        munmap(mapping->data + reserved, mapping->reserved - reserved) == 0) {
        mapping->reserved = reserved;
    }
}

/* Put the range in a slot, if there is room, with used bytes of pages or those that it came
 * with. */
static bool keep(struct mappings *mappings, struct mapping mapping, size_t used)
{
    bool is_kept = false;
    pthread_mutex_lock(&mappings->lock);
    mappings->kept_bytes -= mapping.resident;
    mapping.resident = used > mapping.resident ? used : mapping.resident;
    for (int i = 0; i < MAPPINGS_KEPT && !is_kept; i++) {
        struct kept_mapping *kept = &mappings->kept[i];
        is_kept = kept->mapping.data == NULL &&
                  mapping.resident <= mappings->most_bytes - mappings->kept_bytes;
        if (is_kept) {
            *kept = (struct kept_mapping){.mapping = mapping};
            mappings->kept_bytes += mapping.resident;
        }
    }
    pthread_mutex_unlock(&mappings->lock);
    return is_kept;
}

void mapping_give(struct mappings *mappings, struct mapping mapping, size_t used)
{
    if (mappings == NULL) {
        unmap(mapping);
    } else if (!keep(mappings, mapping, used)) {
        leave(mappings, mapping, used);
    }
}
