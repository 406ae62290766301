/* SPDX-License-Identifier: MIT */
/* number_lists.h: the number lists of a body, in one store.
 *
 * An array of numbers (a vector) or of arrays of numbers (a table) does not reach the envelope: its
 * values go into the request's one number store, and a struct json_number_list says where:
 *
 *     {"heaps":[1,2,2],"queries":[[1,2],[2,3]]}
 *     numbers: 0 1 2 2 | 0 1 2 2 3        the 0s are ours
 *     lists:   vector first 1 count 3     table first 5 count 4 rows 2, all pairs
 *
 * All values are kept in 32 bits until one does not fit; then the store is widened to 64 bits once.
 * The first element that is no integer from 0 to 2^63-1 is the list's rejected element: its place
 * and why are noted, and the values after it are dropped, so nothing is ever undone.
 */
#ifndef NIMSUM_JSON_NUMBER_LISTS_H
#define NIMSUM_JSON_NUMBER_LISTS_H

#include "memory/buffer.h"
#include "json/number.h"

enum json_shape { JSON_VECTOR, JSON_TABLE };

#define JSON_PAIRS      UINT32_MAX /* as ends: every row holds two values, so none are kept */
#define JSON_ROW_ITSELF UINT32_MAX /* as rejected_column: the row itself is no array */

/* One number list. Its values are count numbers of the store from first on; the number before them
 * (first - 1) is a 0 of ours, so that prefix XORs can be built in place. [] is a vector. */
struct json_number_list {
    uint32_t first, count;
    uint32_t rows;            /* table: number of rows */
    uint32_t ends;            /* table: where its row ends begin in lists.ends, or JSON_PAIRS */
    uint32_t rejected_row;    /* table */
    uint32_t rejected_column; /* element in the row or vector, or JSON_ROW_ITSELF */
    uint8_t shape;            /* enum json_shape */
    uint8_t rejection;        /* enum json_rejection */
};

struct json_number_lists {
    struct buffer numbers; /* uint32_t, or uint64_t when wide */
    bool wide;
    struct buffer arrays;         /* struct json_number_list, in the order of their ends */
    struct buffer ends;           /* uint32_t: values in the table up to and with each row */
    struct json_number_list open; /* the array being read */
    uint32_t row_first;           /* values of the table before the open row */
};

void json_lists_init(struct json_number_lists *lists, struct account *account,
                     size_t maximum_bytes);
void json_lists_free(struct json_number_lists *lists);

/* Begin an array of which nothing is kept; it is not to be ended. */
void json_lists_ignore(struct json_number_lists *lists, enum json_shape shape);

/* Begin an array; it becomes lists->open. These return false where the account refused memory. */
bool json_lists_begin(struct json_number_lists *lists, enum json_shape shape);
bool json_lists_add(struct json_number_lists *lists, const struct json_number *number);
void json_lists_row_begin(struct json_number_lists *lists);
bool json_lists_row_end(struct json_number_lists *lists);

/* Note that the element now due is rejected (only the first is kept). whole_row: the element is due
 * as a row of a table. */
void json_lists_reject(struct json_number_lists *lists, enum json_rejection rejection,
                       bool whole_row);

/* End the open array; *index is its number among the arrays. */
bool json_lists_end(struct json_number_lists *lists, size_t *index);

/* Room for more numbers, so that a fast path may store them without asking. */
bool json_lists_reserve(struct json_number_lists *lists, size_t more);

static inline size_t json_lists_width(const struct json_number_lists *lists)
{
    return lists->wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* How many numbers the store holds. */
static inline size_t json_lists_number_count(const struct json_number_lists *lists)
{
    return lists->numbers.size / json_lists_width(lists);
}

/* The number at place i of the store. */
static inline uint64_t json_lists_number(const struct json_number_lists *lists, size_t i)
{
    return lists->wide ? ((const uint64_t *)(const void *)lists->numbers.data)[i]
                       : ((const uint32_t *)(const void *)lists->numbers.data)[i];
}

static inline size_t json_lists_count(const struct json_number_lists *lists)
{
    return lists->arrays.size / sizeof(struct json_number_list);
}

static inline const struct json_number_list *json_lists_at(const struct json_number_lists *lists,
                                                           size_t index)
{
    return (const struct json_number_list *)(const void *)lists->arrays.data + index;
}

/* [], which is as good as an empty table or an empty list of objects. */
static inline bool json_list_is_empty(const struct json_number_list *array)
{
    return array->shape == JSON_VECTOR && array->count == 0 && array->rejection == JSON_ACCEPTED;
}

/* Where row i of a table begins and how many values it has. */
void json_table_row(const struct json_number_lists *lists, const struct json_number_list *table,
                    size_t i, size_t *first, size_t *count);

#endif
