/* SPDX-License-Identifier: MIT */
/* reference_integer.c: a number's value by arithmetic on its text: the decimal point is moved over
 * a row of digits, and the result is compared with 2^63-1 as text. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

static const char largest[] = "9223372036854775807";
enum { LARGEST_DIGITS = sizeof largest - 1 };

/* A number as 0.DIGITS * 10^point, with no zero at either end of the digits. */
struct decimal {
    const char *digits;
    size_t count;
    long point;
};

/* The exponent's value; its digits stand at text[0..size). Past a million it makes no difference to
 * a text of at most 1024 characters. */
static long exponent_value(const char *text, size_t size)
{
    long value = 0;
    size_t i = size > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    for (; i < size && value < 1000000; i++) {
        value = value * 10 + (text[i] - '0');
    }
    return size > 0 && text[0] == '-' ? -value : value;
}

/* out has room for size bytes. */
static struct decimal take_apart(const char *text, size_t size, char *out)
{
    size_t e = 0, count = 0;
    while (e < size && text[e] != 'e' && text[e] != 'E') {
        e++;
    }
    long point = -1; /* digits before the point, once it was seen */
    for (size_t i = text[0] == '-'; i < e; i++) {
        if (text[i] == '.') {
            point = (long)count;
        } else {
            out[count++] = text[i];
        }
    }
    point = point < 0 ? (long)count : point;
    if (e < size) {
        point += exponent_value(text + e + 1, size - e - 1);
    }
    while (count > 0 && out[count - 1] == '0') {
        count--;
    }
    size_t zeros = 0;
    while (zeros < count && out[zeros] == '0') {
        zeros++;
    }
    return (struct decimal){out + zeros, count - zeros, point - (long)zeros};
}

enum json_rejection reference_integer(const char *text, size_t size, uint64_t *value)
{
    if (size > JSON_NUMBER_MAX_BYTES) {
        return JSON_REJECTED_LONG;
    }
    char digits[JSON_NUMBER_MAX_BYTES];
    struct decimal number = take_apart(text, size, digits);
    if (number.count == 0) {
        *value = 0;
        return JSON_ACCEPTED;
    }
    if ((long)number.count > number.point) {
        return JSON_REJECTED_FRACTION;
    }
    if (text[0] == '-') {
        return JSON_REJECTED_NEGATIVE;
    }
    char whole[LARGEST_DIGITS + 1] = "";
    if (number.point > LARGEST_DIGITS) {
        return JSON_REJECTED_LARGE;
    }
    memset(whole, '0', (size_t)number.point);
    memcpy(whole, number.digits, number.count);
    if (number.point == LARGEST_DIGITS && strcmp(whole, largest) > 0) {
        return JSON_REJECTED_LARGE;
    }
    *value = strtoull(whole, NULL, 10);
    return JSON_ACCEPTED;
}
