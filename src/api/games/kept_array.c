/* SPDX-License-Identifier: MIT */
/* kept_array.c: the name is looked up in the table that the whole exchange sees. */
#include "api/games/kept_array.h"

#include <string.h>

#include "problem_names.h"
#include "problem_quote.h"

/* Where there are more arrays than are compared, those around the place of the name. */
enum { NAMES_TOLD = 10, NAMES_COMPARED = 256 };

/* The name that is most likely meant, and some of the others. */
static struct names known_names(const struct snapshot *snapshot, const char *name, size_t size)
{
    size_t place = snapshot_place(snapshot, name, size), count = snapshot->count;
    size_t first = place > NAMES_COMPARED / 2 ? place - NAMES_COMPARED / 2 : 0;
    size_t end = count - first > NAMES_COMPARED ? first + NAMES_COMPARED : count;
    struct names names = {.count = 0};
    for (size_t i = first; i < end; i++) {
        names_add(&names, snapshot->arrays[i]->name);
        if (names.count == NAMES_MOST || i + 1 == end) {
            const char *nearest = names_nearest(&names, name, size);
            names.count = 0;
            if (nearest != NULL) {
                names_add(&names, nearest);
            }
        }
    }
    const char *nearest = names.count > 0 ? names.name[0] : NULL;
    for (size_t i = 0; i < count && names.count < NAMES_TOLD; i++) {
        const char *other = snapshot->arrays[i]->name;
        if (other != nearest) {
            names_add(&names, other);
        }
    }
    return names;
}

static const struct array *no_such_array(const struct snapshot *snapshot, const char *name,
                                         const struct json_document *document,
                                         const struct json_node *node)
{
    char told[NAMES_TOLD_BYTES], quoted[QUOTE_BYTES(ARRAY_NAME_BYTES)];
    size_t size = strnlen(name, ARRAY_NAME_BYTES + 1);
    struct names names = known_names(snapshot, name, size);
    problem_set(document->problem, PROBLEM_UNKNOWN_ARRAY, "there is no array %s%s",
                quote_text(name, size, ARRAY_NAME_BYTES, quoted),
                snapshot->count == 0 ? ", nor any other" : names_tell(&names, name, size, told));
    json_point(document->problem, node);
    return NULL;
}

static const struct array *changed(const struct array *array, const struct json_document *document,
                                   const struct json_node *node)
{
    problem_set(document->problem, PROBLEM_ARRAY_CHANGED, "the array %s is of version %s now",
                array->name, array->version);
    problem_version(document->problem, array->version);
    json_point(document->problem, node);
    return NULL;
}

const struct array *kept_array(struct exchange *x, const struct json_document *document,
                               const struct json_node *name, const struct json_node *version)
{
    const char *text = NULL, *pinned = NULL;
    if (!json_read_string(document, name, &text) ||
        (version->value != NULL && !json_read_string(document, version, &pinned))) {
        return NULL;
    }
    const struct snapshot *snapshot = exchange_arrays(x);
    const struct array *array = snapshot_find(snapshot, text, strlen(text));
    if (array == NULL) {
        return no_such_array(snapshot, text, document, name);
    }
    if (pinned != NULL && strcmp(pinned, array->version) != 0) {
        return changed(array, document, version);
    }
    x->follows_arrays = pinned == NULL;
    return array;
}
