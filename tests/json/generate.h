/* SPDX-License-Identifier: MIT */
/* generate.h: random bodies for the readers: JSON of every shape, and JSON broken a little. */
#ifndef NIMSUM_TESTS_JSON_GENERATE_H
#define NIMSUM_TESTS_JSON_GENERATE_H

#include "bytes.h"
#include "seed.h"

/* Append a valid document of at most a few kilobytes. */
void generate_document(struct seed *seed, struct bytes *out);

/* Append a document whose arrays pass 64 KiB, with something unusual somewhere in the middle. */
void generate_large(struct seed *seed, struct bytes *out);

/* Append the text of a number: plain, at an edge, or in an unusual spelling. */
void generate_number(struct seed *seed, struct bytes *out);

/* Break body somewhere: delete, insert, swap, repeat or cut a few bytes. */
void generate_fault(struct seed *seed, struct bytes *body);

#endif
