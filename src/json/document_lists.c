/* SPDX-License-Identifier: MIT */
/* document_lists.c: the lists of a document: vectors, tables, and lists of objects. */
#include "json/document_internal.h"

#include <cjson/cJSON.h>

/* The element is not wanted ("an integer"), but is ("an array"); hint: what to do. */
static bool wrong_element(const struct json_document *document, const struct json_node *element,
                          const char *wanted, const char *is, const char *hint)
{
    return json_refuse(document, element, PROBLEM_WRONG_TYPE, " must be %s, not %s%s", wanted, is,
                       hint);
}

/* The same for a string where a number is due. */
static bool string_for_number(const struct json_document *document, const struct json_node *element)
{
    return wrong_element(document, element, "an integer", "a string",
                         ": numbers stand without quotes");
}

/* The first element of an array that is no number list: no integer and no array. */
static bool wrong_first(const struct json_document *document, const struct json_node *node,
                        const char *wanted, bool wants_number)
{
    struct json_node element = json_element(node, 0);
    const cJSON *value = node->value->child;
    return wants_number && document_string(value) != NULL
               ? string_for_number(document, &element)
               : wrong_element(document, &element, wanted, document_type_name(document, value), "");
}

/* What a rejected element is that is no number, or no row; NULL: a number. */
static const char *rejected_type(enum json_rejection rejection)
{
    switch (rejection) {
    case JSON_REJECTED_STRING: return "a string";
    case JSON_REJECTED_NULL: return "null";
    case JSON_REJECTED_BOOLEAN: return "a boolean";
    case JSON_REJECTED_ARRAY: return "an array";
    case JSON_REJECTED_OBJECT: return "an object";
    case JSON_REJECTED_NUMBER: return "a number";
    default: return NULL;
    }
}

/* What an array's rejected element says of the element at its place. */
static bool rejection_problem(const struct json_document *document, const struct json_node *element,
                              enum json_rejection rejection)
{
    static const char *const rules[] = {
        [JSON_REJECTED_FRACTION] = "must not have a fraction",
        [JSON_REJECTED_NEGATIVE] = "must not be negative",
        [JSON_REJECTED_LARGE] = "must not pass 9223372036854775807",
        [JSON_REJECTED_LONG] = "must be written with at most 1024 characters",
    };
    if (rejection == JSON_REJECTED_STRING) {
        return string_for_number(document, element);
    }
    if (rejected_type(rejection) != NULL) {
        return wrong_element(document, element, "an integer", rejected_type(rejection), "");
    }
    return json_refuse(document, element, PROBLEM_OUT_OF_RANGE, " %s", rules[rejection]);
}

bool json_read_vector(const struct json_document *document, const struct json_node *node,
                      const struct json_number_list **vector)
{
    const struct json_number_list *array = document_list(document, node->value);
    if (array == NULL) { /* an array in the envelope begins with something that is no number */
        return cJSON_IsArray(node->value)
                   ? wrong_first(document, node, "an integer", true)
                   : document_wrong_type(document, node, "a list of integers");
    }
    if (array->shape == JSON_TABLE) {
        struct json_node element = json_element(node, 0);
        return wrong_element(document, &element, "an integer", "an array", "");
    }
    if (array->rejection != JSON_ACCEPTED) {
        struct json_node element = json_element(node, array->rejected_column);
        return rejection_problem(document, &element, (enum json_rejection)array->rejection);
    }
    if (array->count == 0) {
        return json_too_few(document, node, "number");
    }
    *vector = array;
    return true;
}

bool json_read_table(const struct json_document *document, const struct json_node *node,
                     const struct json_row_name *row, const struct json_number_list **table)
{
    const struct json_number_list *array = document_list(document, node->value);
    if (array == NULL && !cJSON_IsArray(node->value)) {
        return document_wrong_type(document, node, row->many);
    }
    if (array != NULL && json_list_is_empty(array)) {
        return json_too_few(document, node, "list");
    }
    if (array == NULL) {
        return wrong_first(document, node, row->one, false);
    }
    if (array->shape == JSON_VECTOR) {
        struct json_node element = json_element(node, 0);
        return wrong_element(document, &element, row->one, "a number", "");
    }
    struct json_node rejected = json_element(node, array->rows);
    if (array->rejection != JSON_ACCEPTED && array->rejected_column == JSON_ROW_ITSELF) {
        return wrong_element(document, &rejected, row->one,
                             rejected_type((enum json_rejection)array->rejection), "");
    }
    if (array->rejection != JSON_ACCEPTED) {
        struct json_node element = json_element(&rejected, array->rejected_column);
        return rejection_problem(document, &element, (enum json_rejection)array->rejection);
    }
    *table = array;
    return true;
}

bool json_read_objects(const struct json_document *document, const struct json_node *node)
{
    const struct json_number_list *array = document_list(document, node->value);
    if (array == NULL) {
        return cJSON_IsArray(node->value) ||
               document_wrong_type(document, node, "a list of objects");
    }
    struct json_node element = json_element(node, 0);
    return json_list_is_empty(array)
               ? json_too_few(document, node, "object")
               : wrong_element(document, &element, "an object",
                               array->shape == JSON_TABLE ? "an array" : "a number", "");
}

struct json_node json_first(const struct json_node *list)
{
    return (struct json_node){.parent = list, .value = list->value->child};
}

void json_next(struct json_node *element)
{
    element->value = element->value->next;
    element->index++;
}

size_t json_length(const struct json_node *list)
{
    return (size_t)cJSON_GetArraySize(list->value);
}
