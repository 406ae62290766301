/* SPDX-License-Identifier: MIT */
/* failing.c: the wrappers that the linker's --wrap option puts before the real functions. Their
 * names are the linker's. */
#include "failing.h"

#include "memory/budget.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static enum failing_kind kind;
static unsigned left; /* until the one that fails */
static bool failed;
static long live;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__real_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
void *__real_mremap(void *old, size_t old_size, size_t size, int flags);
int __real_munmap(void *at, size_t size);
bool __real_account_take(struct account *account, size_t bytes);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_mremap(void *old, size_t old_size, size_t size, int flags);
int __wrap_munmap(void *at, size_t size);
bool __wrap_account_take(struct account *account, size_t bytes);

void failing_begin(enum failing_kind wanted, unsigned k)
{
    kind = wanted;
    left = k;
    failed = false;
}

bool failing_end(void)
{
    kind = FAILING_NOTHING;
    return failed;
}

long failing_live(void)
{
    return live;
}

static bool is_due(void)
{
    if (left > 0) {
        left--;
        return false;
    }
    bool due = kind == FAILING_REST || !failed;
    failed = true;
    return due;
}

static bool fails(void)
{
    if ((kind != FAILING_ONE && kind != FAILING_REST) || !is_due()) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

static void *counted(void *block)
{
    live += block != NULL && block != MAP_FAILED;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails()) {
        return NULL;
    }
    return block == NULL ? counted(__real_realloc(NULL, size)) : __real_realloc(block, size);
}

void __wrap_free(void *block)
{
    live -= block != NULL;
    __real_free(block);
}

/* Mappings are given back in parts, so their pages are counted. */
static long pages(size_t size)
{
    return (long)((size + 4095) / 4096);
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (fails()) {
        return MAP_FAILED;
    }
    void *range = __real_mmap(at, size, protection, flags, file, offset);
    live += range == MAP_FAILED ? 0 : pages(size);
    return range;
}

void *__wrap_mremap(void *old, size_t old_size, size_t size, int flags)
{
    if (fails()) {
        return MAP_FAILED;
    }
    void *range = __real_mremap(old, old_size, size, flags);
    live += range == MAP_FAILED ? 0 : pages(size) - pages(old_size);
    return range;
}

int __wrap_munmap(void *at, size_t size)
{
    live -= pages(size);
    return __real_munmap(at, size);
}

bool __wrap_account_take(struct account *account, size_t bytes)
{
    bool refused = kind == FAILING_ACCOUNT && is_due();
    return __real_account_take(account, refused ? SIZE_MAX : bytes);
}
