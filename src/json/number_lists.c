/* SPDX-License-Identifier: MIT */
/* number_lists.c: the number store and its arrays. */
#include "json/number_lists.h"

#include <string.h>

void json_lists_init(struct json_number_lists *lists, struct account *account, size_t maximum_bytes)
{
    *lists = (struct json_number_lists){.wide = false};
    buffer_init(&lists->numbers, account, maximum_bytes);
    buffer_init(&lists->arrays, account, maximum_bytes);
    buffer_init(&lists->ends, account, maximum_bytes);
}

void json_lists_free(struct json_number_lists *lists)
{
    buffer_free(&lists->numbers);
    buffer_free(&lists->arrays);
    buffer_free(&lists->ends);
}

bool json_lists_reserve(struct json_number_lists *lists, size_t more)
{
    return buffer_reserve(&lists->numbers, more * json_lists_width(lists));
}

/* Give every number 64 bits, from the last to the first so that none is overwritten unread. */
static bool widen(struct json_number_lists *lists)
{
    size_t count = json_lists_number_count(lists);
    if (!buffer_reserve(&lists->numbers, count * sizeof(uint32_t) + sizeof(uint64_t))) {
        return false;
    }
    char *data = lists->numbers.data;
    for (size_t i = count; i > 0; i--) {
        uint32_t narrow;
        memcpy(&narrow, data + (i - 1) * sizeof narrow, sizeof narrow);
        uint64_t value = narrow;
        memcpy(data + (i - 1) * sizeof value, &value, sizeof value);
    }
    lists->numbers.size = count * sizeof(uint64_t);
    lists->wide = true;
    return true;
}

static bool push(struct json_number_lists *lists, uint64_t value)
{
    if (!lists->wide && value > UINT32_MAX && !widen(lists)) {
        return false;
    }
    if (!json_lists_reserve(lists, 1)) {
        return false;
    }
    void *end = lists->numbers.data + lists->numbers.size;
    if (lists->wide) {
        *(uint64_t *)end = value;
    } else {
        *(uint32_t *)end = (uint32_t)value;
    }
    lists->numbers.size += json_lists_width(lists);
    return true;
}

bool json_lists_begin(struct json_number_lists *lists, enum json_shape shape)
{
    if (!push(lists, 0)) {
        return false;
    }
    lists->open = (struct json_number_list){.first = (uint32_t)json_lists_number_count(lists),
                                            .ends = JSON_PAIRS,
                                            .shape = (uint8_t)shape};
    lists->row_first = 0;
    return true;
}

void json_lists_ignore(struct json_number_lists *lists, enum json_shape shape)
{
    lists->open = (struct json_number_list){
        .ends = JSON_PAIRS, .shape = (uint8_t)shape, .rejection = JSON_REJECTED_TYPE};
}

bool json_lists_add(struct json_number_lists *lists, const struct json_number *number)
{
    if (lists->open.rejection != JSON_ACCEPTED) {
        return true;
    }
    uint64_t value = 0;
    enum json_rejection rejection = json_number_value(number, &value);
    if (rejection != JSON_ACCEPTED) {
        json_lists_reject(lists, rejection, false);
        return true;
    }
    if (!push(lists, value)) {
        return false;
    }
    lists->open.count++;
    return true;
}

void json_lists_row_begin(struct json_number_lists *lists)
{
    lists->row_first = lists->open.count;
}

static bool push_end(struct json_number_lists *lists, uint32_t end)
{
    return buffer_append(&lists->ends, &end, sizeof end);
}

/* The first row that is no pair: write down the ends of the pairs before it. */
static bool keep_ends(struct json_number_lists *lists)
{
    size_t begin = lists->ends.size / sizeof(uint32_t);
    for (uint32_t row = 0; row < lists->open.rows; row++) {
        if (!push_end(lists, 2 * (row + 1))) {
            return false;
        }
    }
    lists->open.ends = (uint32_t)begin;
    return true;
}

bool json_lists_row_end(struct json_number_lists *lists)
{
    struct json_number_list *open = &lists->open;
    if (open->rejection != JSON_ACCEPTED) {
        return true;
    }
    if (open->ends == JSON_PAIRS && open->count - lists->row_first != 2 && !keep_ends(lists)) {
        return false;
    }
    if (open->ends != JSON_PAIRS && !push_end(lists, open->count)) {
        return false;
    }
    open->rows++;
    return true;
}

void json_lists_reject(struct json_number_lists *lists, enum json_rejection rejection,
                       bool whole_row)
{
    struct json_number_list *open = &lists->open;
    if (open->rejection != JSON_ACCEPTED) {
        return;
    }
    open->rejection = (uint8_t)rejection;
    open->rejected_row = open->rows;
    open->rejected_column = whole_row ? JSON_ROW_ITSELF : open->count - lists->row_first;
}

bool json_lists_end(struct json_number_lists *lists, size_t *index)
{
    *index = json_lists_count(lists);
    return buffer_append(&lists->arrays, &lists->open, sizeof lists->open);
}

void json_table_row(const struct json_number_lists *lists, const struct json_number_list *table,
                    size_t i, size_t *first, size_t *count)
{
    if (table->ends == JSON_PAIRS) {
        *first = table->first + 2 * i;
        *count = 2;
        return;
    }
    const uint32_t *ends = (const uint32_t *)(const void *)lists->ends.data + table->ends;
    uint32_t begin = i == 0 ? 0 : ends[i - 1];
    *first = (size_t)table->first + begin;
    *count = ends[i] - begin;
}
