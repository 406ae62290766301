/* decimal.c: two digits a step from a table of pairs. */
#include "decimal.h"

#include <string.h>

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536"
    "37383940414243444546474849505152535455565758596061626364656667686970717273"
    "74757677787980818283848586878889909192939495969798"
    "99";

size_t decimal_print(uint64_t value, char *out)
{
    char digits[DECIMAL_MAX_BYTES];
    size_t at = sizeof digits;
    while (value >= 100) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * value, 2);
    } else {
        digits[--at] = (char)('0' + value);
    }
    memcpy(out, digits + at, sizeof digits - at);
    return sizeof digits - at;
}
