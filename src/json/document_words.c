/* SPDX-License-Identifier: MIT */
/* document_words.c: the options of a document: words, sets of words, small integers. */
#include "json/document_internal.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "problem_names.h"

static bool no_such_word(const struct json_document *document, const struct json_node *node,
                         const char *text, const struct json_word *words, size_t count)
{
    struct names names = {.count = 0};
    char told[NAMES_TOLD_BYTES], quoted[QUOTE_BYTES(QUOTE_SHOWN)];
    for (size_t i = 0; i < count; i++) {
        names_add(&names, words[i].word);
    }
    return json_refuse(document, node, PROBLEM_OUT_OF_RANGE, " is %s, which is not known%s",
                       document_quote(text, QUOTE_SHOWN, quoted),
                       names_tell(&names, text, strnlen(text, JSON_QUOTE_MOST + 1), told));
}

bool json_read_string(const struct json_document *document, const struct json_node *node,
                      const char **text)
{
    *text = document_string(node->value);
    return *text != NULL || document_wrong_type(document, node, "a string");
}

bool json_read_word(const struct json_document *document, const struct json_node *node,
                    const struct json_word *words, size_t count, unsigned *value)
{
    const char *text;
    if (node->value == NULL) {
        return true;
    }
    if (!json_read_string(document, node, &text)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(words[i].word, text) == 0) {
            *value = words[i].value;
            return true;
        }
    }
    return no_such_word(document, node, text, words, count);
}

bool json_read_word_set(const struct json_document *document, const struct json_node *node,
                        const struct json_word *words, size_t count, unsigned *set)
{
    if (node->value == NULL) {
        return true;
    }
    const struct json_number_list *array = document_list(document, node->value);
    if (array != NULL && json_list_is_empty(array)) {
        *set = 0;
        return true;
    }
    if (array != NULL) { /* its first element is a number or an array */
        struct json_node element = json_element(node, 0);
        return json_refuse(document, &element, PROBLEM_WRONG_TYPE, " must be a string, not %s",
                           array->shape == JSON_TABLE ? "an array" : "a number");
    }
    if (!cJSON_IsArray(node->value)) {
        return document_wrong_type(document, node, "a list of strings");
    }
    unsigned found = 0;
    for (struct json_node e = json_first(node); e.value != NULL; json_next(&e)) {
        unsigned value = 0;
        if (!json_read_word(document, &e, words, count, &value)) {
            return false;
        }
        found |= value;
    }
    *set = found;
    return true;
}

bool json_read_integer(const struct json_document *document, const struct json_node *node,
                       uint64_t maximum, uint64_t *value)
{
    if (node->value == NULL) {
        return true;
    }
    bool number = cJSON_IsNumber(node->value);
    if (!number && document_rejection(node->value) == JSON_ACCEPTED) {
        return document_wrong_type(document, node, "an integer");
    }
    double read = number ? node->value->valuedouble : -1; /* plain digits, so never negative */
    if (read < 0 || read > (double)maximum) {
        return json_refuse(document, node, PROBLEM_OUT_OF_RANGE,
                           " must be an integer from 0 to %llu", (unsigned long long)maximum);
    }
    *value = (uint64_t)read;
    return true;
}
