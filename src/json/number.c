/* SPDX-License-Identifier: MIT */
/* number.c: the number grammar as a small machine, and the exact value at its end. */
#include "json/number.h"

#include <stddef.h>

enum { EXPONENT_MAX = 1000000 }; /* far past what 1024 characters of digits can undo */

void json_number_start(struct json_number *number)
{
    *number = (struct json_number){.phase = NUMBER_START};
}

static bool is_digit(unsigned char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Multiply by 10^(pending zeros + 1) and add the digit. */
static void add_digit(struct json_number *number, unsigned digit)
{
    if (digit == 0) {
        number->zeros += number->digits != 0;
        return;
    }
    for (; number->zeros > 0 && number->digits != 0 && !number->overflow; number->zeros--) {
        number->overflow = __builtin_mul_overflow(number->digits, 10, &number->digits);
    }
    number->zeros = 0;
    if (!number->overflow) {
        number->overflow = __builtin_mul_overflow(number->digits, 10, &number->digits) ||
                           __builtin_add_overflow(number->digits, digit, &number->digits);
    }
    if (number->overflow) {
        number->digits = 1; /* only "not zero" is used of it from here on */
    }
}

static void add_exponent_digit(struct json_number *number, unsigned digit)
{
    if (number->exponent < EXPONENT_MAX) {
        number->exponent = number->exponent * 10 + digit;
    }
}

/* The phase after a digit; NUMBER_START stands for "none allowed here". */
static enum json_number_phase after_digit(struct json_number *number, unsigned digit)
{
    switch (number->phase) {
    case NUMBER_START:
    case NUMBER_MINUS: add_digit(number, digit); return digit == 0 ? NUMBER_ZERO : NUMBER_DIGITS;
    case NUMBER_DIGITS: add_digit(number, digit); return NUMBER_DIGITS;
    case NUMBER_POINT:
    case NUMBER_FRACTION:
        add_digit(number, digit);
        number->fraction++;
        return NUMBER_FRACTION;
    case NUMBER_E:
    case NUMBER_SIGN:
    case NUMBER_EXPONENT: add_exponent_digit(number, digit); return NUMBER_EXPONENT;
    case NUMBER_ZERO: break;
    }
    return NUMBER_START;
}

/* The phase after any other byte of a number, or NUMBER_START. */
static enum json_number_phase after_sign_or_letter(struct json_number *number, unsigned char byte)
{
    enum json_number_phase phase = number->phase;
    bool whole = phase == NUMBER_ZERO || phase == NUMBER_DIGITS;
    if (byte == '-' && phase == NUMBER_START) {
        number->negative = true;
        return NUMBER_MINUS;
    }
    if (byte == '.' && whole) {
        return NUMBER_POINT;
    }
    if ((byte == 'e' || byte == 'E') && (whole || phase == NUMBER_FRACTION)) {
        return NUMBER_E;
    }
    if ((byte == '+' || byte == '-') && phase == NUMBER_E) {
        number->exponent_negative = byte == '-';
        return NUMBER_SIGN;
    }
    return NUMBER_START;
}

enum json_number_step json_number_step(struct json_number *number, unsigned char byte)
{
    enum json_number_phase next = is_digit(byte) ? after_digit(number, byte - '0')
                                                 : after_sign_or_letter(number, byte);
    if (next != NUMBER_START) {
        number->phase = next;
        number->length += number->length <= JSON_NUMBER_MAX_BYTES;
        return NUMBER_TAKEN;
    }
    bool second_digit_after_zero = number->phase == NUMBER_ZERO && is_digit(byte);
    return json_number_is_complete(number) && !second_digit_after_zero ? NUMBER_ENDED
                                                                       : NUMBER_BROKEN;
}

bool json_number_is_complete(const struct json_number *number)
{
    return number->phase == NUMBER_ZERO || number->phase == NUMBER_DIGITS ||
           number->phase == NUMBER_FRACTION || number->phase == NUMBER_EXPONENT;
}

enum json_rejection json_number_value(const struct json_number *number, uint64_t *value)
{
    if (number->length > JSON_NUMBER_MAX_BYTES) {
        return JSON_REJECTED_LONG;
    }
    if (number->digits == 0) {
        *value = 0; /* -0, 0.000 and 0e99 are all zero */
        return JSON_ACCEPTED;
    }
    int64_t exponent = number->exponent_negative ? -(int64_t)number->exponent : number->exponent;
    int64_t scale = exponent + number->zeros - number->fraction;
    if (scale < 0) {
        /* The last digit counted is not 0, so some of it stays behind the point. */
        return JSON_REJECTED_FRACTION;
    }
    if (number->negative) {
        return JSON_REJECTED_NEGATIVE;
    }
    uint64_t result = number->digits;
    bool overflow = number->overflow || scale > 19;
    for (; scale > 0 && !overflow; scale--) {
        overflow = __builtin_mul_overflow(result, 10, &result);
    }
    if (overflow || result > INT64_MAX) {
        return JSON_REJECTED_LARGE;
    }
    *value = result;
    return JSON_ACCEPTED;
}
