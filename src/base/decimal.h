/* decimal.h: unsigned integers as decimal digits. */
#ifndef NIMSUM_BASE_DECIMAL_H
#define NIMSUM_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_MAX_BYTES = 20 };

/* Write value in decimal to out (at least DECIMAL_MAX_BYTES bytes, not NUL-terminated); returns the
 * number of bytes written, 1..20. */
size_t decimal_print(uint64_t value, char *out);

#endif
