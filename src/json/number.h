/* SPDX-License-Identifier: MIT */
/* number.h: a JSON number read byte by byte into an exact integer.
 *
 * RFC 8259 section 6 writes integers in many ways (12, 1.0, 12.50e2, -0). Nothing is kept of the
 * text: the digits up to the last one that is not zero are worked out in 64 bits, and the zeros,
 * the places after the point and the exponent are counted. So no double is involved and a number
 * may be cut between any two bytes.
 */
#ifndef NIMSUM_JSON_NUMBER_H
#define NIMSUM_JSON_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { JSON_NUMBER_MAX_BYTES = 1024 };

/* Why a value is not a number from 0 to 2^63-1. */
enum json_rejection {
    JSON_ACCEPTED,
    JSON_REJECTED_TYPE,     /* not looked at */
    JSON_REJECTED_STRING,   /* a string */
    JSON_REJECTED_FRACTION, /* not an integer */
    JSON_REJECTED_NEGATIVE,
    JSON_REJECTED_LARGE, /* past 2^63-1 */
    JSON_REJECTED_LONG,  /* written with more than JSON_NUMBER_MAX_BYTES characters */
    /* from here on no numbers outside number lists: document_rejection */
    JSON_REJECTED_NULL,
    JSON_REJECTED_BOOLEAN,
    JSON_REJECTED_ARRAY,
    JSON_REJECTED_OBJECT,
    JSON_REJECTED_NUMBER /* where a row of a table is due */
};

enum json_number_phase {
    NUMBER_START,
    NUMBER_MINUS, /* only "-" so far */
    NUMBER_ZERO,  /* a leading 0: no further digit may follow it */
    NUMBER_DIGITS,
    NUMBER_POINT, /* a digit must follow */
    NUMBER_FRACTION,
    NUMBER_E,    /* a sign or a digit must follow */
    NUMBER_SIGN, /* a digit must follow */
    NUMBER_EXPONENT
};

struct json_number {
    enum json_number_phase phase;
    uint32_t length;   /* bytes taken */
    uint64_t digits;   /* the digits up to the last that is not 0 */
    uint32_t zeros;    /* the zeros after that */
    uint32_t fraction; /* digits after the point */
    uint32_t exponent; /* saturates */
    bool negative, exponent_negative, overflow;
};

enum json_number_step {
    NUMBER_TAKEN, /* the byte belongs to the number */
    NUMBER_ENDED, /* the number was complete before this byte, which was not taken */
    NUMBER_BROKEN /* no number can go on with this byte */
};

/* A number of no bytes yet. */
void json_number_start(struct json_number *number);

/* Give the next byte. */
enum json_number_step json_number_step(struct json_number *number, unsigned char byte);

/* Whether the text could end here. */
bool json_number_is_complete(const struct json_number *number);

/* The value of a complete number. *value is set only on JSON_ACCEPTED. */
enum json_rejection json_number_value(const struct json_number *number, uint64_t *value);

#endif
