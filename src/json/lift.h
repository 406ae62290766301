/* lift.h: the numbers of a body, lifted out of it into one store.
 *
 * An array of numbers (a vector) or of arrays of numbers (a table) does not reach the envelope: its
 * values go into the request's one number store, and a struct json_array says where. All values are
 * kept in 32 bits until one does not fit; then the store is widened to 64 bits once. The first
 * element that cannot be lifted is noted as the array's flaw; the values after it are dropped.
 */
#ifndef NIMSUM_JSON_LIFT_H
#define NIMSUM_JSON_LIFT_H

#include "buffer.h"
#include "number.h"

enum json_shape { JSON_VECTOR, JSON_TABLE };

#define JSON_PAIRS     UINT32_MAX /* as ends: every row holds two values, so none are kept */
#define JSON_WHOLE_ROW UINT32_MAX /* as flaw_column: the row itself is no array */

/* One lifted array. Its values are count numbers of the store from first on; the number before them
 * (first - 1) is a 0 of ours, so that prefix XORs can be built in place. [] is a vector. */
struct json_array {
    uint32_t first, count;
    uint32_t rows;        /* table: number of rows */
    uint32_t ends;        /* table: where its row ends begin in lift.ends, or JSON_PAIRS */
    uint32_t flaw_row;    /* table */
    uint32_t flaw_column; /* element in the row or vector, or JSON_WHOLE_ROW */
    uint8_t shape;        /* enum json_shape */
    uint8_t flaw;         /* enum json_flaw */
};

struct json_lift {
    struct buffer numbers; /* uint32_t, or uint64_t when wide */
    bool wide;
    struct buffer arrays;   /* struct json_array, in the order of their ends */
    struct buffer ends;     /* uint32_t: values in the table up to and with each row */
    struct json_array open; /* the array being read */
    uint32_t row_first;     /* values of the table before the open row */
};

void json_lift_init(struct json_lift *lift, struct account *account, size_t maximum_bytes);
void json_lift_free(struct json_lift *lift);

/* Begin an array of which nothing is kept; it is not to be ended. */
void json_lift_ignore(struct json_lift *lift, enum json_shape shape);

/* Begin an array; it becomes lift->open. These return false where the account refused memory. */
bool json_lift_begin(struct json_lift *lift, enum json_shape shape);
bool json_lift_number(struct json_lift *lift, const struct json_number *number);
void json_lift_row_begin(struct json_lift *lift);
bool json_lift_row_end(struct json_lift *lift);

/* Note that the element now due cannot be lifted (only the first flaw is kept). whole_row: the
 * element is due as a row of a table. */
void json_lift_flaw(struct json_lift *lift, enum json_flaw flaw, bool whole_row);

/* End the open array; *index is its number among the arrays. */
bool json_lift_end(struct json_lift *lift, size_t *index);

/* Room for more numbers, so that a lane may store them without asking. */
bool json_lift_reserve(struct json_lift *lift, size_t more);

static inline size_t json_lift_width(const struct json_lift *lift)
{
    return lift->wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* How many numbers the store holds. */
static inline size_t json_lift_count(const struct json_lift *lift)
{
    return lift->numbers.size / json_lift_width(lift);
}

/* The number at place i of the store. */
static inline uint64_t json_lift_at(const struct json_lift *lift, size_t i)
{
    return lift->wide ? ((const uint64_t *)(const void *)lift->numbers.data)[i]
                      : ((const uint32_t *)(const void *)lift->numbers.data)[i];
}

static inline size_t json_lift_array_count(const struct json_lift *lift)
{
    return lift->arrays.size / sizeof(struct json_array);
}

static inline const struct json_array *json_lift_array(const struct json_lift *lift, size_t index)
{
    return (const struct json_array *)(const void *)lift->arrays.data + index;
}

/* [], which is as good as an empty table or an empty list of objects. */
static inline bool json_array_is_empty(const struct json_array *array)
{
    return array->shape == JSON_VECTOR && array->count == 0 && array->flaw == JSON_FLAW_NONE;
}

/* Where row i of a table begins and how many values it has. */
void json_table_row(const struct json_lift *lift, const struct json_array *table, size_t i,
                    size_t *first, size_t *count);

#endif
