/* SPDX-License-Identifier: MIT */
/* vector.c: the loops of vector.h. */
#include "digits/vector.h"

#ifdef DIGITS_HAVE_VECTOR

#include <string.h>

#include "digits/vector_pairs.h"

VECTOR_TARGET static inline size_t numbers_of(enum digits_form form, bool wide, const char **p,
                                              const char *end, void *numbers, size_t most)
{
    uint64_t largest = wide ? INT64_MAX : UINT32_MAX, number;
    size_t count = 0;
    struct vector_cursor c = vector_cursor_at(*p, end);
    const char *start = *p;
    while (count < most) {
        const char *stop = vector_next_stop(&c);
        while (stop != NULL && stop == start && digits_is_gap(form, *stop)) {
            start++;
            stop = vector_next_stop(&c);
        }
        if (stop == NULL || !digits_is_end(form, *stop) ||
            !vector_take(&c, start, stop, largest, &number)) {
            break;
        }
        digits_put(numbers, wide, count++, number);
        *p = start = stop + 1;
    }
    return count;
}

VECTOR_TARGET static size_t read_numbers(enum digits_form form, bool wide, const char **p,
                                         const char *end, void *numbers, size_t most)
{
    if (form == DIGITS_JSON) {
        return wide ? numbers_of(DIGITS_JSON, true, p, end, numbers, most)
                    : numbers_of(DIGITS_JSON, false, p, end, numbers, most);
    }
    return wide ? numbers_of(DIGITS_TEXT, true, p, end, numbers, most)
                : numbers_of(DIGITS_TEXT, false, p, end, numbers, most);
}

/* The row from p to close, "[digits,digits]", and a comma. Returns the byte behind it and one
 * space, or NULL. */
VECTOR_TARGET static inline const char *json_row(const char *p, const char *close, uint64_t *both)
{
    if (*p != '[' || close[1] != ',' || !vector_pair(p + 1, (size_t)(close - p) - 1, ',', both)) {
        return NULL;
    }
    return close[2] == ' ' ? close + 3 : close + 2;
}

/* The line from p to line_end: "digits digits", and perhaps one more white space, a CR for
 * instance. */
VECTOR_TARGET static inline const char *text_row(const char *p, const char *line_end,
                                                 uint64_t *both)
{
    size_t size = (size_t)(line_end - p);
    size -= size > 0 && digits_is_space(line_end[-1]);
    return vector_pair(p, size, ' ', both) ? line_end + 1 : NULL;
}

VECTOR_TARGET static inline size_t pairs_of(enum digits_form form, const char **p, const char *end,
                                            uint32_t *pairs, size_t most)
{
    const char *start = *p;
    while (start < end && digits_is_gap(form, *start)) { /* the end of the line before */
        start++;
    }
    uint64_t both = 0;
    size_t count = 0;
    struct vector_rows rows = vector_rows_at(start, end, form == DIGITS_JSON ? ']' : '\n');
    while (count < most) {
        const char *mark = vector_next_row(&rows);
        const char *after = mark == NULL          ? NULL
                            : form == DIGITS_JSON ? json_row(start, mark, &both)
                                                  : text_row(start, mark, &both);
        if (after == NULL) {
            break;
        }
        memcpy(pairs + 2 * count++, &both, sizeof both);
        *p = start = after;
    }
    return count;
}

VECTOR_TARGET static size_t read_pairs(enum digits_form form, const char **p, const char *end,
                                       uint32_t *pairs, size_t most)
{
    return form == DIGITS_JSON ? pairs_of(DIGITS_JSON, p, end, pairs, most)
                               : pairs_of(DIGITS_TEXT, p, end, pairs, most);
}

const struct digits_vector *digits_vector(void)
{
    static const struct digits_vector vector = {read_numbers, read_pairs};
#ifdef __x86_64__
    return __builtin_cpu_supports("sse4.1") ? &vector : NULL;
#else
    return &vector;
#endif
}

#else

const struct digits_vector *digits_vector(void)
{
    return NULL;
}

#endif
