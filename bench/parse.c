/* SPDX-License-Identifier: MIT */
/* parse.c: the headline body in process: our scanner against cJSON, simdjson and yyjson.
 *
 *     bench_parse BODY N M SEED ROUNDS      one line a round: milliseconds, "scanner=... cjson=..."
 *
 * Every measurement runs in a child of its own, so each parser meets fresh memory, as a request
 * does. The child checks all numbers against those that the body was made of.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "instance.h"
#include "parse.h"
#include "json/scanner.h"

#ifdef BENCH_YYJSON
#include <yyjson.h>
#endif

/* What libmicrohttpd delivers at a time, with 32 KiB a connection. */
enum { PIECE_BYTES = 16 * 1024 };

static void must(int holds)
{
    if (!holds) {
        (void)fputs("bench_parse: the body was read wrong\n", stderr);
        exit(1);
    }
}

struct parsed parse_scanner(const char *text, size_t size)
{
    static struct account account;
    static struct json_scanner scanner;
    const struct json_limits limits = {32, 400000, (size_t)1 << 30};
    json_scanner_init(&scanner, &account, &limits);
    for (size_t at = 0; at < size; at += PIECE_BYTES) {
        size_t piece = size - at < PIECE_BYTES ? size - at : PIECE_BYTES;
        must(json_scanner_feed(&scanner, text + at, piece) == JSON_OK);
    }
    must(json_scanner_end(&scanner) == JSON_OK && json_lists_count(&scanner.lists) == 2);
    const struct json_number_list *heaps = json_lists_at(&scanner.lists, 0), *queries = heaps + 1;
    must(!scanner.lists.numbers.wide && json_table_is_pairs(queries));
    uint32_t *numbers = (uint32_t *)(void *)scanner.lists.numbers.bytes.data;
    return (struct parsed){numbers + heaps->first, numbers + queries->first, heaps->count,
                           queries->rows};
}

struct parsed parse_cjson(const char *text, size_t size)
{
    cJSON *root = cJSON_ParseWithLength(text, size);
    const cJSON *heaps = cJSON_GetObjectItemCaseSensitive(root, "heaps");
    const cJSON *queries = cJSON_GetObjectItemCaseSensitive(root, "queries");
    struct parsed out = {.n = (size_t)cJSON_GetArraySize(heaps),
                         .m = (size_t)cJSON_GetArraySize(queries)};
    out.heaps = must_allocate(out.n * sizeof *out.heaps);
    out.queries = must_allocate(2 * out.m * sizeof *out.queries);
    const cJSON *item;
    size_t i = 0;
    cJSON_ArrayForEach(item, heaps)
    {
        out.heaps[i++] = (uint32_t)item->valuedouble;
    }
    i = 0;
    cJSON_ArrayForEach(item, queries)
    {
        out.queries[i++] = (uint32_t)item->child->valuedouble;
        out.queries[i++] = (uint32_t)item->child->next->valuedouble;
    }
    cJSON_Delete(root);
    return out;
}

#ifdef BENCH_YYJSON
struct parsed parse_yyjson(const char *text, size_t size)
{
    yyjson_doc *document = yyjson_read(text, size, 0);
    yyjson_val *root = yyjson_doc_get_root(document), *item;
    yyjson_val *heaps = yyjson_obj_get(root, "heaps"), *queries = yyjson_obj_get(root, "queries");
    struct parsed out = {.n = yyjson_arr_size(heaps), .m = yyjson_arr_size(queries)};
    out.heaps = must_allocate(out.n * sizeof *out.heaps);
    out.queries = must_allocate(2 * out.m * sizeof *out.queries);
    size_t i, count;
    yyjson_arr_foreach(heaps, i, count, item)
    {
        out.heaps[i] = (uint32_t)yyjson_get_uint(item);
    }
    yyjson_arr_foreach(queries, i, count, item)
    {
        out.queries[2 * i] = (uint32_t)yyjson_get_uint(yyjson_arr_get(item, 0));
        out.queries[2 * i + 1] = (uint32_t)yyjson_get_uint(yyjson_arr_get(item, 1));
    }
    yyjson_doc_free(document);
    return out;
}
#endif

static const struct parser {
    const char *name;
    parse_function *parse;
} parsers[] = {
    {"scanner", parse_scanner},
    {"cjson", parse_cjson},
    {"simdjson", parse_simdjson},
#ifdef BENCH_YYJSON
    {"yyjson", parse_yyjson},
#endif
};
enum { PARSERS = sizeof parsers / sizeof parsers[0] };

struct body {
    char *text;
    size_t size;
};

static struct body read_body(const char *path)
{
    FILE *file = fopen(path, "rb");
    must(file != NULL && fseek(file, 0, SEEK_END) == 0);
    struct body body = {.size = (size_t)ftell(file)};
    body.text = must_allocate(body.size + PARSE_PADDING);
    memset(body.text + body.size, 0, PARSE_PADDING);
    rewind(file);
    must(fread(body.text, 1, body.size, file) == body.size && fclose(file) == 0);
    return body;
}

/* In the child: parse, print the time, check. */
static void measure(const struct parser *parser, const struct body *body, const struct instance *x)
{
    struct timespec began, ended;
    (void)clock_gettime(CLOCK_MONOTONIC, &began);
    struct parsed got = parser->parse(body->text, body->size);
    (void)clock_gettime(CLOCK_MONOTONIC, &ended);
    must(got.n == x->n && got.m == x->m);
    must(memcmp(got.heaps, x->heaps, x->n * sizeof *x->heaps) == 0);
    must(memcmp(got.queries, x->queries, 2 * x->m * sizeof *x->queries) == 0);
    (void)printf("%s=%.3f ", parser->name,
                 (double)(ended.tv_sec - began.tv_sec) * 1e3 +
                     (double)(ended.tv_nsec - began.tv_nsec) / 1e6);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        (void)fputs("usage: bench_parse BODY N M SEED ROUNDS\n", stderr);
        return 2;
    }
    struct body body = read_body(argv[1]);
    struct instance x = instance_make(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10),
                                      strtoull(argv[4], NULL, 10));
    for (unsigned long rounds = strtoul(argv[5], NULL, 10); rounds > 0; rounds--) {
        for (size_t i = 0; i < PARSERS; i++) {
            pid_t child = fork();
            if (child == 0) {
                measure(&parsers[i], &body, &x);
                _exit(0);
            }
            int status;
            must(child > 0 && waitpid(child, &status, 0) == child && status == 0);
        }
        (void)puts("");
        (void)fflush(stdout);
    }
    return 0;
}
