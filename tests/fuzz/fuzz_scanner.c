/* SPDX-License-Identifier: MIT */
/* fuzz_scanner.c: the scanner against the reference reader. The first byte says how the rest, the
 * body, is cut. */
#include "fuzz.h"

#include "compare.h"

#include <stdio.h>
#include <stdlib.h>

enum { PIECES = 16 };

/* 0: whole. 1..127: pieces of so many bytes. 128..255: uneven pieces, each byte another way. */
static size_t choose_cuts(uint8_t way, size_t sizes[PIECES])
{
    if (way < 128) {
        sizes[0] = way == 0 ? SIZE_MAX : way;
        return 1;
    }
    uint32_t state = way;
    for (size_t i = 0; i < PIECES; i++) {
        state = state * 1664525 + 1013904223;
        uint32_t limit = (way & 3) == 0 ? 3 : (way & 3) == 1 ? 9 : (way & 3) == 2 ? 40 : 300;
        sizes[i] = (state >> 16) % limit + (i == 0);
    }
    return PIECES;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const char *body = (const char *)data + 1;
    size_t sizes[PIECES], whole = SIZE_MAX;
    struct cuts ways[] = {{sizes, choose_cuts(data[0], sizes)}, {&whole, 1}};
    struct reference expected;
    reference_read(&expected, body, size - 1, COMPARE_NESTING);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char message[COMPARE_MESSAGE_BYTES];
        if (!compare_with(&expected, body, size - 1, ways[i], message)) {
            fprintf(stderr, "%s, cuts %d: %s\n", compare_shown(body, size - 1),
                    i == 0 ? data[0] : 0, message);
            abort();
        }
    }
    reference_free(&expected);
    return 0;
}
