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

/* Whether a JSON Pointer or the name of a parameter ends in a key of ours that goes with arrays. */
static bool is_array_key(const char *text, size_t size)
{
    const char *slash = memrchr(text, '/', size);
    size_t skipped = slash == NULL ? 0 : (size_t)(slash - text) + 1;
    const char *key = text + skipped;
    size -= skipped;
    return (size == 5 && memcmp(key, "array", size) == 0) ||
           (size == 7 && memcmp(key, "version", size) == 0);
}

void tell_of_no_arrays(struct exchange *x)
{
    struct problem *problem = &x->problem, told;
    if (x->api->arrays != NULL || problem->code != PROBLEM_UNKNOWN_KEY || x->route == NULL ||
        x->route->game == NULL || x->route->game->array_query == NULL ||
        !(is_array_key(problem->pointer, problem->pointer_size) ||
          is_array_key(problem->parameter, problem->parameter_size))) {
        return;
    }
    problem_set(&told, problem->code, "%.*s. The service was started without --arrays",
                (int)problem->detail_size, problem->detail);
    memcpy(problem->detail, told.detail, told.detail_size);
    problem->detail_size = told.detail_size;
}

static void put_array(struct json_writer *w, const struct array *array, bool as_strings)
{
    json_put(w, "{\"name\":\"");
    json_put(w, array->name);
    json_put(w, "\",\"heaps\":");
    json_put_integer(w, array_heap_count(array));
    json_put(w, ",\"version\":\"");
    json_put(w, array->version);
    json_put(w, "\",\"nim_sum\":");
    put_exact(w, array_nim_sum(array), as_strings);
    json_put(w, ",\"largest\":");
    put_exact(w, array_largest(array), as_strings);
    json_put(w, ",\"bytes\":");
    json_put_integer(w, array->bytes);
    json_put(w, "}");
}

static bool read_options(const struct json_document *document, bool *as_strings)
{
    struct json_member integers = {.name = "integers"};
    struct json_node root = json_root(document);
    return json_read_members(document, &root, &integers, 1) &&
           option_integers(document, &integers, as_strings);
}

void handle_arrays(struct exchange *x, const struct json_document *document)
{
    bool as_strings = false;
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

void handle_array(struct exchange *x, const struct json_document *document)
{
    bool as_strings = false;
    if (!read_options(document, &as_strings)) {
        return;
    }
    struct json_writer w = {.out = &x->reply_bytes};
    put_array(&w, x->resource, as_strings);
    x->follows_arrays = true;
    reply_with_json(x, &w);
}
