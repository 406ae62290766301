/* SPDX-License-Identifier: MIT */
/* mapping.c: a few slots behind one lock; system calls are made outside it. */
#include "memory/mapping.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* Empty a slot. Called with the lock held. */
static struct mapping take_out(struct mappings *mappings, struct kept_mapping *kept)
{
    struct mapping mapping = kept->mapping;
    mappings->kept_bytes -= mapping.resident;
    *kept = (struct kept_mapping){.ticks = 0};
    return mapping;
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
            gone[i] = take_out(mappings, kept);
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
    pthread_mutex_destroy(&mappings->lock);
}

/* An not_resident range of bytes (whole steps) that begins on the border of a huge page, so that
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
    struct mapping first = {map_aligned(wanted), wanted, 0, 0};
    if (first.data != NULL) {
        return first;
    }
    unmap_kept(mappings, 1);
    for (;;) {
        struct mapping mapping = {map_aligned(wanted), wanted, 0, 0};
        if (mapping.data != NULL || wanted <= mapping_steps(least)) {
            return mapping;
        }
        wanted = mapping_steps(wanted / 2 > least ? wanted / 2 : least);
    }
}

/* Does a range with so many bytes of pages fit better than one with `than`? The more of those that
 * are wanted the better; what is more than wanted is a waste. */
static bool fits_better(size_t resident, size_t than, size_t wanted)
{
    size_t useful = resident < wanted ? resident : wanted;
    size_t than_useful = than < wanted ? than : wanted;
    return useful > than_useful || (useful == than_useful && resident < than);
}

/* The kept range of that length that fits best; none where all have many more pages. */
static struct mapping find_kept(struct mappings *mappings, size_t least, size_t reserved,
                                size_t most_resident)
{
    struct kept_mapping *best = NULL;
    struct mapping mapping = {.data = NULL};
    pthread_mutex_lock(&mappings->lock);
    for (int i = 0; i < MAPPINGS_KEPT; i++) {
        struct kept_mapping *kept = &mappings->kept[i];
        size_t resident = kept->mapping.resident;
        if (kept->mapping.data != NULL && kept->mapping.reserved == reserved &&
            resident / 2 <= most_resident &&
            (best == NULL || fits_better(resident, best->mapping.resident, most_resident))) {
            best = kept;
        }
    }
    if (best != NULL) {
        mapping = take_out(mappings, best);
        size_t used = mapping.resident < most_resident ? mapping.resident : most_resident;
        mapping.lent = used > least ? used - least : 0;
        mappings->kept_bytes += mapping.lent;
    }
    pthread_mutex_unlock(&mappings->lock);
    return mapping;
}

void mapping_release(struct mapping *mapping, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), kept = (bytes + page - 1) / page * page;
    if (kept < mapping->resident) {
        (void)madvise(mapping->data + kept, mapping->resident - kept, MADV_DONTNEED);
    }
    mapping->resident = bytes;
}

struct mapping mapping_take(struct mappings *mappings, size_t least, size_t wanted,
                            size_t most_resident)
{
    struct mapping mapping = {.data = NULL};
    if (wanted > SIZE_MAX / 2) {
        return mapping;
    }
    if (mappings != NULL) {
        mapping = find_kept(mappings, least, mapping_steps(wanted), most_resident);
    }
    if (mapping.data == NULL) {
        return map(mappings, least, mapping_steps(wanted));
    }
    if (mapping.resident > most_resident) {
        mapping_release(&mapping, most_resident);
    }
    return mapping;
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

/* Put the range in a slot, if there is room. */
static bool keep(struct mappings *mappings, struct mapping mapping)
{
    bool is_kept = false;
    pthread_mutex_lock(&mappings->lock);
    mappings->kept_bytes -= mapping.lent;
    mapping.lent = 0;
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

void mapping_give(struct mappings *mappings, struct mapping mapping)
{
    if (mappings == NULL || !keep(mappings, mapping)) {
        unmap(mapping);
    }
}
