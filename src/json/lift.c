/* lift.c: the number store and its arrays. */
#include "lift.h"

#include <string.h>

void json_lift_init(struct json_lift *lift, struct account *account, size_t maximum_bytes)
{
    *lift = (struct json_lift){.wide = false};
    buffer_init(&lift->numbers, account, maximum_bytes);
    buffer_init(&lift->arrays, account, maximum_bytes);
    buffer_init(&lift->ends, account, maximum_bytes);
}

void json_lift_free(struct json_lift *lift)
{
    buffer_free(&lift->numbers);
    buffer_free(&lift->arrays);
    buffer_free(&lift->ends);
}

bool json_lift_reserve(struct json_lift *lift, size_t more)
{
    return buffer_reserve(&lift->numbers, more * json_lift_width(lift));
}

/* Give every number 64 bits, from the last to the first so that none is overwritten unread. */
static bool widen(struct json_lift *lift)
{
    size_t count = json_lift_count(lift);
    if (!buffer_reserve(&lift->numbers, count * sizeof(uint32_t) + sizeof(uint64_t))) {
        return false;
    }
    char *data = lift->numbers.data;
    for (size_t i = count; i > 0; i--) {
        uint32_t narrow;
        memcpy(&narrow, data + (i - 1) * sizeof narrow, sizeof narrow);
        uint64_t value = narrow;
        memcpy(data + (i - 1) * sizeof value, &value, sizeof value);
    }
    lift->numbers.size = count * sizeof(uint64_t);
    lift->wide = true;
    return true;
}

static bool push(struct json_lift *lift, uint64_t value)
{
    if (!lift->wide && value > UINT32_MAX && !widen(lift)) {
        return false;
    }
    if (!json_lift_reserve(lift, 1)) {
        return false;
    }
    void *end = lift->numbers.data + lift->numbers.size;
    if (lift->wide) {
        *(uint64_t *)end = value;
    } else {
        *(uint32_t *)end = (uint32_t)value;
    }
    lift->numbers.size += json_lift_width(lift);
    return true;
}

bool json_lift_begin(struct json_lift *lift, enum json_shape shape)
{
    if (!push(lift, 0)) {
        return false;
    }
    lift->open = (struct json_array){
        .first = (uint32_t)json_lift_count(lift), .ends = JSON_PAIRS, .shape = (uint8_t)shape};
    lift->row_first = 0;
    return true;
}

void json_lift_ignore(struct json_lift *lift, enum json_shape shape)
{
    lift->open =
        (struct json_array){.ends = JSON_PAIRS, .shape = (uint8_t)shape, .flaw = JSON_FLAW_TYPE};
}

bool json_lift_number(struct json_lift *lift, const struct json_number *number)
{
    if (lift->open.flaw != JSON_FLAW_NONE) {
        return true;
    }
    uint64_t value = 0;
    enum json_flaw flaw = json_number_value(number, &value);
    if (flaw != JSON_FLAW_NONE) {
        json_lift_flaw(lift, flaw, false);
        return true;
    }
    if (!push(lift, value)) {
        return false;
    }
    lift->open.count++;
    return true;
}

void json_lift_row_begin(struct json_lift *lift)
{
    lift->row_first = lift->open.count;
}

static bool push_end(struct json_lift *lift, uint32_t end)
{
    return buffer_append(&lift->ends, &end, sizeof end);
}

/* The first row that is no pair: write down the ends of the pairs before it. */
static bool keep_ends(struct json_lift *lift)
{
    size_t begin = lift->ends.size / sizeof(uint32_t);
    for (uint32_t row = 0; row < lift->open.rows; row++) {
        if (!push_end(lift, 2 * (row + 1))) {
            return false;
        }
    }
    lift->open.ends = (uint32_t)begin;
    return true;
}

bool json_lift_row_end(struct json_lift *lift)
{
    struct json_array *open = &lift->open;
    if (open->flaw != JSON_FLAW_NONE) {
        return true;
    }
    if (open->ends == JSON_PAIRS && open->count - lift->row_first != 2 && !keep_ends(lift)) {
        return false;
    }
    if (open->ends != JSON_PAIRS && !push_end(lift, open->count)) {
        return false;
    }
    open->rows++;
    return true;
}

void json_lift_flaw(struct json_lift *lift, enum json_flaw flaw, bool whole_row)
{
    struct json_array *open = &lift->open;
    if (open->flaw != JSON_FLAW_NONE) {
        return;
    }
    open->flaw = (uint8_t)flaw;
    open->flaw_row = open->rows;
    open->flaw_column = whole_row ? JSON_WHOLE_ROW : open->count - lift->row_first;
}

bool json_lift_end(struct json_lift *lift, size_t *index)
{
    *index = json_lift_array_count(lift);
    return buffer_append(&lift->arrays, &lift->open, sizeof lift->open);
}

void json_table_row(const struct json_lift *lift, const struct json_array *table, size_t i,
                    size_t *first, size_t *count)
{
    if (table->ends == JSON_PAIRS) {
        *first = table->first + 2 * i;
        *count = 2;
        return;
    }
    const uint32_t *ends = (const uint32_t *)(const void *)lift->ends.data + table->ends;
    uint32_t begin = i == 0 ? 0 : ends[i - 1];
    *first = (size_t)table->first + begin;
    *count = ends[i] - begin;
}
