/* SPDX-License-Identifier: MIT */
/* failing_allocation.h: make the k-th allocation of our code fail, and count what stays allocated.
 *
 * Linked with -Wl,--wrap for malloc, calloc, realloc, free, mmap, munmap and mremap, so that it
 * stands between our libraries and libc; cJSON, a shared library, is reached through its hooks.
 */
#ifndef NIMSUM_TESTS_FAILING_ALLOCATION_H
#define NIMSUM_TESTS_FAILING_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

/* Point cJSON's hooks here. Once a program. */
void failing_allocation_init(void);

enum failing { FAILING_ONCE, FAILING_FROM_THEN_ON };

/* From now on count allocations, and let number k (from 0) fail, or all from it on. */
void failing_allocation_start(size_t k, enum failing failing);

/* Neither count nor fail from now on. Returns whether any allocation failed since the start. */
bool failing_allocation_pause(void);

/* Count again, but let nothing fail. */
void failing_allocation_resume(void);

/* Blocks and mapped pages made since the last start, while counting, and not given back. */
long failing_allocation_live(void);

#endif
