/* SPDX-License-Identifier: MIT */
/* routes.c: the table of routes, and what a request's head alone can be refused for. */
#include "api/exchange.h"

#include <string.h>
#include <strings.h>

#include "api/media_type.h"
#include "api/query.h"
#include "problem_names.h"

static const struct query_parameter xor_game_query[] = {
    {"nums", QUERY_NUMBERS},  {"method", QUERY_WORD}, {"include", QUERY_WORDS},
    {"integers", QUERY_WORD}, {NULL, QUERY_NONE},
};

static const struct query_parameter nim_ranges_query[] = {
    {"heaps", QUERY_NUMBERS},     {"queries", QUERY_PAIRS}, {"convention", QUERY_WORD},
    {"index_base", QUERY_NUMBER}, {"verdicts", QUERY_WORD}, {"include", QUERY_WORDS},
    {"integers", QUERY_WORD},     {NULL, QUERY_NONE},
};

static const struct query_parameter nim_ranges_array_query[] = {
    {"heaps", QUERY_NUMBERS},     {"queries", QUERY_PAIRS}, {"convention", QUERY_WORD},
    {"index_base", QUERY_NUMBER}, {"verdicts", QUERY_WORD}, {"include", QUERY_WORDS},
    {"integers", QUERY_WORD},     {"array", QUERY_WORD},    {"version", QUERY_WORD},
    {NULL, QUERY_NONE},
};

static const struct query_parameter arrays_query[] = {{"integers", QUERY_WORD}, {NULL, QUERY_NONE}};

static const struct query_parameter nim_position_query[] = {
    {"heaps", QUERY_NUMBERS}, {"convention", QUERY_WORD}, {"index_base", QUERY_NUMBER},
    {"include", QUERY_WORDS}, {"integers", QUERY_WORD},   {NULL, QUERY_NONE},
};

static const struct query_parameter no_query[] = {{NULL, QUERY_NONE}};

/* clang-format off */
#define XOR_GAME_WORK     {{1, 6}, {4, 24}}
#define NIM_RANGES_WORK   {{1, 1}, {1, 6}}
#define NIM_POSITION_WORK {{3, 0}, {3, 0}} /* all that it has is included unless told otherwise */
/* clang-format on */

const struct route api_routes[] = {
    {.method = "POST",
     .path = "/xor-game",
     .may_search = true,
     .work = XOR_GAME_WORK,
     .handle_json = handle_xor_game},
    {.method = "POST",
     .path = "/nim/ranges",
     .takes_text = true,
     .work = NIM_RANGES_WORK,
     .handle_json = handle_nim_ranges},
    {.method = "POST",
     .path = "/nim/position",
     .work = NIM_POSITION_WORK,
     .handle_json = handle_nim_position},
    {.method = "GET",
     .path = "/xor-game",
     .may_search = true,
     .query = xor_game_query,
     .work = XOR_GAME_WORK,
     .handle_json = handle_xor_game},
    {.method = "GET",
     .path = "/nim/ranges",
     .query = nim_ranges_query,
     .work = NIM_RANGES_WORK,
     .array_query = nim_ranges_array_query,
     .handle_json = handle_nim_ranges},
    {.method = "GET",
     .path = "/nim/position",
     .query = nim_position_query,
     .work = NIM_POSITION_WORK,
     .handle_json = handle_nim_position},
    {.method = "GET",
     .path = "/nim/arrays",
     .of_arrays = true,
     .query = arrays_query,
     .handle_json = handle_arrays},
    {.method = "GET",
     .path = "/nim/arrays/",
     .pattern = "/nim/arrays/{name}",
     .of_arrays = true,
     .has = array_has_path,
     .query = arrays_query,
     .handle_json = handle_array},
    {.method = "GET", .path = "/", .has_page = true, .handle = handle_root},
    {.method = "GET", .path = "/healthz", .is_admin = true, .handle = handle_alive},
    {.method = "GET", .path = "/readyz", .is_admin = true, .handle = handle_ready},
    {.method = "GET",
     .path = "/metrics",
     .is_admin = true,
     .moves = true,
     .handle = handle_metrics},
    {.method = "GET", .path = "/openapi.yaml", .is_asset = true, .handle = handle_asset},
    {.method = "GET", .path = "/openapi.json", .is_asset = true, .handle = handle_asset},
    {.method = "GET", .path = "/docs", .is_asset = true, .handle = handle_asset},
    {.method = "GET", .path = "/play", .is_asset = true, .handle = handle_asset},
    {.method = "GET", .path = "/favicon.ico", .is_asset = true, .handle = handle_asset},
    {.method = "GET",
     .path = "/assets/",
     .pattern = "/assets/{name}",
     .has = asset_has,
     .is_asset = true,
     .handle = handle_asset},
    {.method = "GET", .path = "/problems", .has_page = true, .handle = handle_problems},
    {.method = "GET",
     .path = "/problems/",
     .pattern = "/problems/{code}",
     .has = has_problem_page,
     .has_page = true,
     .handle = handle_problem},
};
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

static bool path_matches(const struct route *route, const char *path, size_t size)
{
    size_t own = strlen(route->path);
    if (route->has != NULL) {
        return size > own && memcmp(path, route->path, own) == 0 &&
               memchr(path + own, '/', size - own) == NULL;
    }
    return size == own && memcmp(path, route->path, own) == 0;
}

/* Whether there is something at a path that matches. */
static bool has_path(struct exchange *x, const struct route *route, const char *path, size_t size)
{
    return route->has == NULL ||
           (route->has(path, size) && (!route->of_arrays || array_at(x, path, size) != NULL));
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
static void list_methods(struct exchange *x, const char *path, size_t size)
{
    x->allow[0] = '\0';
    if (size == 1 && path[0] == '*') {
        allow_more(x, "GET, HEAD, POST, ");
    }
    for (size_t i = 0; i < api_route_count; i++) {
        const struct route *route = &api_routes[i];
        if (is_served(x, route) && path_matches(route, path, size) &&
            has_path(x, route, path, size)) {
            allow_more(x, strcmp(route->method, "GET") == 0 ? "GET, HEAD, " : "POST, ");
        }
    }
    if (x->allow[0] != '\0') {
        allow_more(x, "OPTIONS");
    }
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

static bool find_route(struct exchange *x, const char *method, const char *path, size_t size)
{
    for (size_t i = 0; i < api_route_count; i++) {
        const struct route *route = &api_routes[i];
        if (!is_served(x, route) || !path_matches(route, path, size)) {
            continue;
        }
        if (x->label_route == api_route_count) {
            x->label_route = i;
        }
        if (method_matches(route, method) && has_path(x, route, path, size)) {
            x->route = route;
            x->last_segment_size = size - strlen(route->path);
            if (x->last_segment_size <= sizeof x->last_segment) {
                memcpy(x->last_segment, path + size - x->last_segment_size, x->last_segment_size);
            }
            return true;
        }
    }
    list_methods(x, path, size);
    if (x->allow[0] == '\0') {
        return no_such_path(x, path, size);
    }
    if (strcmp(method, "OPTIONS") == 0) {
        x->route = &options_route;
        return true;
    }
    return problem_set(&x->problem, PROBLEM_METHOD_NOT_ALLOWED, "this path takes %s", x->allow);
}

/* The methods of RFC 9110 section 9.3 and RFC 5789: 405 where a path lacks one. Others are not
 * implemented (RFC 9110 section 9.1). */
static bool is_method(const char *method)
{
    static const char *const known[] = {"GET",     "HEAD",    "POST",  "PUT",  "DELETE",
                                        "CONNECT", "OPTIONS", "TRACE", "PATCH"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(method, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_post(const struct exchange *x)
{
    return strcmp(x->route->method, "POST") == 0;
}

/* What a 415 tells would be taken (RFC 9110 section 12.5.3, W3C Linked Data Platform 1.0). */
static const struct api_field accept_plain[] = {{"Accept-Encoding", "identity"}, {NULL, NULL}};
static const struct api_field accept_json[] = {{"Accept-Post", "application/json"}, {NULL, NULL}};
static const struct api_field accept_text[] = {{"Accept-Post", "application/json, text/plain"},
                                               {NULL, NULL}};

/* 415: what the body is, from its Content-Type and Content-Encoding. */
static bool accept_media(struct exchange *x, const struct api_head *head)
{
    x->accepted = accept_plain;
    if (head->content_encoding != NULL && strcasecmp(head->content_encoding, "identity") != 0) {
        return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                           "content codings are not taken: send the body as it is");
    }
    if (!is_post(x)) {
        return true; /* a GET's body means nothing (RFC 9110 section 9.3.1) */
    }
    x->accepted = x->route->takes_text ? accept_text : accept_json;
    switch (media_type_of(head->content_type)) {
    case MEDIA_JSON: x->input = INPUT_JSON; return true;
    case MEDIA_TEXT:
        if (x->route->takes_text) {
            x->input = INPUT_TEXT;
            return true;
        }
        return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                           "text/plain is not taken here: send JSON as application/json");
    case MEDIA_OTHER_CHARSET:
        return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                           "the body must be in UTF-8");
    case MEDIA_OTHER: break;
    }
    return problem_set(&x->problem, PROBLEM_UNSUPPORTED_MEDIA_TYPE, "send application/json%s",
                       x->route->takes_text ? " or text/plain" : "");
}

/* 422: POST takes no query parameters; documents and probes ignore theirs. A game's GET reads its
 * query later. */
static bool accept_query(struct exchange *x, const char *query)
{
    if (is_post(x) && query == NULL) {
        return true;
    }
    if (!is_post(x)) {
        x->input = x->route->query != NULL ? INPUT_QUERY : INPUT_NONE;
        return true;
    }
    struct buffer text;
    buffer_init(&text, &x->account, PROBLEM_DETAIL_BYTES);
    struct json_writer writer = {.out = &text};
    bool none = query_to_json(query, no_query, &writer, &x->problem);
    buffer_free(&text);
    return none;
}

static bool accept_length(struct exchange *x, const struct api_head *head)
{
    uint64_t limit = x->api->limits.body_bytes;
    if (!head->has_length || head->content_length <= limit) {
        return true;
    }
    problem_set(&x->problem, PROBLEM_BODY_TOO_LARGE, "the body is longer than %llu bytes",
                (unsigned long long)limit);
    problem_limit(&x->problem, limit);
    return false;
}

void route_request(struct exchange *x, const struct api_head *head)
{
    x->is_admin = head->is_admin;
    if (!is_method(head->method)) {
        problem_set(&x->problem, PROBLEM_NOT_IMPLEMENTED,
                    "the methods are GET, HEAD, POST and OPTIONS");
        return;
    }
    const char *query = strchr(head->target, '?');
    size_t path_size = query != NULL ? (size_t)(query - head->target) : strlen(head->target);
    if (!find_route(x, head->method, head->target, path_size)) {
        return;
    }
    if (head->expect != NULL && strcasecmp(head->expect, "100-continue") != 0) {
        problem_set(&x->problem, PROBLEM_EXPECTATION_FAILED,
                    "100-continue is the only expectation that is known");
        return;
    }
    if (accept_media(x, head) && accept_query(x, query == NULL ? NULL : query + 1)) {
        (void)accept_length(x, head);
    }
    if (exchange_is_refused(x)) {
        x->input = INPUT_NONE;
    }
}
