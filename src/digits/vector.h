/* SPDX-License-Identifier: MIT */
/* vector.h: the readers of read.h for sixteen digits at a time.
 *
 * They are written in the intrinsics of SSE4.1. On arm64 these become NEON where SIMDe
 * (header-only) is installed; elsewhere there is none, and read.c does it all.
 */
#ifndef NIMSUM_DIGITS_VECTOR_H
#define NIMSUM_DIGITS_VECTOR_H

#include "digits/read.h"

#ifdef __x86_64__
#define DIGITS_HAVE_VECTOR 1
#elif defined __aarch64__ && __has_include(<simde/x86/sse4.1.h>)
#define DIGITS_HAVE_VECTOR 1
#endif

/* As digits_read_numbers and digits_read_pairs, but of whole blocks only: they may stop earlier. */
struct digits_vector {
    size_t (*read_numbers)(enum digits_form form, bool wide, const char **p, const char *end,
                           void *numbers, size_t most);
    size_t (*read_pairs)(enum digits_form form, const char **p, const char *end, uint32_t *pairs,
                         size_t most);
};

/* Those that this processor runs, or NULL. O(1). */
const struct digits_vector *digits_vector(void);

#endif
