/* SPDX-License-Identifier: MIT */
/* scanner.h: a strict, resumable reader of JSON (RFC 8259): bytes go in as they arrive, in pieces
 * of any size.
 *
 * It checks the whole grammar (numbers, escapes, UTF-8 by RFC 3629, depth), keeps the place, puts
 * arrays of numbers into scanner->lists (number_lists.h) and writes everything else to
 * scanner->envelope (envelope.h). The body is never kept. Cost: O(1) a byte; memory: what lists and
 * envelope keep. */
#ifndef NIMSUM_JSON_SCANNER_H
#define NIMSUM_JSON_SCANNER_H

#include "json/envelope.h"
#include "json/number_lists.h"
#include "problem.h"

enum {
    JSON_NESTING_LIMIT = 63, /* the most that the nesting option may allow */
    JSON_REST_BYTES = 16     /* bytes from a fault on that are kept, to tell its kind */
};

enum json_failure {
    JSON_OK,
    JSON_MALFORMED, /* scanner->place is the first byte that no continuation can make valid */
    JSON_TOO_DEEP,  /* the same, at an opening bracket past the nesting limit */
    JSON_NO_MEMORY  /* scanner->lists's account tells why */
};

/* What the next byte means. The names say what is due; those up to SCAN_NOTHING stand between
 * tokens, where white space may come first. */
enum json_state {
    SCAN_VALUE,         /* a value */
    SCAN_FIRST_VALUE,   /* a value or the end of the array */
    SCAN_FIRST_KEY,     /* a key or the end of the object */
    SCAN_KEY,           /* a key, after a comma */
    SCAN_COLON,         /* the colon after a key */
    SCAN_COMMA_OR_END,  /* a comma or the end of the container */
    SCAN_NOTHING,       /* the value is complete: only white space may follow */
    SCAN_STRING,        /* inside a string */
    SCAN_UTF8,          /* inside a character of several bytes */
    SCAN_ESCAPE,        /* after a backslash */
    SCAN_HEX,           /* inside \uXXXX */
    SCAN_LOW_BACKSLASH, /* after a high surrogate: its low surrogate's backslash */
    SCAN_LOW_U,         /* and its u */
    SCAN_NUMBER,        /* inside a number */
    SCAN_LITERAL        /* inside true, false or null */
};

struct json_scanner {
    enum json_state state;
    enum json_failure failure;
    unsigned depth, maximum_depth;
    uint64_t objects;    /* bit d: the container at depth d is an object */
    unsigned list_depth; /* depth of the number list being read, 0: none */

    struct place place;         /* of the failure */
    unsigned char rest_size;    /* the bytes from there on, whatever pieces they come in */
    char rest[JSON_REST_BYTES]; /* none: the body ends */
    uint64_t consumed;          /* bytes before the piece being read */
    uint64_t line, line_start;

    bool string_is_key;
    unsigned char utf8_left, utf8_low, utf8_high; /* bytes to come; bounds of the next one */
    unsigned char utf8_size;
    char utf8[4]; /* the character so far */
    unsigned char hex_digits;
    uint32_t hex, high_surrogate;
    const char *literal, *literal_rest; /* true, false or null; what is still to come of it */
    struct json_number number;

    struct json_number_lists lists;
    struct json_envelope envelope;
};

struct json_limits {
    unsigned nesting;       /* containers inside one another, 1..JSON_NESTING_LIMIT */
    size_t envelope_values; /* JSON values outside number lists */
    size_t memory_bytes;    /* address space for numbers, envelope, arrays: each */
};

/* A scanner at the start of a body. Everything kept is charged to account. */
void json_scanner_init(struct json_scanner *scanner, struct account *account,
                       const struct json_limits *limits);
void json_scanner_free(struct json_scanner *scanner);

/* Read the next piece. Once it failed, a scanner stays failed. */
enum json_failure json_scanner_feed(struct json_scanner *scanner, const char *bytes, size_t size);

/* No more bytes will come: fails, at the body's length, where the value is not complete. Also
 * settles the numbers (number_store.h), which takes as long as there are numbers. */
enum json_failure json_scanner_end(struct json_scanner *scanner);

#endif
