/* SPDX-License-Identifier: MIT */
/* decimal.h: unsigned integers as decimal digits. */
#ifndef NIMSUM_DIGITS_DECIMAL_H
#define NIMSUM_DIGITS_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_MAX_BYTES = 20 };

/* How many digits value has, 1..20. */
size_t decimal_size(uint64_t value);

/* Write value in decimal to out, decimal_size(value) bytes and no NUL. Returns how many. */
size_t decimal_print(uint64_t value, char *out);

#endif
