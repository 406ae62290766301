/* SPDX-License-Identifier: MIT */
/* failing_allocation.c: the wrappers, and one counter for them all. */
#include "failing_allocation.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* The names that --wrap asks for. NOLINTBEGIN(bugprone-reserved-identifier,cert-*) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
int __real_munmap(void *at, size_t size);
void *__real_mremap(void *at, size_t size, size_t new_size, int flags, ...);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *at, size_t size);
void *__wrap_mremap(void *at, size_t size, size_t new_size, int flags, ...);

static struct {
    bool on, failed;
    size_t count, k;
    enum failing failing;
    long live;
} state;

void failing_allocation_start(size_t k, enum failing failing)
{
    state.on = true;
    state.failed = false;
    state.count = 0;
    state.k = k;
    state.failing = failing;
    state.live = 0;
}

bool failing_allocation_pause(void)
{
    state.on = false;
    return state.failed;
}

void failing_allocation_resume(void)
{
    state.on = true;
    state.k = SIZE_MAX;
    state.failing = FAILING_ONCE;
}

long failing_allocation_live(void)
{
    return state.live;
}

static bool fails_now(void)
{
    if (!state.on) {
        return false;
    }
    size_t number = state.count++;
    bool fails = state.failing == FAILING_ONCE ? number == state.k : number >= state.k;
    state.failed = state.failed || fails;
    if (fails) {
        errno = ENOMEM;
    }
    return fails;
}

static void *note(void *made, const void *nothing)
{
    state.live += state.on && made != nothing;
    return made;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : note(__real_malloc(size), NULL);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : note(__real_calloc(count, size), NULL);
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails_now()) {
        return NULL;
    }
    void *moved = __real_realloc(block, size);
    return block == NULL ? note(moved, NULL) : moved;
}

void __wrap_free(void *block)
{
    state.live -= state.on && block != NULL;
    __real_free(block);
}

/* Mappings are given back in parts, so their pages are counted. */
static long pages(size_t size)
{
    return (long)((size + 4095) / 4096);
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (fails_now()) {
        return MAP_FAILED;
    }
    void *range = __real_mmap(at, size, protection, flags, file, offset);
    state.live += state.on && range != MAP_FAILED ? pages(size) : 0;
    return range;
}

int __wrap_munmap(void *at, size_t size)
{
    state.live -= state.on ? pages(size) : 0;
    return __real_munmap(at, size);
}

/* Our code never asks for a place. */
void *__wrap_mremap(void *at, size_t size, size_t new_size, int flags, ...)
{
    return fails_now() ? MAP_FAILED : __real_mremap(at, size, new_size, flags);
}

/* NOLINTEND(bugprone-reserved-identifier,cert-*) */

void failing_allocation_init(void)
{
    cJSON_Hooks hooks = {__wrap_malloc, __wrap_free};
    cJSON_InitHooks(&hooks);
}
