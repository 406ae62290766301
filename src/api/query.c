/* SPDX-License-Identifier: MIT */
/* query.c: parameters one by one, each by its kind. */
#include "api/query.h"

#include <string.h>

#include "api/query_list.h"
#include "problem_names.h"
#include "problem_quote.h"

struct assignment {
    struct piece name, value;
};

/* Take the next assignment off the query; what stands between two & may be empty. False: there is
 * none. */
static bool take_assignment(const char **query, struct assignment *assignment)
{
    const char *text = *query + strspn(*query, "&");
    size_t size = strcspn(text, "&");
    const char *equals = memchr(text, '=', size);
    size_t name_size = equals == NULL ? size : (size_t)(equals - text);
    size_t skipped = equals == NULL ? size : name_size + 1;
    *assignment = (struct assignment){{text, name_size}, {text + skipped, size - skipped}};
    *query = text + size;
    return size > 0;
}

static bool is_list(const struct json_key *parameter)
{
    return query_list_example(parameter->kind) != NULL;
}

/* The parameter of that name, or NULL. */
static const struct json_key *find(struct json_keys keys, struct piece name)
{
    for (size_t i = 0; i < keys.count; i++) {
        const struct json_key *key = keys.at + i;
        if (key->kind != JSON_NESTED && piece_is(name, key->name)) {
            return key;
        }
    }
    return NULL;
}

/* "nums[]" and "nums[0]" are how some clients repeat a list. */
static const struct json_key *list_in_brackets(struct json_keys keys, const char *name, size_t size)
{
    const char *bracket = memchr(name, '[', size);
    if (bracket == NULL || name[size - 1] != ']') {
        return NULL;
    }
    const struct json_key *key = find(keys, (struct piece){name, (size_t)(bracket - name)});
    return key != NULL && is_list(key) ? key : NULL;
}

static bool unknown(struct json_keys keys, struct piece name, struct problem *problem)
{
    char text[PROBLEM_KEY_BYTES + 1], quoted[QUOTE_BYTES(PROBLEM_KEY_BYTES)];
    size_t size = piece_decode(name, text, sizeof text);
    const struct json_key *list = list_in_brackets(keys, text, size);
    (void)quote_text(text, size, PROBLEM_KEY_BYTES, quoted);
    if (keys.count == 0) {
        problem_set(problem, PROBLEM_UNKNOWN_KEY,
                    "%s: POST takes no query parameters, only keys of the body", quoted);
    } else if (list != NULL) {
        problem_set(problem, PROBLEM_UNKNOWN_KEY,
                    "%s is not a parameter here: a list is %s=%s, or its name again, without []",
                    quoted, list->name, query_list_example(list->kind));
    } else {
        struct names names = {.count = 0};
        char told[NAMES_TOLD_BYTES];
        for (size_t i = 0; i < keys.count; i++) {
            if (keys.at[i].kind != JSON_NESTED) {
                names_add(&names, keys.at[i].name);
            }
        }
        problem_set(problem, PROBLEM_UNKNOWN_KEY, "%s is not a parameter here%s", quoted,
                    names_tell(&names, text, size, told));
    }
    problem_parameter(problem, text, size);
    return false;
}

/* A list counts once, however often its name stands. */
static size_t count_parameters(const char *query, struct json_keys keys)
{
    struct assignment assignment;
    uint64_t seen = 0;
    size_t count = 0;
    while (take_assignment(&query, &assignment)) {
        const struct json_key *parameter = find(keys, assignment.name);
        uint64_t bit = parameter == NULL ? 0 : (uint64_t)1 << (parameter - keys.at);
        bool again = (seen & bit) != 0 && is_list(parameter);
        count += again ? 0 : 1;
        seen |= bit;
    }
    return count;
}

/* The list whose first value is value; more of them may stand in rest. */
static bool put_list(struct json_writer *w, const struct json_key *parameter, struct piece value,
                     const char *rest, struct problem *problem)
{
    struct query_list list = {parameter, w, problem, 0};
    struct assignment more;
    json_put(w, "[");
    bool sound = query_list_add(&list, value);
    while (sound && take_assignment(&rest, &more)) {
        if (piece_is(more.name, parameter->name)) {
            sound = query_list_add(&list, more.value);
        }
    }
    json_put(w, "]");
    if (sound && list.count == 0 && parameter->kind != JSON_WORDS) {
        return query_fault(problem, PROBLEM_TOO_FEW, parameter,
                           ": the list must not be empty (like %s=%s)", parameter->name,
                           query_list_example(parameter->kind));
    }
    return sound;
}

bool query_to_json(const char *query, struct json_keys keys, struct json_writer *writer,
                   struct problem *problem)
{
    struct assignment assignment;
    uint64_t seen = 0;
    query = query == NULL ? "" : query;
    if (count_parameters(query, keys) > QUERY_PARAMETERS) {
        problem_set(problem, PROBLEM_TOO_MANY, "more than %d query parameters", QUERY_PARAMETERS);
        problem_limit(problem, QUERY_PARAMETERS);
        return false;
    }
    json_put(writer, "{");
    while (take_assignment(&query, &assignment)) {
        const struct json_key *parameter = find(keys, assignment.name);
        if (parameter == NULL) {
            return unknown(keys, assignment.name, problem);
        }
        uint64_t bit = (uint64_t)1 << (parameter - keys.at);
        if ((seen & bit) != 0 && is_list(parameter)) {
            continue; /* its values were taken with the first */
        }
        if ((seen & bit) != 0) {
            return query_fault(problem, PROBLEM_DUPLICATE_KEY, parameter,
                               " is given twice, but is no list");
        }
        json_put(writer, seen == 0 ? "\"" : ",\"");
        seen |= bit;
        json_put(writer, parameter->name);
        json_put(writer, "\":");
        if (!(is_list(parameter)
                  ? put_list(writer, parameter, assignment.value, query, problem)
                  : query_put_scalar(writer, parameter, assignment.value, problem))) {
            return false;
        }
    }
    json_put(writer, "}");
    return true;
}

bool query_find(const char *query, const char *name, char *out, size_t maximum, size_t *size)
{
    struct assignment assignment;
    query = query == NULL ? "" : query;
    while (take_assignment(&query, &assignment)) {
        if (piece_is(assignment.name, name)) {
            *size = piece_decode(assignment.value, out, maximum);
            return true;
        }
    }
    return false;
}

void query_point_to_parameter(struct problem *problem)
{
    if (problem->has_key) {
        struct problem missing = *problem;
        problem_set(problem, PROBLEM_MISSING_KEY,
                    "the query lacks the parameter %.*s (JSON goes with POST)",
                    (int)missing.key_size, missing.key);
        problem_parameter(problem, missing.key, missing.key_size);
    } else if (problem->has_pointer && problem->pointer_size > 1) {
        const char *name = problem->pointer + 1;
        const char *slash = memchr(name, '/', problem->pointer_size - 1);
        size_t size = slash == NULL ? problem->pointer_size - 1 : (size_t)(slash - name);
        problem_parameter(problem, name, size);
    }
    problem->has_pointer = false;
}
