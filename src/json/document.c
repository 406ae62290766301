/* SPDX-License-Identifier: MIT */
/* document.c: cJSON's tree of the envelope, read with its placeholders in mind. */
#include "json/document_internal.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "json/syntax_words.h"
#include "problem_names.h"

/* A longer unknown key is told in the detail, not in the pointer. */
enum { KEY_POINTER_BYTES = JSON_QUOTE_MOST };

static bool too_deep(const struct json_scanner *scanner, struct problem *problem)
{
    problem_set(problem, PROBLEM_MALFORMED_JSON,
                "line %llu, column %llu: nested deeper than %u levels",
                (unsigned long long)scanner->place.line, (unsigned long long)scanner->place.column,
                scanner->maximum_depth);
    problem_limit(problem, scanner->maximum_depth);
    problem_at(problem, scanner->place);
    return false;
}

/* JOINING_BYTES: more than glibc's FASTBIN_CONSOLIDATION_THRESHOLD, less than M_MMAP_THRESHOLD. */
enum { LARGE_TREE_BYTES = 1 << 20, JOINING_BYTES = 100 * 1024 };

bool json_document_open(struct json_document *document, struct json_scanner *scanner,
                        struct account *account, struct problem *problem)
{
    *document =
        (struct json_document){.lists = &scanner->lists, .account = account, .problem = problem};
    problem->code = PROBLEM_NONE;
    enum json_failure failure = json_scanner_end(scanner);
    if (failure == JSON_NO_MEMORY) {
        return false;
    }
    if (failure != JSON_OK) {
        return failure == JSON_TOO_DEEP ? too_deep(scanner, problem)
                                        : json_syntax_problem(scanner, problem);
    }
    struct json_envelope *envelope = &scanner->envelope;
    if (json_envelope_is_full(envelope)) {
        problem_set(problem, PROBLEM_TOO_MANY,
                    "the body holds more than %zu values outside arrays of numbers",
                    envelope->maximum_values);
        problem_limit(problem, envelope->maximum_values);
        problem_pointer(problem, "", 0);
        return false;
    }
    size_t bytes = envelope->values * ENVELOPE_VALUE_BYTES + envelope->text.size;
    if (!account_take(account, bytes)) {
        return false;
    }
    document->charged_bytes = bytes;
    /* Each parse writes cJSON's one error pointer, unguarded, and threads parse at once. Nobody
     * reads it (cJSON_GetErrorPtr is banned by check_layers.py), and a pointer is written whole on
     * the processors that we serve, so the race is harmless. */
    document->tree = cJSON_ParseWithLength(envelope->text.data, envelope->text.size);
    if (document->tree == NULL) {
        account_note_no_memory(account); /* the envelope is valid JSON, so nothing else can fail */
        return false;
    }
    return true;
}

/* glibc joins the small blocks that were freed, and gives whole pages of them back to the system,
 * only when a large block is freed: so one is. */
static void give_back_nodes(void)
{
    void *volatile block = malloc(JOINING_BYTES);
    free(block);
}

void json_document_close(struct json_document *document)
{
    cJSON_Delete(document->tree);
    if (document->charged_bytes >= LARGE_TREE_BYTES) {
        give_back_nodes();
    }
    account_give(document->account, document->charged_bytes);
    document->tree = NULL;
    document->charged_bytes = 0;
}

struct json_node json_root(const struct json_document *document)
{
    return (struct json_node){.value = document->tree};
}

bool json_is_object(const struct json_node *node)
{
    return cJSON_IsObject(node->value);
}

const struct json_number_list *document_list(const struct json_document *document,
                                             const cJSON *value)
{
    const char *text = cJSON_GetStringValue(value);
    if (text == NULL || (unsigned char)text[0] != ENVELOPE_MARK || text[1] != ENVELOPE_ARRAY) {
        return NULL;
    }
    size_t index = 0;
    for (const char *digit = text + 2; *digit != '\0'; digit++) {
        index = index * 10 + (size_t)(*digit - '0');
    }
    return json_lists_at(document->lists, index);
}

enum json_rejection document_rejection(const cJSON *value)
{
    const char *text = cJSON_GetStringValue(value);
    if (text == NULL || (unsigned char)text[0] != ENVELOPE_MARK || text[1] != ENVELOPE_REJECTED) {
        return JSON_ACCEPTED;
    }
    return (enum json_rejection)(text[2] - '0');
}

const char *document_string(const cJSON *value)
{
    const char *text = cJSON_GetStringValue(value);
    return text != NULL && (unsigned char)text[0] == ENVELOPE_MARK ? NULL : text;
}

const char *document_type_name(const struct json_document *document, const cJSON *value)
{
    if (document_list(document, value) != NULL || cJSON_IsArray(value)) {
        return "an array";
    }
    if (cJSON_IsObject(value)) {
        return "an object";
    }
    if (cJSON_IsNull(value)) {
        return "null";
    }
    if (cJSON_IsBool(value)) {
        return "a boolean";
    }
    return document_string(value) != NULL ? "a string" : "a number";
}

bool json_refuse(const struct json_document *document, const struct json_node *node,
                 enum problem_code code, const char *format, ...)
{
    char path[JSON_PATH_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)problem_set_about(document->problem, code, json_path(node, path), format, arguments);
    va_end(arguments);
    json_point(document->problem, node);
    return false;
}

bool document_wrong_type(const struct json_document *document, const struct json_node *node,
                         const char *wanted)
{
    return json_refuse(document, node, PROBLEM_WRONG_TYPE, " must be %s, not %s", wanted,
                       document_type_name(document, node->value));
}

const char *document_quote(const char *text, size_t shown, char *out)
{
    char raw[JSON_QUOTE_MOST + 1];
    size_t size = 0;
    for (; size <= shown && text[size] != '\0'; size++) {
        raw[size] = (unsigned char)text[size] == ENVELOPE_NUL ? '\0' : text[size];
    }
    return quote_text(raw, size, shown, out);
}

/* An unknown or repeated key; a long one is told by its object's place and its beginning. told:
 * what else there is to say. */
static bool key_problem(const struct json_document *document, const struct json_node *object,
                        enum problem_code code, const char *key, const char *told)
{
    const char *what = code == PROBLEM_UNKNOWN_KEY ? "is not a key of" : "stands twice in";
    char path[JSON_PATH_BYTES], quoted[QUOTE_BYTES(KEY_POINTER_BYTES)];
    bool whole = strnlen(key, KEY_POINTER_BYTES + 1) <= KEY_POINTER_BYTES;
    problem_set(document->problem, code, "%s %s %s%s",
                document_quote(key, KEY_POINTER_BYTES, quoted), what, json_path(object, path),
                told);
    struct json_node member = {.parent = object, .key = key};
    json_point(document->problem, whole ? &member : object);
    return false;
}

static bool unknown_key(const struct json_document *document, const struct json_node *object,
                        const char *key, struct json_keys keys)
{
    struct names names = {.count = 0};
    char told[NAMES_TOLD_BYTES];
    for (size_t i = 0; i < keys.count; i++) {
        names_add(&names, keys.at[i].name);
    }
    size_t size = strnlen(key, KEY_POINTER_BYTES + 1);
    return key_problem(document, object, PROBLEM_UNKNOWN_KEY, key,
                       names_tell(&names, key, size, told));
}

/* A body that is something else: a list without its key, or the text of an object in quotes. */
static bool no_object(const struct json_document *document, const struct json_node *node,
                      const char *key)
{
    const char *text = document_string(node->value);
    const char *is = document_type_name(document, node->value);
    if (node->parent == NULL && strcmp(is, "an array") == 0) {
        problem_set(document->problem, PROBLEM_WRONG_TYPE,
                    "the body must be an object, like {\"%s\": [1, 1, 2]}, not an array", key);
    } else if (node->parent == NULL && text != NULL && (text[0] == '{' || text[0] == '[')) {
        problem_set(document->problem, PROBLEM_WRONG_TYPE,
                    "the body must be an object, not a string: it was made JSON twice");
    } else {
        return document_wrong_type(document, node, "an object");
    }
    json_point(document->problem, node);
    return false;
}

bool json_read_members(const struct json_document *document, const struct json_node *node,
                       struct json_keys keys, struct json_node *members)
{
    if (!cJSON_IsObject(node->value)) {
        return no_object(document, node, keys.at[0].name);
    }
    const cJSON *value;
    cJSON_ArrayForEach(value, node->value)
    {
        size_t i = 0;
        while (i < keys.count && strcmp(keys.at[i].name, value->string) != 0) {
            i++;
        }
        if (i == keys.count) {
            return unknown_key(document, node, value->string, keys);
        }
        if (members[i].value != NULL) {
            return key_problem(document, node, PROBLEM_DUPLICATE_KEY, value->string, "");
        }
        members[i] = (struct json_node){.parent = node, .key = keys.at[i].name, .value = value};
    }
    return true;
}

bool json_missing(const struct json_document *document, const struct json_node *object,
                  const char *key, const char *detail)
{
    (void)json_refuse(document, object, PROBLEM_MISSING_KEY, " lacks \"%s\": %s", key, detail);
    problem_key(document->problem, key, strlen(key));
    return false;
}

bool json_conflict(const struct json_document *document, const struct json_node *node,
                   const char *detail)
{
    problem_set(document->problem, PROBLEM_CONFLICTING_KEYS, "%s", detail);
    json_point(document->problem, node);
    return false;
}

bool json_too_few(const struct json_document *document, const struct json_node *node,
                  const char *what)
{
    return json_refuse(document, node, PROBLEM_TOO_FEW, " must hold at least one %s", what);
}

bool json_at_most(const struct json_document *document, const struct json_node *node, size_t count,
                  uint64_t limit)
{
    if (count <= limit) {
        return true;
    }
    (void)json_refuse(document, node, PROBLEM_TOO_MANY, " holds more than %llu elements",
                      (unsigned long long)limit);
    problem_limit(document->problem, limit);
    return false;
}
