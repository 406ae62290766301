/* SPDX-License-Identifier: MIT */
/* token.h: the tokens of a text of plain decimal numbers, read in pieces of any size.
 *
 * A token is a run of bytes between white space (SP, HT, LF, CR). token_read() is the plain
 * byte-by-byte machine that reads any token, however it is cut; digits/read.h is its fast twin.
 */
#ifndef NIMSUM_CONTEST_TOKEN_H
#define NIMSUM_CONTEST_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problem.h"

enum token_status {
    TOKEN_NONE,     /* the piece ended: between tokens, or inside one that stays open */
    TOKEN_READY,    /* a token of plain digits, and white space after it */
    TOKEN_MALFORMED /* a byte that is neither; the token ends there */
};

struct token {
    bool open;          /* more of its bytes may follow */
    const char *start;  /* its first byte; NULL where that came in an earlier piece */
    struct place place; /* of its first byte, where start is NULL */
    uint64_t digits;    /* so far, leading zeros too */
    uint64_t value;     /* UINT64_MAX where the number is larger than that */
};

/* Go on with the open token, or skip white space and begin one, at *next; *next becomes the first
 * byte not taken (the one after the token's digits). O(1) a byte. */
enum token_status token_read(struct token *token, const char **next, const char *end);

/* Move a place over size bytes of the body. O(size), but many bytes at once. */
void place_advance(struct place *place, const char *bytes, size_t size);

#endif
