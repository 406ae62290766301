/* SPDX-License-Identifier: MIT */
/* compare.h: the scanner, fed in pieces, held against the reference reader. */
#ifndef NIMSUM_TESTS_JSON_COMPARE_H
#define NIMSUM_TESTS_JSON_COMPARE_H

#include "reference.h"
#include "json/scanner.h"

enum { COMPARE_NESTING = 32, COMPARE_MESSAGE_BYTES = 512 };

/* How a body is cut: pieces of these sizes in turn, from the first again after the last. A size may
 * be 0 (an empty piece), but not all of them. */
struct cuts {
    const size_t *sizes;
    size_t count;
};

/* Feed body[0..size) to a new scanner, each piece as an exact heap block, and compare the outcome
 * with expected (read with COMPARE_NESTING): the same failure at the same place, or the same values
 * in tree, lists and counts; and nothing is kept afterwards. False: message tells the difference.
 */
bool compare_with(const struct reference *expected, const char *body, size_t size, struct cuts cuts,
                  char message[COMPARE_MESSAGE_BYTES]);

/* The same for body whole and byte by byte; with every_cut also cut in two at every byte. Reads
 * the reference itself. */
bool compare_cut(const char *body, size_t size, bool every_cut,
                 char message[COMPARE_MESSAGE_BYTES]);

/* body[0..size) for a message: printable, at most 200 bytes of it. */
const char *compare_shown(const char *body, size_t size);

#endif
