/* SPDX-License-Identifier: MIT */
/* failing.h: makes one allocation fail. Link with the options in CMakeLists.txt, which lead malloc,
 * calloc, realloc, mmap, mremap and account_take through this. */
#ifndef NIMSUM_TESTS_JSON_FAILING_H
#define NIMSUM_TESTS_JSON_FAILING_H

#include <stdbool.h>

enum failing_kind {
    FAILING_NOTHING,
    FAILING_ONE,    /* the k-th allocation of memory fails */
    FAILING_REST,   /* that and all after it */
    FAILING_ACCOUNT /* the k-th account_take is refused, as if it asked for too much */
};

/* From now on fail so; k counts from 0. */
void failing_begin(enum failing_kind kind, unsigned k);

/* Fail nothing any more. Returns whether something did fail. */
bool failing_end(void);

/* Blocks and mappings allocated and not freed. */
long failing_live(void);

#endif
