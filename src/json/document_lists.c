/* SPDX-License-Identifier: MIT */
/* document_lists.c: the lists of a document: vectors, tables, and lists of objects. */
#include "json/document_internal.h"

#include <cjson/cJSON.h>

static bool bad_element(const struct json_document *document, const struct json_node *node,
                        size_t index, const char *wanted)
{
    struct json_node element = json_element(node, index);
    return document_wrong_type(document, &element, wanted);
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
    if (rejection == JSON_REJECTED_TYPE) {
        return document_wrong_type(document, element, "an integer");
    }
    char path[JSON_PATH_BYTES];
    problem_set(document->problem, PROBLEM_OUT_OF_RANGE, "%s %s", json_path(element, path),
                rules[rejection]);
    json_point(document->problem, element);
    return false;
}

bool json_read_vector(const struct json_document *document, const struct json_node *node,
                      const struct json_number_list **vector)
{
    const struct json_number_list *array = document_list(document, node->value);
    if (array == NULL) { /* an array in the envelope begins with something that is no number */
        return cJSON_IsArray(node->value)
                   ? bad_element(document, node, 0, "an integer")
                   : document_wrong_type(document, node, "a list of integers");
    }
    if (array->shape == JSON_TABLE) {
        return bad_element(document, node, 0, "an integer");
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
                     const struct json_number_list **table)
{
    const struct json_number_list *array = document_list(document, node->value);
    if (array == NULL && !cJSON_IsArray(node->value)) {
        return document_wrong_type(document, node, "a list of lists of integers");
    }
    if (array != NULL && json_list_is_empty(array)) {
        return json_too_few(document, node, "list");
    }
    if (array == NULL || array->shape == JSON_VECTOR) {
        return bad_element(document, node, 0, "a list of integers");
    }
    if (array->rejection != JSON_ACCEPTED && array->rejected_column == JSON_ROW_ITSELF) {
        return bad_element(document, node, array->rows, "a list of integers");
    }
    if (array->rejection != JSON_ACCEPTED) {
        struct json_node row = json_element(node, array->rows);
        struct json_node element = json_element(&row, array->rejected_column);
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
    return json_list_is_empty(array) ? json_too_few(document, node, "object")
                                     : bad_element(document, node, 0, "an object");
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
