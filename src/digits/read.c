/* SPDX-License-Identifier: MIT */
/* read.c: one loop for numbers and one for rows, digit by digit. */
#include "digits/read.h"

#include "digits/vector.h"

/* As many digits always fit in 63 bits; longer numbers are left to the byte-by-byte machines. */
enum { MOST_DIGITS = 18 };

/* Read 1..MOST_DIGITS digits without a leading zero, no more than largest, behind any gap. Returns
 * the byte after them, which is within the piece, or NULL. */
static inline const char *read_digits(enum digits_form form, const char *p, const char *end,
                                      uint64_t largest, uint64_t *number)
{
    while (p < end && digits_is_gap(form, *p)) {
        p++;
    }
    const char *start = p;
    uint64_t value = 0;
    unsigned digit;
    while (p < end && (digit = (unsigned)(unsigned char)*p - '0') <= 9) {
        value = value * 10 + digit;
        p++;
    }
    if (p == end || p == start || p - start > MOST_DIGITS || (*start == '0' && p - start > 1) ||
        value > largest) {
        return NULL;
    }
    *number = value;
    return p;
}

/* The same for an element of a list; returns the byte after its separator. */
static inline const char *read_element(enum digits_form form, const char *p, const char *end,
                                       uint64_t largest, uint64_t *number)
{
    const char *after = read_digits(form, p, end, largest, number);
    return after == NULL || !digits_is_end(form, *after) ? NULL : after + 1;
}

static const char *read_json_row(const char *p, const char *end, uint64_t *left, uint64_t *right)
{
    while (p < end && *p == ' ') {
        p++;
    }
    if (p == end || *p != '[') {
        return NULL;
    }
    p = read_element(DIGITS_JSON, p + 1, end, UINT32_MAX, left);
    const char *close = p == NULL ? NULL : read_digits(DIGITS_JSON, p, end, UINT32_MAX, right);
    return close == NULL || end - close < 2 || close[0] != ']' || close[1] != ',' ? NULL
                                                                                  : close + 2;
}

static const char *read_text_row(const char *p, const char *end, uint64_t *left, uint64_t *right)
{
    p = read_element(DIGITS_TEXT, p, end, UINT32_MAX, left);
    return p == NULL ? NULL : read_element(DIGITS_TEXT, p, end, UINT32_MAX, right);
}

static inline size_t read_numbers(enum digits_form form, bool wide, const char **p, const char *end,
                                  void *numbers, size_t most)
{
    uint64_t largest = wide ? INT64_MAX : UINT32_MAX, number;
    size_t count = 0;
    while (count < most) {
        const char *after = read_element(form, *p, end, largest, &number);
        if (after == NULL) {
            break;
        }
        digits_put(numbers, wide, count++, number);
        *p = after;
    }
    return count;
}

size_t digits_read_numbers_portable(enum digits_form form, bool wide, const char **p,
                                    const char *end, void *numbers, size_t most)
{
    if (form == DIGITS_JSON) {
        return wide ? read_numbers(DIGITS_JSON, true, p, end, numbers, most)
                    : read_numbers(DIGITS_JSON, false, p, end, numbers, most);
    }
    return wide ? read_numbers(DIGITS_TEXT, true, p, end, numbers, most)
                : read_numbers(DIGITS_TEXT, false, p, end, numbers, most);
}

size_t digits_read_pairs_portable(enum digits_form form, const char **p, const char *end,
                                  uint32_t *pairs, size_t most)
{
    size_t count = 0;
    while (count < most) {
        uint64_t left, right;
        const char *after = form == DIGITS_JSON ? read_json_row(*p, end, &left, &right)
                                                : read_text_row(*p, end, &left, &right);
        if (after == NULL) {
            break;
        }
        pairs[2 * count] = (uint32_t)left;
        pairs[2 * count + 1] = (uint32_t)right;
        count++;
        *p = after;
    }
    return count;
}

size_t digits_read_numbers(enum digits_form form, bool wide, const char **p, const char *end,
                           void *numbers, size_t most)
{
    const struct digits_vector *vector = digits_vector();
    size_t count = vector == NULL ? 0 : vector->read_numbers(form, wide, p, end, numbers, most);
    char *rest = (char *)numbers + count * (wide ? sizeof(uint64_t) : sizeof(uint32_t));
    return count + digits_read_numbers_portable(form, wide, p, end, rest, most - count);
}

size_t digits_read_pairs(enum digits_form form, const char **p, const char *end, uint32_t *pairs,
                         size_t most)
{
    const struct digits_vector *vector = digits_vector();
    size_t count = vector == NULL ? 0 : vector->read_pairs(form, p, end, pairs, most);
    return count + digits_read_pairs_portable(form, p, end, pairs + 2 * count, most - count);
}
