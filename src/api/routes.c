/* SPDX-License-Identifier: MIT */
/* routes.c: the table of routes, and the way from a method and a path to one of them. */
#include "api/exchange_internal.h"

#include <string.h>

#include "problem_names.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): rows of a table, not expressions */
/* clang-format off */
#define GAME(path_, game_)                                                                         \
    {.method = "POST", .path = path_, .game = &game_},                                             \
    {.method = "GET", .path = path_, .game = &game_, .begin = begin_query}
#define ASSET(path_)                                                                               \
    {.method = "GET", .path = path_, .find = find_asset, .begin = begin_asset, .handle = handle_asset}
#define PROBE(path_, handle_)                                                                      \
    {.method = "GET", .path = path_, .is_admin = true, .handle = handle_}

const struct route api_routes[] = {
    GAME("/xor-game", xor_game),
    GAME("/nim/ranges", nim_ranges),
    GAME("/nim/position", nim_position),
    {.method = "GET", .path = "/nim/arrays", .of_arrays = true, .game = &arrays_game, .begin = begin_query},
    {.method = "GET", .path = "/nim/arrays/", .pattern = "/nim/arrays/{name}", .of_arrays = true,
     .find = find_array, .game = &array_game, .begin = begin_query},
    {.method = "GET", .path = "/", .begin = begin_page, .handle = handle_root},
    PROBE("/healthz", handle_alive),
    PROBE("/readyz", handle_ready),
    {.method = "GET", .path = "/metrics", .is_admin = true, .moves = true, .handle = handle_metrics},
    ASSET("/openapi.yaml"),
    ASSET("/openapi.json"),
    ASSET("/docs"),
    ASSET("/play"),
    ASSET("/favicon.ico"),
    {.method = "GET", .path = "/assets/", .pattern = "/assets/{name}", .find = find_asset,
     .begin = begin_asset, .handle = handle_asset},
    {.method = "GET", .path = "/problems", .begin = begin_page, .handle = handle_problems},
    {.method = "GET", .path = "/problems/", .pattern = "/problems/{code}", .find = find_problem,
     .begin = begin_page, .handle = handle_problem},
};
/* clang-format on */
/* NOLINTEND(bugprone-macro-parentheses) */
const size_t api_route_count = sizeof api_routes / sizeof api_routes[0];

const char *api_route_pattern(size_t route)
{
    if (route >= api_route_count) {
        return NULL;
    }
    return api_routes[route].pattern != NULL ? api_routes[route].pattern : api_routes[route].path;
}

/* OPTIONS on every path that has a route, and on "*". */
static const struct route options_route = {.method = "OPTIONS", .handle = handle_options};

static bool path_matches(const struct route *route, const struct target *target)
{
    const char *path = target->path;
    size_t size = target->path_size;
    size_t own = strlen(route->path);
    if (route->pattern != NULL) {
        return size > own && memcmp(path, route->path, own) == 0 &&
               memchr(path + own, '/', size - own) == NULL;
    }
    return size == own && memcmp(path, route->path, own) == 0;
}

/* Whether there is something at a path that matches; resource becomes it. */
static bool find_resource(struct exchange *x, const struct route *route,
                          const struct target *target, const void **resource)
{
    *resource = NULL;
    if (route->find != NULL) {
        *resource = route->find(x, target);
    }
    return route->find == NULL || *resource != NULL;
}

/* HEAD is answered wherever GET is (RFC 9110 section 9.3.2); the HTTP side leaves the body out. */
static bool method_matches(const struct route *route, const char *method)
{
    return strcmp(route->method, method) == 0 ||
           (strcmp(method, "HEAD") == 0 && strcmp(route->method, "GET") == 0);
}

static void allow_more(struct exchange *x, const char *text)
{
    size_t size = strlen(x->allow);
    if (size + strlen(text) < sizeof x->allow) {
        memcpy(x->allow + size, text, strlen(text) + 1);
    }
}

/* The admin listener has the routes about the service alone, and some of them for itself. */
static bool is_served(const struct exchange *x, const struct route *route)
{
    if (route->of_arrays && x->api->arrays == NULL) {
        return false;
    }
    return x->is_admin ? route->is_admin : !(route->moves && x->api->has_admin);
}

/* Note the path's methods in x->allow; it stays empty where no route has this path. */
static void list_methods(struct exchange *x, const struct target *target)
{
    const void *resource;
    x->allow[0] = '\0';
    if (target->path_size == 1 && target->path[0] == '*') {
        allow_more(x, "GET, HEAD, POST, ");
    }
    for (size_t i = 0; i < api_route_count; i++) {
        const struct route *route = &api_routes[i];
        if (is_served(x, route) && path_matches(route, target) &&
            find_resource(x, route, target, &resource)) {
            allow_more(x, strcmp(route->method, "GET") == 0 ? "GET, HEAD, " : "POST, ");
        }
    }
    if (x->allow[0] != '\0') {
        allow_more(x, "OPTIONS");
    }
}

/* Whether a path is folder or begins with it and a slash. */
static bool is_below(const char *path, size_t size, const char *folder)
{
    size_t own = strlen(folder);
    return size >= own && memcmp(path, folder, own) == 0 && (size == own || path[own] == '/');
}

/* 404: the path that was meant, or where all of them are told. */
static bool no_such_path(struct exchange *x, const char *path, size_t size)
{
    static const char problems[] = "/problems/";
    const size_t skipped = sizeof problems - 1;
    struct names paths = {.count = 0}, codes = {.count = 0};
    for (size_t i = 0; i < api_route_count; i++) {
        if (is_served(x, &api_routes[i])) {
            names_add(&paths, api_route_pattern(i));
        }
    }
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        names_add(&codes, problem_kind((enum problem_code)code)->code);
    }
    if (!x->is_admin && x->api->arrays == NULL && is_below(path, size, "/nim/arrays")) {
        return problem_set(&x->problem, PROBLEM_NOT_FOUND,
                           "there is nothing at this path: the service was started without "
                           "--arrays");
    }
    bool of_problem = !x->is_admin && size > skipped && memcmp(path, problems, skipped) == 0;
    const char *nearest = of_problem ? names_nearest(&codes, path + skipped, size - skipped)
                                     : names_nearest(&paths, path, size);
    if (nearest == NULL) {
        return problem_set(&x->problem, PROBLEM_NOT_FOUND, "there is nothing at this path; %s",
                           x->is_admin ? "/healthz, /readyz and /metrics are what there is"
                                       : "/docs tells what there is");
    }
    return problem_set(&x->problem, PROBLEM_NOT_FOUND,
                       "there is nothing at this path; did you mean %s%s?",
                       of_problem ? problems : "", nearest);
}

bool find_route(struct exchange *x, const char *method, const struct target *target)
{
    for (size_t i = 0; i < api_route_count; i++) {
        const struct route *route = &api_routes[i];
        if (!is_served(x, route) || !path_matches(route, target)) {
            continue;
        }
        if (x->label_route == api_route_count) {
            x->label_route = i;
        }
        if (method_matches(route, method) && find_resource(x, route, target, &x->resource)) {
            x->route = route;
            return true;
        }
    }
    list_methods(x, target);
    if (x->allow[0] == '\0') {
        return no_such_path(x, target->path, target->path_size);
    }
    if (strcmp(method, "OPTIONS") == 0) {
        x->route = &options_route;
        return true;
    }
    return problem_set(&x->problem, PROBLEM_METHOD_NOT_ALLOWED, "this path takes %s", x->allow);
}
