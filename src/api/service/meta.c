/* SPDX-License-Identifier: MIT */
/* meta.c: the routes about the service itself: /, health, readiness, metrics. */
#include "api/exchange_internal.h"

#include <inttypes.h>

#include "api/service/pages.h"

static void put_root_page(struct exchange *x)
{
    const struct asset *page = asset_at("/", 1);
    reply_with_static(x, 200, page->media_type, (const char *)page->bytes, page->size);
    x->reply.fields = negotiated_page_fields;
    x->reply.cache_control = "no-store";
}

void handle_root(struct exchange *x)
{
    if (x->wants_page) {
        put_root_page(x);
        return;
    }
    struct json_writer w = {.out = &x->reply_bytes};
    json_put_format(&w,
                    "{\"name\":\"nimsum\",\"version\":\"%s\",\"links\":{\"xor_game\":\"/xor-game\","
                    "\"nim_ranges\":\"/nim/ranges\",\"nim_position\":\"/nim/position\",%s"
                    "\"health\":\"/healthz\",\"readiness\":\"/readyz\",%s"
                    "\"openapi\":\"/openapi.yaml\",\"openapi_json\":\"/openapi.json\","
                    "\"docs\":\"/docs\",\"play\":\"/play\",\"assets\":\"/assets/{name}\","
                    "\"problem_list\":\"/problems\",\"problems\":\"/problems/{code}\","
                    "\"favicon\":\"/favicon.ico\"},\"limits\":",
                    x->api->version,
                    x->api->arrays == NULL ? "" : "\"nim_arrays\":\"/nim/arrays\",",
                    x->api->has_admin ? "" : "\"metrics\":\"/metrics\",");
    const char *before = "{";
#define PUT_LIMIT(name, standard, smallest, largest, meaning)                                      \
    json_put_format(&w, "%s\"" #name "\":%" PRIu64, before, x->api->limits.name);                  \
    before = ",";
    API_LIMITS(PUT_LIMIT)
#undef PUT_LIMIT
    if (x->api->arrays != NULL) {
        json_put_format(&w, ",\"array_bytes\":%" PRIu64, arrays_figures(x->api->arrays).most_bytes);
    }
    json_put(&w, "}}");
    reply_with_json(x, &w);
    x->reply.cache_control = "no-store"; /* the limits in force may change with the next start */
    x->reply.fields = exchange_is_refused(x) ? NULL : negotiated_json_fields;
}

void handle_alive(struct exchange *x)
{
    static const char body[] = "{\"status\":\"alive\"}\n";
    reply_with_static(x, 200, "application/json", body, sizeof body - 1);
    x->reply.cache_control = "no-store";
}

void handle_ready(struct exchange *x)
{
    static const char body[] = "{\"status\":\"ready\"}\n";
    if (atomic_load(&x->api->draining)) {
        problem_set(&x->problem, PROBLEM_OVERLOADED, "the service is about to stop");
    } else if (budget_is_full(&x->api->budget)) {
        problem_set(&x->problem, PROBLEM_OVERLOADED, "the request memory is used up");
    } else {
        reply_with_static(x, 200, "application/json", body, sizeof body - 1);
        x->reply.cache_control = "no-store";
    }
}

void handle_metrics(struct exchange *x)
{
    const struct api *api = x->api;
    struct arrays_figures figures = {.count = 0};
    if (api->arrays != NULL) {
        figures = arrays_figures(api->arrays);
    }
    const struct metrics_arrays arrays = {.count = figures.count,
                                          .bytes = figures.bytes,
                                          .most_bytes = figures.most_bytes,
                                          .reloads = figures.reloads,
                                          .failed_reloads = figures.failed_reloads,
                                          .last_success = figures.last_success};
    const struct metrics_state state = {
        .version = api->version,
        .library_version = api->library_version == NULL ? "" : api->library_version,
        .budget = &api->budget,
        .arrays = api->arrays == NULL ? NULL : &arrays,
        .dropped_log_lines = api->log == NULL ? 0 : log_dropped(api->log)};
    if (metrics_write(api->metrics, &state, &x->uncharged_bytes)) {
        reply_with_bytes(x, 200, "text/plain; version=0.0.4; charset=utf-8", &x->uncharged_bytes);
        x->reply.cache_control = "no-store";
    }
}

void handle_options(struct exchange *x)
{
    x->reply.status = 204;
    x->reply.allow = x->allow;
}
