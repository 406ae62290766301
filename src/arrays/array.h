/* SPDX-License-Identifier: MIT */
/* array.h: one array of the operator's: its name, its version, and its heaps made ready for
 * questions.
 *
 * An array is never changed once it is made. It is shared by the tables that hold it (snapshots.h),
 * which count their references; the last one frees it.
 *
 * The version is made from the numbers alone: XXH3-128 of them as 64-bit little-endian, in 32
 * hexadecimal digits. So files of the same numbers have the same version however they are written,
 * on every machine. It tells changes; it is no defence against files made to collide.
 */
#ifndef NIMSUM_ARRAYS_ARRAY_H
#define NIMSUM_ARRAYS_ARRAY_H

#include <nimsum/array.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "memory/buffer.h"

enum { ARRAY_NAME_BYTES = 64, ARRAY_VERSION_BYTES = 32 };

struct array {
    char name[ARRAY_NAME_BYTES + 1];
    char version[ARRAY_VERSION_BYTES + 1];
    size_t bytes;                   /* the memory that it holds */
    bool wide;                      /* the heaps take 64 bits */
    struct nimsum_array_u32 narrow; /* where not wide */
    struct nimsum_array_u64 large;  /* where wide */

    atomic_size_t references;
    struct account account;
    struct buffer block; /* of the one of the two that is in use */
};

/* Whether name[0..size) can be an array's name: 1 to 64 of A-Z a-z 0-9 _ -. */
bool array_is_name(const char *name, size_t size);

/* An array with one reference, whose block is to be charged to its account; until it is made ready
 * it may only be released. NULL: no memory. */
struct array *array_new(const char *name, struct budget *budget);

/* Make its heaps ready, at least one and fewer than 2^32. The block holds nothing but a number of
 * any value and then the heaps: uint64_t where wide, else uint32_t. False: memory was refused, as
 * the account says. */
bool array_make_ready(struct array *array, bool wide);

/* Thread-safe. */
void array_share(struct array *array);
void array_release(struct array *array); /* NULL is allowed */

static inline size_t array_heap_count(const struct array *array)
{
    return array->wide ? array->large.heap_count : array->narrow.heap_count;
}

static inline uint64_t array_nim_sum(const struct array *array)
{
    return array->wide ? array->large.nim_sum : array->narrow.nim_sum;
}

static inline uint64_t array_largest(const struct array *array)
{
    return array->wide ? array->large.largest : array->narrow.largest;
}

#endif
