/* SPDX-License-Identifier: MIT */
/* scanner_lists.c: the scanner where a number list begins, and inside one. */
#include "json/scanner_internal.h"

/* Whether a number that begins now is an element of the vector, or of the table's row. */
static bool number_is_due(const struct json_scanner *s)
{
    return s->depth == s->list_depth + (s->lists.open.shape == JSON_TABLE);
}

/* Whether a row of the table is due. */
static bool row_is_due(const struct json_scanner *s)
{
    return s->lists.open.shape == JSON_TABLE && s->depth == s->list_depth;
}

void scanner_list_reject(struct json_scanner *s, enum json_rejection rejection)
{
    json_lists_reject(&s->lists, rejection, row_is_due(s));
}

void scanner_list_container(struct json_scanner *s, bool object)
{
    if (!object && row_is_due(s)) {
        json_lists_row_begin(&s->lists);
    } else {
        scanner_list_reject(s, object ? JSON_REJECTED_OBJECT : JSON_REJECTED_ARRAY);
    }
}

bool scanner_array_begin(struct json_scanner *s, char first)
{
    json_envelope_count(&s->envelope);
    bool number = first == '-' || (first >= '0' && first <= '9');
    if (!number && first != '[' && first != ']') {
        json_envelope_list_begin(&s->envelope, s->depth == 2);
        return true;
    }
    enum json_shape shape = first == '[' ? JSON_TABLE : JSON_VECTOR;
    s->list_depth = s->depth;
    if (json_envelope_is_full(&s->envelope)) {
        json_lists_ignore(&s->lists, shape); /* too many values: nothing more is kept */
        return true;
    }
    return json_lists_begin(&s->lists, shape);
}

bool scanner_list_close(struct json_scanner *s)
{
    if (s->depth == s->list_depth) {
        size_t index = 0;
        if (!json_envelope_is_full(&s->envelope) && !json_lists_end(&s->lists, &index)) {
            return false;
        }
        json_envelope_array(&s->envelope, index);
        s->list_depth = 0;
        return true;
    }
    return !(number_is_due(s) && s->lists.open.shape == JSON_TABLE) ||
           json_lists_row_end(&s->lists);
}

bool scanner_list_number(struct json_scanner *s)
{
    if (row_is_due(s)) {
        scanner_list_reject(s, JSON_REJECTED_NUMBER);
    }
    return !number_is_due(s) || json_lists_add(&s->lists, &s->number);
}

const char *scanner_list_read(struct json_scanner *s, const struct slice *slice, const char *p)
{
    if (!scanner_in_list(s) || s->lists.open.rejection != JSON_ACCEPTED) {
        return p;
    }
    const char *after = p;
    if (row_is_due(s)) {
        after = json_lists_read_pairs(&s->lists, p, slice->end);
    } else if (number_is_due(s)) {
        after = json_lists_read_numbers(&s->lists, p, slice->end);
    }
    if (after == NULL) {
        return scanner_fail(s, slice, p, JSON_NO_MEMORY);
    }
    if (after != p) {
        s->state = SCAN_VALUE; /* it stands behind a comma */
    }
    return after;
}
