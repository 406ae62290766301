/* SPDX-License-Identifier: MIT */
/* pairs.h: the pairs of states that were reached, each once, and by which text. */
#ifndef NIMSUM_TESTS_PAIRS_H
#define NIMSUM_TESTS_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

enum { PAIRS_KEY_BYTES = 128, PAIRS_TEXT_BYTES = 256 };

struct pairs {
    struct {
        unsigned char key[PAIRS_KEY_BYTES];
        size_t parent; /* the pair it was first reached from, by byte */
        unsigned char byte;
    } * all; /* in the order in which they were found; the first is the start */
    size_t count, capacity;
    size_t *slots; /* a hash table of places in all, plus 1 */
    size_t slot_count;
};

void pairs_init(struct pairs *pairs);
void pairs_free(struct pairs *pairs);

/* Add a pair. False: it was there. */
bool pairs_add(struct pairs *pairs, const void *key, size_t size, size_t parent,
               unsigned char byte);

/* A shortest text that leads to a pair; returns its size. text has PAIRS_TEXT_BYTES. */
size_t pairs_text(const struct pairs *pairs, size_t pair, char *text);

#endif
