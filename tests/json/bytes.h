/* SPDX-License-Identifier: MIT */
/* bytes.h: a growing block of bytes for tests. Out of memory ends the test program. */
#ifndef NIMSUM_TESTS_JSON_BYTES_H
#define NIMSUM_TESTS_JSON_BYTES_H

#include <stddef.h>

struct bytes {
    char *data; /* NULL while empty; otherwise NUL-terminated beyond size */
    size_t size, capacity;
};

void bytes_add(struct bytes *bytes, const void *data, size_t size);
void bytes_add_text(struct bytes *bytes, const char *text);
void bytes_free(struct bytes *bytes);

/* A heap copy of exactly size bytes, so that a sanitizer sees a read past its end. Owned by the
 * caller. */
char *bytes_copy(const void *data, size_t size);

#endif
