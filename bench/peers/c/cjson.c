/* SPDX-License-Identifier: MIT */
/* cjson.c: both games, correct but obvious: keep the whole body, parse it with cJSON, walk the
 * tree, print a tree with cJSON.
 */
#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mhd.h"

enum { MODULUS = 1000000007 };

static cJSON *answer_board(const cJSON *nums)
{
    unsigned x = 0;
    int count = cJSON_GetArraySize(nums);
    const cJSON *number;
    cJSON_ArrayForEach(number, nums)
    {
        x ^= (unsigned)number->valuedouble;
    }
    int alice = x == 0 || count % 2 == 0;
    cJSON *reply = cJSON_CreateObject();
    cJSON_AddStringToObject(reply, "winner", alice ? "alice" : "bob");
    cJSON_AddBoolToObject(reply, "alice_wins", alice);
    cJSON_AddNumberToObject(reply, "xor", x);
    cJSON_AddNumberToObject(reply, "count", count);
    cJSON_AddStringToObject(reply, "reason",
                            x == 0           ? "xor-zero"
                            : count % 2 == 0 ? "even-count"
                                             : "odd-count");
    return reply;
}

static cJSON *answer_xor_game(const cJSON *request)
{
    const cJSON *boards = cJSON_GetObjectItemCaseSensitive(request, "boards");
    if (boards == NULL) {
        return answer_board(cJSON_GetObjectItemCaseSensitive(request, "nums"));
    }
    cJSON *reply = cJSON_CreateObject();
    cJSON *results = cJSON_AddArrayToObject(reply, "results");
    const cJSON *board;
    cJSON_ArrayForEach(board, boards)
    {
        cJSON_AddItemToArray(results, answer_board(board));
    }
    return reply;
}

/* The verdict of each query; false where one is no range. */
static int decide(const cJSON *queries, const uint32_t *prefix, size_t n, char *bits,
                  uint64_t *wins, uint64_t *sum)
{
    const cJSON *query;
    cJSON_ArrayForEach(query, queries)
    {
        const cJSON *left = query->child;
        if (left == NULL || left->next == NULL) {
            return 0;
        }
        double l = left->valuedouble, r = left->next->valuedouble;
        if (l < 1 || r < l || r > (double)n) {
            return 0;
        }
        unsigned f = prefix[(size_t)r] != prefix[(size_t)l - 1];
        *bits++ = (char)('0' + f);
        *wins += f;
        *sum = (2 * *sum + f) % MODULUS;
    }
    *bits = '\0';
    return 1;
}

static cJSON *answer_ranges(const cJSON *request)
{
    const cJSON *heaps = cJSON_GetObjectItemCaseSensitive(request, "heaps");
    const cJSON *queries = cJSON_GetObjectItemCaseSensitive(request, "queries");
    size_t n = (size_t)cJSON_GetArraySize(heaps), m = (size_t)cJSON_GetArraySize(queries);
    uint32_t *prefix = malloc((n + 1) * sizeof *prefix);
    char *bits = malloc(m + 1);
    uint64_t wins = 0, sum = 0;
    cJSON *reply = NULL;
    if (prefix != NULL && bits != NULL) {
        const cJSON *heap;
        size_t i = 0;
        prefix[0] = 0;
        cJSON_ArrayForEach(heap, heaps)
        {
            prefix[i + 1] = prefix[i] ^ (uint32_t)heap->valuedouble;
            i++;
        }
        if (decide(queries, prefix, n, bits, &wins, &sum)) {
            reply = cJSON_CreateObject();
            cJSON_AddStringToObject(reply, "verdicts", bits);
            cJSON_AddNumberToObject(reply, "wins", (double)wins);
            cJSON_AddNumberToObject(reply, "weighted_sum", (double)sum);
            cJSON_AddNumberToObject(reply, "modulus", MODULUS);
            cJSON_AddStringToObject(reply, "convention", "normal");
            cJSON_AddNumberToObject(reply, "index_base", 1);
        }
    }
    free(prefix);
    free(bits);
    return reply;
}

static char *answer(const char *path, const char *body, size_t body_size, size_t *size)
{
    cJSON *request = body == NULL ? NULL : cJSON_ParseWithLength(body, body_size);
    if (request == NULL) {
        return NULL;
    }
    cJSON *reply = strcmp(path, "/nim/ranges") == 0 ? answer_ranges(request)
                                                    : answer_xor_game(request);
    char *text = reply == NULL ? NULL : cJSON_PrintUnformatted(reply);
    *size = text == NULL ? 0 : strlen(text);
    cJSON_Delete(reply);
    cJSON_Delete(request);
    return text;
}

int main(void)
{
    return mhd_serve(&(struct service){.keep_body = true, .answer = answer});
}
