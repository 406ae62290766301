/* SPDX-License-Identifier: MIT */
/* reference.h: the plain reader of JSON that the scanner is held against.
 *
 * It has the whole body before it and reads it by recursive descent, one function a production of
 * RFC 8259, into one tree that keeps the text of numbers. It shares no code and no idea with the
 * scanner: what the two agree on was found twice.
 */
#ifndef NIMSUM_TESTS_JSON_REFERENCE_H
#define NIMSUM_TESTS_JSON_REFERENCE_H

#include "bytes.h"
#include "json/number.h"
#include "problem.h"

enum reference_kind {
    REFERENCE_NULL,
    REFERENCE_FALSE,
    REFERENCE_TRUE,
    REFERENCE_NUMBER,
    REFERENCE_STRING,
    REFERENCE_ARRAY,
    REFERENCE_OBJECT
};

struct reference_value {
    enum reference_kind kind;
    struct bytes text; /* a number as it is written; a string after unescaping, in UTF-8 */
    struct bytes key;  /* of a member, after unescaping */
    size_t count;      /* of elements or members */
    struct reference_value *first, *last, *next;
};

enum reference_outcome { REFERENCE_VALID, REFERENCE_MALFORMED, REFERENCE_TOO_DEEP };

struct reference {
    enum reference_outcome outcome;
    struct place place;           /* of the fault: the first byte that nothing can make valid */
    struct reference_value *root; /* the part of the tree that was read */
};

/* Read body[0..size) with at most nesting containers inside one another. */
void reference_read(struct reference *reference, const char *body, size_t size, unsigned nesting);
void reference_free(struct reference *reference);

/* What text[0..size), which is a JSON number, says as an integer from 0 to 2^63-1: the value, or
 * the first of these rejected elements that it has: written too long, not an integer, negative, too
 * large. */
enum json_rejection reference_integer(const char *text, size_t size, uint64_t *value);

#endif
