/* SPDX-License-Identifier: MIT */
/* check_routes.c, of src/api/routes.c: the routes are the operations of openapi.yaml, no more
 * and no less, and each path takes the methods that stand there. */
#include "api/exchange_internal.h"
#include "api/service/assets.h"
#include "exchange_fixture.h"
#include "run_tests.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 64, ALLOW_BYTES = 64 };

static const char document_path[] = "/openapi.json";
static cJSON *document;
static const cJSON *paths;

static void read_document(void)
{
    const struct asset *asset = asset_at(document_path, strlen(document_path));
    ck_assert_ptr_nonnull(asset);
    document = cJSON_ParseWithLength((const char *)asset->bytes, asset->size);
    paths = cJSON_GetObjectItemCaseSensitive(document, "paths");
    ck_assert(cJSON_IsObject(paths));
}

static void free_document(void)
{
    cJSON_Delete(document);
}

/* The document writes methods in small letters. */
static bool is_method(const cJSON *operation, const char *method)
{
    size_t size = strlen(method);
    for (size_t i = 0; i < size; i++) {
        if (operation->string[i] != tolower((unsigned char)method[i])) {
            return false;
        }
    }
    return operation->string[size] == '\0';
}

static const cJSON *operation_of(const cJSON *path, const char *method)
{
    const cJSON *operation;
    cJSON_ArrayForEach(operation, path)
    {
        if (is_method(operation, method)) {
            return operation;
        }
    }
    return NULL;
}

START_TEST(test_every_route_is_documented)
{
    for (size_t i = 0; i < api_route_count; i++) {
        const char *pattern = api_route_pattern(i), *method = api_routes[i].method;
        const cJSON *path = cJSON_GetObjectItemCaseSensitive(paths, pattern);
        ck_assert_msg(operation_of(path, method) != NULL, "openapi.yaml does not have %s %s",
                      method, pattern);
    }
}
END_TEST

START_TEST(test_every_operation_has_one_route)
{
    const cJSON *path, *operation;
    cJSON_ArrayForEach(path, paths)
    {
        cJSON_ArrayForEach(operation, path)
        {
            int found = 0;
            for (size_t i = 0; i < api_route_count; i++) {
                found += strcmp(api_route_pattern(i), path->string) == 0 &&
                         is_method(operation, api_routes[i].method);
            }
            ck_assert_msg(found == 1, "%s %s has %d routes", operation->string, path->string,
                          found);
        }
    }
}
END_TEST

/* A path at which there is something, for a pattern. */
static void fill(char path[PATH_BYTES], const char *pattern)
{
    static const struct {
        const char *pattern, *path;
    } known[] = {
        {"/assets/{name}", "/assets/style.css"},
        {"/problems/{code}", "/problems/internal"},
        {"/nim/arrays/{name}", "/nim/arrays/demo"},
    };
    (void)snprintf(path, PATH_BYTES, "%s", pattern);
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (strcmp(known[i].pattern, pattern) == 0) {
            (void)snprintf(path, PATH_BYTES, "%s", known[i].path);
        }
    }
    ck_assert_msg(strchr(path, '{') == NULL, "%s: no path is known here that it means", pattern);
}

static void hold_methods(const char *pattern, const cJSON *operations)
{
    struct api api;
    fixture_api(&api);
    bool has_post = operation_of(operations, "POST") != NULL;
    char path[PATH_BYTES], allow[ALLOW_BYTES];
    fill(path, pattern);
    (void)snprintf(allow, sizeof allow, "%s%sOPTIONS", has_post ? "POST, " : "",
                   operation_of(operations, "GET") != NULL ? "GET, HEAD, " : "");
    const char *const tried[] = {"OPTIONS", "TRACE", has_post ? "PUT" : "POST"};
    bool of_arrays = strncmp(path, "/nim/arrays", strlen("/nim/arrays")) == 0; /* none are kept */
    for (size_t i = 0; i < COUNT_OF(tried); i++) {
        const struct request request = {.method = tried[i], .target = path};
        struct outcome outcome = exchange_of(&api, &request);
        unsigned status = i == 0 ? 204 : 405;
        ck_assert_msg(outcome.status == (of_arrays ? 404 : status), "%s %s: %u", tried[i], path,
                      outcome.status);
        ck_assert_str_eq(outcome.allow, of_arrays ? "" : allow);
        outcome_free(&outcome);
    }
}

START_TEST(test_methods)
{
    const cJSON *path;
    cJSON_ArrayForEach(path, paths)
    {
        hold_methods(path->string, path);
    }
}
END_TEST

START_TEST(test_options_of_the_server)
{
    struct api api;
    fixture_api(&api);
    const struct request request = {.method = "OPTIONS", .target = "*"};
    struct outcome outcome = exchange_of(&api, &request);
    ck_assert_uint_eq(outcome.status, 204);
    ck_assert_str_eq(outcome.allow, "GET, HEAD, POST, OPTIONS");
    outcome_free(&outcome);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("routes");
    tcase_add_checked_fixture(tcase, read_document, free_document);
    tcase_add_test(tcase, test_every_route_is_documented);
    tcase_add_test(tcase, test_every_operation_has_one_route);
    tcase_add_test(tcase, test_methods);
    tcase_add_test(tcase, test_options_of_the_server);
    return run_tests(tcase);
}
