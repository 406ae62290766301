/* SPDX-License-Identifier: MIT */
/* compare_tree.c: both trees are walked side by side; number lists are looked up by their
 * placeholders, which must come in order. */
#include "compare_tree.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

struct walk {
    const struct json_number_lists *lists;
    size_t arrays; /* number lists met */
    size_t stored; /* numbers of the store accounted for */
    size_t values; /* values and keys outside number lists */
    bool wide;     /* a number past 32 bits was lifted */
    char *message;
};

static bool differ(struct walk *w, const char *what, uint64_t wanted, uint64_t found)
{
    snprintf(w->message, COMPARE_MESSAGE_BYTES,
             "array %zu, value %zu: %s: %" PRIu64 " expected, %" PRIu64 " found", w->arrays,
             w->values, what, wanted, found);
    return false;
}

/* How many bytes a character (its first byte is given) takes, and how many in the envelope. */
static size_t character_bytes(unsigned char first, size_t *in_envelope)
{
    size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    bool backslash = first == '"' || first == '\\';
    *in_envelope = backslash ? 2 : first > 0 && first < 0x20 ? 6 : size;
    return size;
}

/* Whether found is text as the envelope keeps it: its first 1024 bytes in whole characters, with
 * 0xFE for U+0000. */
static bool same_text(const struct bytes *text, const char *found)
{
    char kept[ENVELOPE_STRING_BYTES + 1];
    size_t size = 0, used = 0;
    while (size < text->size) {
        size_t cost, length = character_bytes((unsigned char)text->data[size], &cost);
        if (used + cost > ENVELOPE_STRING_BYTES) {
            break;
        }
        memcpy(kept + size, text->data + size, length);
        if (kept[size] == '\0') {
            kept[size] = (char)ENVELOPE_NUL;
        }
        used += cost;
        size += length;
    }
    return found != NULL && strlen(found) == size && memcmp(kept, found, size) == 0;
}

/* The placeholder's number where node is one of this kind. */
static bool placeholder(const cJSON *node, char kind, size_t *number)
{
    const char *text = cJSON_GetStringValue(node);
    if (text == NULL || (unsigned char)text[0] != ENVELOPE_MARK || text[1] != kind) {
        return false;
    }
    char *end;
    *number = strtoul(text + 2, &end, 10);
    return end > text + 2 && *end == '\0';
}

static bool same_number(struct walk *w, const struct reference_value *v, const cJSON *node)
{
    uint64_t value = 0;
    size_t found = 0;
    enum json_rejection rejection = reference_integer(v->text.data, v->text.size, &value);
    if (rejection == JSON_ACCEPTED) {
        return (cJSON_IsNumber(node) && node->valuedouble == (double)value) ||
               differ(w, "a number outside arrays", value, (uint64_t)node->type);
    }
    return (placeholder(node, ENVELOPE_REJECTED, &found) && found == (size_t)rejection) ||
           differ(w, "a number's rejection", (uint64_t)rejection, found);
}

/* What the lists should have made of one list of numbers. */
struct run {
    size_t count;                  /* values before the first rejected element */
    enum json_rejection rejection; /* of element count */
};

/* Where something else is due. */
static const enum json_rejection rejections[] = {
    [REFERENCE_NULL] = JSON_REJECTED_NULL,     [REFERENCE_FALSE] = JSON_REJECTED_BOOLEAN,
    [REFERENCE_TRUE] = JSON_REJECTED_BOOLEAN,  [REFERENCE_NUMBER] = JSON_REJECTED_NUMBER,
    [REFERENCE_STRING] = JSON_REJECTED_STRING, [REFERENCE_ARRAY] = JSON_REJECTED_ARRAY,
    [REFERENCE_OBJECT] = JSON_REJECTED_OBJECT,
};

/* Compare a vector or row with the numbers of the store from first on, up to its first rejected
 * element. */
static bool same_run(struct walk *w, const struct reference_value *list, size_t first,
                     struct run *run)
{
    *run = (struct run){.count = 0};
    for (const struct reference_value *e = list->first; e != NULL; e = e->next, run->count++) {
        uint64_t value = 0;
        run->rejection = e->kind == REFERENCE_NUMBER
                             ? reference_integer(e->text.data, e->text.size, &value)
                             : rejections[e->kind];
        if (run->rejection != JSON_ACCEPTED) {
            return true;
        }
        if (first + run->count >= number_store_count(&w->lists->numbers) ||
            number_store_at(&w->lists->numbers, first + run->count) != value) {
            return differ(w, "a lifted number", value, first + run->count);
        }
        w->wide = w->wide || value > UINT32_MAX;
    }
    return true;
}

static bool same_rejection(struct walk *w, const struct json_number_list *array,
                           enum json_rejection rejection, size_t row, size_t column)
{
    if (array->rejection != (uint8_t)rejection) {
        return differ(w, "the array's rejected element", (uint64_t)rejection, array->rejection);
    }
    if (rejection != JSON_ACCEPTED && array->shape == JSON_TABLE && array->rows != row) {
        return differ(w, "the rejected element's row", row, array->rows);
    }
    if (rejection != JSON_ACCEPTED && array->rejected_column != column) {
        return differ(w, "the rejected element's column", column, array->rejected_column);
    }
    return true;
}

/* Compare a table's rows up to its first rejected element; *count is the number of its values up to
 * there. */
static bool same_rows(struct walk *w, const struct reference_value *v,
                      const struct json_number_list *array, size_t *count)
{
    struct run run = {.count = 0};
    size_t row = 0, column = 0;
    bool pairs = true;
    *count = 0;
    for (const struct reference_value *r = v->first; r != NULL; r = r->next, row++) {
        if (r->kind != REFERENCE_ARRAY) {
            run.rejection = rejections[r->kind];
            column = JSON_ROW_ITSELF;
            break;
        }
        if (!same_run(w, r, array->first + *count, &run)) {
            return false;
        }
        column = run.count;
        if (run.rejection != JSON_ACCEPTED) {
            *count += run.count;
            break;
        }
        size_t first = 0, found = 0;
        if (row >= array->rows) {
            return differ(w, "one more row", row + 1, array->rows);
        }
        pairs = pairs && run.count == 2;
        json_table_row(w->lists, array, row, &first, &found);
        if (first != array->first + *count || found != run.count) {
            return differ(w, "a row's size", run.count, found);
        }
        *count += run.count;
    }
    if (array->rows != row || pairs != json_table_is_pairs(array)) {
        return differ(w, pairs ? "rows, all pairs" : "rows", row, array->rows);
    }
    return same_rejection(w, array, run.rejection, row, column);
}

static bool is_lifted(const struct reference_value *array)
{
    return array->first == NULL || array->first->kind == REFERENCE_NUMBER ||
           array->first->kind == REFERENCE_ARRAY;
}

static bool same_lifted(struct walk *w, const struct reference_value *v, const cJSON *node)
{
    size_t index = 0, count = 0;
    if (!placeholder(node, ENVELOPE_ARRAY, &index) || index != w->arrays ||
        index >= json_lists_count(w->lists)) {
        return differ(w, "a number list's index", w->arrays, index);
    }
    const struct json_number_list *array = json_lists_at(w->lists, index);
    bool table = v->first != NULL && v->first->kind == REFERENCE_ARRAY;
    if (array->shape != (table ? JSON_TABLE : JSON_VECTOR)) {
        return differ(w, "the shape", table, array->shape);
    }
    if (w->stored >= number_store_count(&w->lists->numbers) || array->first != w->stored + 1 ||
        number_store_at(&w->lists->numbers, w->stored) != 0) {
        return differ(w, "first, after a slot of 0", w->stored + 1, array->first);
    }
    if (table) {
        if (!same_rows(w, v, array, &count)) {
            return false;
        }
    } else {
        struct run run;
        if (!same_run(w, v, array->first, &run) ||
            !same_rejection(w, array, run.rejection, 0, run.count)) {
            return false;
        }
        count = run.count;
    }
    w->arrays++;
    w->stored += 1 + count;
    return array->count == count || differ(w, "the array's count", count, array->count);
}

static bool same_value(struct walk *w, const struct reference_value *v, const cJSON *node);

static bool same_children(struct walk *w, const struct reference_value *v, const cJSON *node)
{
    const cJSON *found = node->child;
    for (const struct reference_value *c = v->first; c != NULL; c = c->next, found = found->next) {
        if (found == NULL) {
            return differ(w, "children", v->count, 0);
        }
        if (v->kind == REFERENCE_OBJECT) {
            w->values++;
            if (!same_text(&c->key, found->string)) {
                return differ(w, "a key's bytes", c->key.size, strlen(found->string));
            }
        }
        if (!same_value(w, c, found)) {
            return false;
        }
    }
    return found == NULL || differ(w, "one child too many", v->count, v->count + 1);
}

static bool same_value(struct walk *w, const struct reference_value *v, const cJSON *node)
{
    w->values++;
    switch (v->kind) {
    case REFERENCE_NULL: return cJSON_IsNull(node) || differ(w, "null", 0, (uint64_t)node->type);
    case REFERENCE_FALSE: return cJSON_IsFalse(node) || differ(w, "false", 0, (uint64_t)node->type);
    case REFERENCE_TRUE: return cJSON_IsTrue(node) || differ(w, "true", 0, (uint64_t)node->type);
    case REFERENCE_NUMBER: return same_number(w, v, node);
    case REFERENCE_STRING:
        return same_text(&v->text, cJSON_GetStringValue(node)) ||
               differ(w, "a string's bytes", v->text.size, 0);
    case REFERENCE_ARRAY:
        if (is_lifted(v)) {
            return same_lifted(w, v, node);
        }
        return cJSON_IsArray(node) ? same_children(w, v, node)
                                   : differ(w, "an array", 0, (uint64_t)node->type);
    case REFERENCE_OBJECT:
        return cJSON_IsObject(node) ? same_children(w, v, node)
                                    : differ(w, "an object", 0, (uint64_t)node->type);
    }
    return false;
}

bool compare_tree(const struct reference *expected, const struct json_scanner *scanner,
                  const struct cJSON *tree, char *message)
{
    struct walk w = {.lists = &scanner->lists, .message = message};
    if (expected->outcome != REFERENCE_VALID) {
        return differ(&w, "a failure, at", expected->place.offset, 0);
    }
    if (!same_value(&w, expected->root, tree)) {
        return false;
    }
    if (w.arrays != json_lists_count(w.lists)) {
        return differ(&w, "number lists", w.arrays, json_lists_count(w.lists));
    }
    if (w.stored != number_store_count(&w.lists->numbers)) {
        return differ(&w, "numbers in the store", w.stored, number_store_count(&w.lists->numbers));
    }
    if (w.wide != w.lists->numbers.wide) {
        return differ(&w, "a wide store", w.wide, w.lists->numbers.wide);
    }
    return w.values == scanner->envelope.values ||
           differ(&w, "values counted", w.values, scanner->envelope.values);
}
