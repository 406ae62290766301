/* SPDX-License-Identifier: MIT */
/* arrays.c: what there is to ask about: GET /nim/arrays, GET /nim/arrays/NAME. */
#include "api/exchange_internal.h"

#include <string.h>

#include "api/games/options.h"

enum { FOLDER_BYTES = sizeof "/nim/arrays/" - 1 };

const struct snapshot *exchange_arrays(struct exchange *x)
{
    if (x->snapshot == NULL) {
        x->snapshot = arrays_take(x->api->arrays);
    }
    return x->snapshot;
}

void exchange_release_arrays(struct exchange *x)
{
    if (x->snapshot != NULL) {
        arrays_release(x->api->arrays, x->snapshot);
        x->snapshot = NULL;
    }
}

const void *find_array(struct exchange *x, const struct target *target)
{
    const char *name = target->path + FOLDER_BYTES;
    size_t size = target->path_size - FOLDER_BYTES;
    return array_is_name(name, size) ? snapshot_find(exchange_arrays(x), name, size) : NULL;
}

void note_array_versions(struct exchange *x, const char *query)
{
    char name[ARRAY_NAME_BYTES + 1]; /* a longer one is none */
    size_t size = 0;
    if (!x->route->of_arrays && !query_find(query, "array", name, sizeof name, &size)) {
        return;
    }
    const struct snapshot *snapshot = exchange_arrays(x);
    const struct array *array = x->route->of_arrays ? x->resource
                                                    : snapshot_find(snapshot, name, size);
    if (array != NULL) {
        note_array_version(x, array->version);
        return;
    }
    for (size_t i = 0; i < snapshot->count; i++) {
        note_array_version(x, snapshot->arrays[i]->name);
        note_array_version(x, snapshot->arrays[i]->version);
    }
}

/* Whether a JSON Pointer or the name of a parameter ends in a key that is there only with
 * arrays. */
static bool is_array_key(const struct game *game, const char *text, size_t size)
{
    const char *slash = memrchr(text, '/', size);
    const char *key = slash == NULL ? text : slash + 1;
    size -= (size_t)(key - text);
    for (size_t i = game->key_count - game->array_keys; i < game->key_count; i++) {
        if (strlen(game->keys[i].name) == size && memcmp(game->keys[i].name, key, size) == 0) {
            return true;
        }
    }
    return false;
}

void tell_of_no_arrays(struct exchange *x)
{
    struct problem *problem = &x->problem, told;
    const struct game *game = x->route == NULL ? NULL : x->route->game;
    if (x->api->arrays != NULL || problem->code != PROBLEM_UNKNOWN_KEY || game == NULL ||
        !(is_array_key(game, problem->pointer, problem->pointer_size) ||
          is_array_key(game, problem->parameter, problem->parameter_size))) {
        return;
    }
    problem_set(&told, problem->code, "%.*s. The service was started without --arrays",
                (int)problem->detail_size, problem->detail);
    memcpy(problem->detail, told.detail, told.detail_size);
    problem->detail_size = told.detail_size;
}

static void put_array(struct json_writer *w, const struct array *array, bool as_strings)
{
    json_put_format(w,
                    "{\"name\":\"%s\",\"heaps\":%zu,\"version\":\"%s\",\"nim_sum\":", array->name,
                    array_heap_count(array), array->version);
    put_exact(w, array_nim_sum(array), as_strings);
    json_put(w, ",\"largest\":");
    put_exact(w, array_largest(array), as_strings);
    json_put_format(w, ",\"bytes\":%zu}", array->bytes);
}

static const struct json_key keys[] = {{"integers", JSON_WORD}};

static bool read_options(const struct json_document *document, unsigned *as_strings)
{
    struct json_node root = json_root(document), integers = {.value = NULL};
    return json_read_members(document, &root, (struct json_keys){keys, 1}, &integers) &&
           json_read_word(document, &integers, integer_words, 2, as_strings);
}

static void handle_arrays(struct exchange *x, const struct json_document *document)
{
    unsigned as_strings = false;
    if (!read_options(document, &as_strings)) {
        return;
    }
    const struct snapshot *snapshot = exchange_arrays(x);
    struct json_writer w = {.out = &x->reply_bytes};
    json_put(&w, "{\"arrays\":[");
    for (size_t i = 0; i < snapshot->count; i++) {
        json_put_raw(&w, ",", i != 0);
        put_array(&w, snapshot->arrays[i], as_strings);
    }
    json_put(&w, "]}");
    x->follows_arrays = true;
    reply_with_json(x, &w);
}

static void handle_array(struct exchange *x, const struct json_document *document)
{
    unsigned as_strings = false;
    if (!read_options(document, &as_strings)) {
        return;
    }
    struct json_writer w = {.out = &x->reply_bytes};
    put_array(&w, x->resource, as_strings);
    x->follows_arrays = true;
    reply_with_json(x, &w);
}

const struct game arrays_game = {.keys = keys, .key_count = 1, .handle = handle_arrays};
const struct game array_game = {.keys = keys, .key_count = 1, .handle = handle_array};
