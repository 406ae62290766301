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

#include "digits/number_store.h"
#include "json/number.h"

enum json_shape { JSON_VECTOR, JSON_TABLE };

#define JSON_ROW_ITSELF UINT32_MAX /* as rejected_column: the row itself is no array */

/* One number list. Its values are count numbers of the store from first on; the number before them
 * (first - 1) is a 0 of ours, so that prefix XORs can be built in place. [] is a vector. */
struct json_number_list {
    uint32_t first, count;
    uint32_t rows;            /* table: number of rows; the rejected one would be the next */
    uint32_t pair_rows;       /* table: so many rows at its beginning hold two values each */
    uint32_t ends;            /* table: where the ends of its other rows begin in lists.ends */
    uint32_t rejected_column; /* element in the row or vector, or JSON_ROW_ITSELF */
    uint8_t shape;            /* enum json_shape */
    uint8_t rejection;        /* enum json_rejection */
};

struct json_number_lists {
    struct number_store numbers;  /* of all lists; one width once they are settled */
    struct buffer arrays;         /* struct json_number_list, in the order of their ends */
    size_t rows;                  /* of all tables that have ended */
    struct buffer ends;           /* uint32_t: values in the table up to and with such a row */
    struct json_number_list open; /* the list being read */
    uint32_t row_first;           /* values of the table before the open row */
};

void json_lists_init(struct json_number_lists *lists, struct account *account,
                     size_t maximum_bytes);
void json_lists_free(struct json_number_lists *lists);

/* Begin an array of which nothing is kept; it is not to be ended. */
void json_lists_ignore(struct json_number_lists *lists, enum json_shape shape);

/* Begin an array; it becomes lists->open. This and the two below return false where the account
 * refused memory. */
bool json_lists_begin(struct json_number_lists *lists, enum json_shape shape);

/* One more number of the open vector, or of the open row of a table. */
bool json_lists_add(struct json_number_lists *lists, const struct json_number *number);

/* A row of the open table begins, and ends. */
void json_lists_row_begin(struct json_number_lists *lists);
bool json_lists_row_end(struct json_number_lists *lists);

/* Note that the element now due is rejected (only the first is kept). whole_row: the element is due
 * as a row of a table. */
void json_lists_reject(struct json_number_lists *lists, enum json_rejection rejection,
                       bool whole_row);

/* End the open array; *index is its number among the arrays. */
bool json_lists_end(struct json_number_lists *lists, size_t *index);

/* Read plain elements of the open vector or row, or plain rows of two numbers of the open table,
 * from p on, many at once (digits/read.h). Returns the first byte not read, which is p or stands
 * behind a comma; NULL where the account refused memory. */
const char *json_lists_read_numbers(struct json_number_lists *lists, const char *p,
                                    const char *end);
const char *json_lists_read_pairs(struct json_number_lists *lists, const char *p, const char *end);

static inline size_t json_lists_count(const struct json_number_lists *lists)
{
    return lists->arrays.size / sizeof(struct json_number_list);
}

static inline const struct json_number_list *json_lists_at(const struct json_number_lists *lists,
                                                           size_t index)
{
    return (const struct json_number_list *)(const void *)lists->arrays.data + index;
}

/* How many numbers the ended lists have in all; each has a 0 of ours before its numbers. */
static inline uint64_t json_lists_total(const struct json_number_lists *lists)
{
    size_t count = json_lists_count(lists);
    const struct json_number_list *last = count == 0 ? NULL : json_lists_at(lists, count - 1);
    return last == NULL ? 0 : last->first + (uint64_t)last->count - count;
}

/* [], which is as good as an empty table or an empty list of objects. */
static inline bool json_list_is_empty(const struct json_number_list *array)
{
    return array->shape == JSON_VECTOR && array->count == 0 && array->rejection == JSON_ACCEPTED;
}

/* Are all rows of the table of two values? Then they lie in the store as the pairs that they
 * are. */
static inline bool json_table_is_pairs(const struct json_number_list *table)
{
    return table->pair_rows == table->rows;
}

/* Where row i of a table begins and how many values it has. */
void json_table_row(const struct json_number_lists *lists, const struct json_number_list *table,
                    size_t i, size_t *first, size_t *count);

#endif
