/* SPDX-License-Identifier: MIT */
/* number_lists.c: the lists and the one store of their numbers. */
#include "json/number_lists.h"

#include "digits/read.h"

void json_lists_init(struct json_number_lists *lists, struct account *account, size_t maximum_bytes)
{
    number_store_init(&lists->numbers, account, maximum_bytes);
    buffer_init(&lists->arrays, account, maximum_bytes);
    buffer_init(&lists->ends, account, maximum_bytes);
    lists->open = (struct json_number_list){.shape = JSON_VECTOR};
}

void json_lists_free(struct json_number_lists *lists)
{
    number_store_free(&lists->numbers);
    buffer_free(&lists->arrays);
    buffer_free(&lists->ends);
}

bool json_lists_begin(struct json_number_lists *lists, enum json_shape shape)
{
    if (!number_store_push(&lists->numbers, 0)) {
        return false;
    }
    lists->open = (struct json_number_list){.first = (uint32_t)number_store_count(&lists->numbers),
                                            .shape = (uint8_t)shape};
    lists->row_first = 0;
    return true;
}

void json_lists_ignore(struct json_number_lists *lists, enum json_shape shape)
{
    lists->open = (struct json_number_list){.shape = (uint8_t)shape,
                                            .rejection = JSON_REJECTED_TYPE};
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
    if (!number_store_push(&lists->numbers, value)) {
        return false;
    }
    lists->open.count++;
    return true;
}

void json_lists_row_begin(struct json_number_lists *lists)
{
    lists->row_first = lists->open.count;
}

bool json_lists_row_end(struct json_number_lists *lists)
{
    struct json_number_list *open = &lists->open;
    if (open->rejection != JSON_ACCEPTED) {
        return true;
    }
    bool is_pair = open->count - lists->row_first == 2;
    if (json_table_is_pairs(open)) {
        open->pair_rows += is_pair;
        open->ends = (uint32_t)(lists->ends.size / sizeof(uint32_t));
    }
    open->rows++;
    return json_table_is_pairs(open) ||
           buffer_append(&lists->ends, &open->count, sizeof open->count);
}

void json_lists_reject(struct json_number_lists *lists, enum json_rejection rejection,
                       bool whole_row)
{
    struct json_number_list *open = &lists->open;
    if (open->rejection != JSON_ACCEPTED) {
        return;
    }
    open->rejection = (uint8_t)rejection;
    open->rejected_column = whole_row ? JSON_ROW_ITSELF : open->count - lists->row_first;
}

bool json_lists_end(struct json_number_lists *lists, size_t *index)
{
    *index = json_lists_count(lists);
    lists->rows += lists->open.rows;
    return buffer_append(&lists->arrays, &lists->open, sizeof lists->open);
}

/* Values in the table before row i. */
static uint32_t row_begin(const struct json_number_lists *lists,
                          const struct json_number_list *table, size_t i)
{
    if (i <= table->pair_rows) {
        return (uint32_t)(2 * i);
    }
    const uint32_t *ends = (const uint32_t *)(const void *)lists->ends.data + table->ends;
    return ends[i - 1 - table->pair_rows];
}

void json_table_row(const struct json_number_lists *lists, const struct json_number_list *table,
                    size_t i, size_t *first, size_t *count)
{
    uint32_t begin = row_begin(lists, table, i);
    *first = (size_t)table->first + begin;
    *count = row_begin(lists, table, i + 1) - begin;
}

const char *json_lists_read_numbers(struct json_number_lists *lists, const char *p, const char *end)
{
    struct number_store *store = &lists->numbers;
    size_t most = (size_t)(end - p) / 2 + 1; /* a digit and its comma each */
    if (!number_store_reserve(store, most)) {
        return NULL;
    }
    size_t count = digits_read_numbers(DIGITS_JSON, store->wide, &p, end, number_store_end(store),
                                       most);
    number_store_added(store, count);
    lists->open.count += (uint32_t)count;
    return p;
}

/* Rows of a wide store go over a small list of their own. */
static size_t read_wide_pairs(struct number_store *store, const char **p, const char *end)
{
    enum { ROWS_AT_ONCE = 256 };
    uint32_t pairs[2 * ROWS_AT_ONCE];
    size_t rows = 0, more;
    do {
        more = digits_read_pairs(DIGITS_JSON, p, end, pairs, ROWS_AT_ONCE);
        uint64_t *out = number_store_end(store);
        for (size_t i = 0; i < 2 * more; i++) {
            out[i] = pairs[i];
        }
        number_store_added(store, 2 * more);
        rows += more;
    } while (more == ROWS_AT_ONCE);
    return rows;
}

const char *json_lists_read_pairs(struct json_number_lists *lists, const char *p, const char *end)
{
    struct number_store *store = &lists->numbers;
    size_t rows = 0, most = (size_t)(end - p) / 6 + 1; /* "[1,2]," */
    if (!json_table_is_pairs(&lists->open)) {
        return p; /* each row of this table needs its end written down */
    }
    if (!number_store_reserve(store, 2 * most)) {
        return NULL;
    }
    if (store->wide) {
        rows = read_wide_pairs(store, &p, end);
    } else {
        rows = digits_read_pairs(DIGITS_JSON, &p, end, number_store_end(store), most);
        number_store_added(store, 2 * rows);
    }
    lists->open.count += (uint32_t)(2 * rows);
    lists->open.rows += (uint32_t)rows;
    lists->open.pair_rows += (uint32_t)rows;
    return p;
}
