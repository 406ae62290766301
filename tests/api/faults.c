/* SPDX-License-Identifier: MIT */
/* faults.c: the requests that are refused, from the head to the last value. */
#include "faults.h"

#define K8     "kkkkkkkk"
#define K64    K8 K8 K8 K8 K8 K8 K8 K8
#define A8     "a&a&a&a&a&a&a&a&"
#define A64    A8 A8 A8 A8 A8 A8 A8 A8
#define XOR    "/xor-game"
#define RANGES "/nim/ranges"
#define POS    "/nim/position"
#define TEXT   "text/plain"

static void with_small_body(struct api *api)
{
    api->limits.body_bytes = 20;
}

static void with_small_search(struct api *api)
{
    api->limits.search_positions = 3;
}

static void with_two_items(struct api *api)
{
    api->limits.batch_items = 2;
}

static void with_all_memory_taken(struct api *api)
{
    atomic_store(&api->budget.used_bytes, api->budget.limit_bytes);
}

static void with_draining(struct api *api)
{
    atomic_store(&api->draining, true);
}

const struct fault faults[] = {
#define JSON(target_, body_, ...)                                                                  \
    {                                                                                              \
        {.method = "POST", .target = target_, .body = body_}, {.code = __VA_ARGS__}, NULL          \
    }
#define TXT(body_, ...)                                                                            \
    {                                                                                              \
        {.method = "POST", .target = RANGES, .content_type = TEXT, .body = body_},                 \
            {.code = __VA_ARGS__}, NULL                                                            \
    }
#define HEAD_OF(method_, target_, ...)                                                             \
    {                                                                                              \
        {.method = method_, .target = target_}, {.code = __VA_ARGS__}, NULL                        \
    }
    /* the head */
    HEAD_OF("GET", "/nothing", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "/healthz/", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "//", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "", PROBLEM_NOT_FOUND),
    HEAD_OF("POST", "/Xor-Game", PROBLEM_NOT_FOUND),
    HEAD_OF("POST", "/xor%2Dgame", PROBLEM_NOT_FOUND),
    HEAD_OF("OPTIONS", "/nothing", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "/problems/", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "/problems/nope", PROBLEM_NOT_FOUND),
    HEAD_OF("OPTIONS", "/problems/nope", PROBLEM_NOT_FOUND),
    HEAD_OF("POST", "/problems/nope", PROBLEM_NOT_FOUND),
    HEAD_OF("OPTIONS", "/assets/nope", PROBLEM_NOT_FOUND),
    HEAD_OF("PUT", "/assets/nope", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "/problems/not-found/", PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "/problems/" K64 K64, PROBLEM_NOT_FOUND),
    HEAD_OF("GET", "/nim/ranges/1", PROBLEM_NOT_FOUND),
    HEAD_OF("PUT", XOR, PROBLEM_METHOD_NOT_ALLOWED),
    HEAD_OF("DELETE", RANGES, PROBLEM_METHOD_NOT_ALLOWED),
    HEAD_OF("PATCH", XOR, PROBLEM_METHOD_NOT_ALLOWED),
    HEAD_OF("post", XOR, PROBLEM_NOT_IMPLEMENTED),
    HEAD_OF("PROPFIND", "/nothing", PROBLEM_NOT_IMPLEMENTED),
    {{.method = "GET", .target = XOR "?nums=1", .if_match = "\"zz\""},
     {.code = PROBLEM_PRECONDITION_FAILED},
     NULL},
    {{.method = "HEAD", .target = "/docs", .if_match = "zz", .if_none_match = "*"},
     {.code = PROBLEM_PRECONDITION_FAILED},
     NULL},
    {{.method = "GET", .target = XOR "?nums=x", .if_match = "\"zz\""},
     {.code = PROBLEM_WRONG_TYPE, .parameter = "nums"},
     NULL},
    HEAD_OF("POST", "/", PROBLEM_METHOD_NOT_ALLOWED),
    HEAD_OF("POST", "/problems/internal", PROBLEM_METHOD_NOT_ALLOWED),
    HEAD_OF("POST", XOR "?a=1", PROBLEM_UNKNOWN_KEY, .parameter = "a"),
    HEAD_OF("POST", RANGES "?&a%20b", PROBLEM_UNKNOWN_KEY, .parameter = "a b"),
    HEAD_OF("POST", XOR "?=", PROBLEM_UNKNOWN_KEY, .parameter = ""),
    HEAD_OF("POST", POS "?heaps=1", PROBLEM_UNKNOWN_KEY, .parameter = "heaps"),
    {{.method = "POST", .target = XOR, .expect = "tea"},
     {.code = PROBLEM_EXPECTATION_FAILED},
     NULL},
    {{.method = "GET", .target = "/", .expect = "100-continue, tea"},
     {.code = PROBLEM_EXPECTATION_FAILED},
     NULL},
    {{.method = "POST", .target = XOR, .content_type = "text/html"},
     {.code = PROBLEM_UNSUPPORTED_MEDIA_TYPE},
     NULL},
    {{.method = "POST", .target = XOR, .content_type = TEXT},
     {.code = PROBLEM_UNSUPPORTED_MEDIA_TYPE},
     NULL},
    {{.method = "POST", .target = RANGES, .content_type = "text/html"},
     {.code = PROBLEM_UNSUPPORTED_MEDIA_TYPE},
     NULL},
    {{.method = "POST", .target = RANGES, .content_type = "text/plain; charset=latin1"},
     {.code = PROBLEM_UNSUPPORTED_MEDIA_TYPE},
     NULL},
    {{.method = "POST",
      .target = XOR,
      .content_type = "application/json",
      .content_encoding = "gzip"},
     {.code = PROBLEM_UNSUPPORTED_MEDIA_TYPE},
     NULL},
    {{.method = "GET", .target = "/", .content_encoding = "gzip"},
     {.code = PROBLEM_UNSUPPORTED_MEDIA_TYPE},
     NULL},
    {{.method = "POST", .target = XOR, .has_length = true, .content_length = UINT64_MAX},
     {.code = PROBLEM_BODY_TOO_LARGE, .limit = 64 << 20},
     NULL},
    {{.method = "POST", .target = XOR, .body = "{\"nums\":[1,1,1,1,1,1]}"},
     {.code = PROBLEM_BODY_TOO_LARGE, .limit = 20},
     with_small_body},
    {{.method = "POST", .target = RANGES, .content_type = TEXT, .body = "1 1 1 1 1 1          \n"},
     {.code = PROBLEM_BODY_TOO_LARGE, .limit = 20},
     with_small_body},
    {{.method = "GET", .target = "/healthz", .body = "a body that has no meaning"},
     {.code = PROBLEM_BODY_TOO_LARGE, .limit = 20},
     with_small_body},

    /* JSON at all */
    JSON(XOR, NULL, PROBLEM_MALFORMED_JSON, .offset_1 = 1, .line = 1, .column = 1),
    JSON(XOR, "\n \n", PROBLEM_MALFORMED_JSON, .offset_1 = 4, .line = 3, .column = 1),
    JSON(XOR, "{\"nums\":[01]}", PROBLEM_MALFORMED_JSON, .offset_1 = 11, .line = 1, .column = 11),
    JSON(XOR, "\xEF\xBB\xBF{}", PROBLEM_MALFORMED_JSON, .offset_1 = 1, .line = 1, .column = 1),
    JSON(RANGES, "{\"heaps\":[1],\n\"x\":\xFF}", PROBLEM_MALFORMED_JSON, .offset_1 = 19, .line = 2,
         .column = 5),
    JSON(XOR, "{\"bad\":1,\"bad\":2} {", PROBLEM_MALFORMED_JSON, .offset_1 = 19, .line = 1,
         .column = 19),
    JSON(RANGES, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1", PROBLEM_MALFORMED_JSON, .offset_1 = 33,
         .line = 1, .column = 33, .limit = 32),

    /* keys */
    JSON(XOR, "{\"numz\":[1]}", PROBLEM_UNKNOWN_KEY, .pointer = "/numz"),
    JSON(XOR, "{\"nums\":[1],\"a/b~c\":1}", PROBLEM_UNKNOWN_KEY, .pointer = "/a~1b~0c"),
    JSON(XOR, "{\"nums\":[1],\"\":1}", PROBLEM_UNKNOWN_KEY, .pointer = "/"),
    JSON(XOR, "{\"heaps\":[1]}", PROBLEM_UNKNOWN_KEY, .pointer = "/heaps"),
    JSON(XOR, "{\"Nums\":[1]}", PROBLEM_UNKNOWN_KEY, .pointer = "/Nums"),
    JSON(XOR, "{\"nums\":[1],\"" K64 "\":1}", PROBLEM_UNKNOWN_KEY, .pointer = "/" K64),
    JSON(XOR, "{\"nums\":[1],\"" K64 "k\":1}", PROBLEM_UNKNOWN_KEY, .pointer = ""),
    JSON(RANGES, "{\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]],\"verdicts\":\"bits\"}]}",
         PROBLEM_UNKNOWN_KEY, .pointer = "/cases/0/verdicts"),
    JSON(XOR, "{\"nums\":[1],\"n\\u0075ms\":[2]}", PROBLEM_DUPLICATE_KEY, .pointer = "/nums"),
    JSON(RANGES, "{\"cases\":[{\"heaps\":[1],\"heaps\":[1]}]}", PROBLEM_DUPLICATE_KEY,
         .pointer = "/cases/0/heaps"),
    JSON(XOR, "{}", PROBLEM_MISSING_KEY, .pointer = "", .key = "nums"),
    JSON(XOR, "{\"method\":\"search\"}", PROBLEM_MISSING_KEY, .pointer = "", .key = "nums"),
    JSON(RANGES, "{}", PROBLEM_MISSING_KEY, .pointer = "", .key = "heaps"),
    JSON(RANGES, "{\"heaps\":[1]}", PROBLEM_MISSING_KEY, .pointer = "", .key = "queries"),
    JSON(RANGES, "{\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]},{\"queries\":[[1,1]]}]}",
         PROBLEM_MISSING_KEY, .pointer = "/cases/1", .key = "heaps"),
    JSON(XOR, "{\"nums\":[1],\"boards\":[[1]]}", PROBLEM_CONFLICTING_KEYS, .pointer = "/boards"),
    JSON(RANGES, "{\"cases\":[],\"queries\":[]}", PROBLEM_CONFLICTING_KEYS, .pointer = "/cases"),

    /* types */
    JSON(XOR, "[1,2]", PROBLEM_WRONG_TYPE, .pointer = ""),
    JSON(XOR, "null", PROBLEM_WRONG_TYPE, .pointer = ""),
    JSON(XOR, "12", PROBLEM_WRONG_TYPE, .pointer = ""),
    JSON(XOR, "{\"nums\":7}", PROBLEM_WRONG_TYPE, .pointer = "/nums"),
    JSON(XOR, "{\"nums\":[1,\"2\",3]}", PROBLEM_WRONG_TYPE, .pointer = "/nums/1"),
    JSON(XOR, "{\"nums\":[null]}", PROBLEM_WRONG_TYPE, .pointer = "/nums/0"),
    JSON(XOR, "{\"nums\":[[1]]}", PROBLEM_WRONG_TYPE, .pointer = "/nums/0"),
    JSON(XOR, "{\"boards\":[1]}", PROBLEM_WRONG_TYPE, .pointer = "/boards/0"),
    JSON(XOR, "{\"boards\":[[1],2]}", PROBLEM_WRONG_TYPE, .pointer = "/boards/1"),
    JSON(XOR, "{\"boards\":[[1],[2,{}]]}", PROBLEM_WRONG_TYPE, .pointer = "/boards/1/1"),
    JSON(XOR, "{\"nums\":[1],\"method\":1}", PROBLEM_WRONG_TYPE, .pointer = "/method"),
    JSON(RANGES, "{\"heaps\":{},\"queries\":[[1,1]]}", PROBLEM_WRONG_TYPE, .pointer = "/heaps"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1],[1]]}", PROBLEM_WRONG_TYPE,
         .pointer = "/queries/1"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1],[]]}", PROBLEM_WRONG_TYPE,
         .pointer = "/queries/1"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1,1]]}", PROBLEM_WRONG_TYPE,
         .pointer = "/queries/0"),
    JSON(RANGES, "{\"cases\":[1]}", PROBLEM_WRONG_TYPE, .pointer = "/cases/0"),
    JSON(RANGES, "{\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]},[]]}", PROBLEM_WRONG_TYPE,
         .pointer = "/cases/1"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"include\":\"nim_sums\"}", PROBLEM_WRONG_TYPE,
         .pointer = "/include"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"include\":[\"nim_sums\",1]}",
         PROBLEM_WRONG_TYPE, .pointer = "/include/1"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"index_base\":\"1\"}", PROBLEM_WRONG_TYPE,
         .pointer = "/index_base"),

    /* values */
    JSON(XOR, "{\"nums\":[1,-1]}", PROBLEM_OUT_OF_RANGE, .pointer = "/nums/1"),
    JSON(XOR, "{\"nums\":[1.5]}", PROBLEM_OUT_OF_RANGE, .pointer = "/nums/0"),
    JSON(XOR, "{\"nums\":[9223372036854775808]}", PROBLEM_OUT_OF_RANGE, .pointer = "/nums/0"),
    JSON(XOR, "{\"boards\":[[1],[1e999999999999]]}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/boards/1/0"),
    JSON(XOR, "{\"nums\":[1],\"method\":\"guess\"}", PROBLEM_OUT_OF_RANGE, .pointer = "/method"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"convention\":\"mis\"}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/convention"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"index_base\":2}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/index_base"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"index_base\":0.5}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/index_base"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[[1,1]],\"include\":[\"sums\"]}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/include/0"),
    JSON(RANGES, "{\"heaps\":[1,2],\"queries\":[[1,2],[0,1]]}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/queries/1/0"),
    JSON(RANGES, "{\"heaps\":[1,2],\"queries\":[[1,3]]}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/queries/0/1"),
    JSON(RANGES, "{\"heaps\":[1,2],\"queries\":[[2,1]]}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/queries/0"),
    JSON(RANGES, "{\"heaps\":[1,2],\"queries\":[[0,2]],\"index_base\":0}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/queries/0/1"),
    JSON(RANGES,
         "{\"cases\":[{\"heaps\":[1],\"queries\":[[1,1]]},{\"heaps\":[1],\"queries\":"
         "[[1,9223372036854775807]]}]}",
         PROBLEM_OUT_OF_RANGE, .pointer = "/cases/1/queries/0/1"),

    /* counts */
    JSON(XOR, "{\"nums\":[]}", PROBLEM_TOO_FEW, .pointer = "/nums"),
    JSON(XOR, "{\"boards\":[]}", PROBLEM_TOO_FEW, .pointer = "/boards"),
    JSON(XOR, "{\"boards\":[[1],[]]}", PROBLEM_TOO_FEW, .pointer = "/boards/1"),
    JSON(RANGES, "{\"heaps\":[],\"queries\":[[1,1]]}", PROBLEM_TOO_FEW, .pointer = "/heaps"),
    JSON(RANGES, "{\"heaps\":[1],\"queries\":[]}", PROBLEM_TOO_FEW, .pointer = "/queries"),
    JSON(RANGES, "{\"cases\":[]}", PROBLEM_TOO_FEW, .pointer = "/cases"),
    JSON(RANGES, "{\"cases\":[{\"heaps\":[1],\"queries\":[]}]}", PROBLEM_TOO_FEW,
         .pointer = "/cases/0/queries"),
    {{.method = "POST", .target = XOR, .body = "{\"boards\":[[1],[1],[1]]}"},
     {.code = PROBLEM_TOO_MANY, .pointer = "/boards", .limit = 2},
     with_two_items},
    {{.method = "POST",
      .target = XOR,
      .body = "{\"boards\":[[1],[1,2,3,4]],\"method\":\"search\"}"},
     {.code = PROBLEM_SEARCH_TOO_LARGE, .pointer = "/boards/1", .limit = 3},
     with_small_search},

    /* positions */
    JSON(POS, "{}", PROBLEM_MISSING_KEY, .pointer = "", .key = "heaps"),
    JSON(POS, "{\"heaps\":[]}", PROBLEM_TOO_FEW, .pointer = "/heaps"),
    JSON(POS, "{\"heaps\":[1,\"2\"]}", PROBLEM_WRONG_TYPE, .pointer = "/heaps/1"),
    JSON(POS, "{\"heaps\":[1],\"include\":[\"why\"]}", PROBLEM_OUT_OF_RANGE,
         .pointer = "/include/0"),
    JSON(POS, "{\"heaps\":[1],\"integers\":1}", PROBLEM_WRONG_TYPE, .pointer = "/integers"),
    JSON(POS, "{\"heaps\":[1],\"queries\":[[1,1]]}", PROBLEM_UNKNOWN_KEY, .pointer = "/queries"),

    /* queries */
    HEAD_OF("GET", XOR, PROBLEM_MISSING_KEY, .parameter = "nums"),
    HEAD_OF("HEAD", RANGES "?heaps=1", PROBLEM_MISSING_KEY, .parameter = "queries"),
    HEAD_OF("GET", POS "?include=", PROBLEM_MISSING_KEY, .parameter = "heaps"),
    HEAD_OF("GET", XOR "?nums=1&boards=1", PROBLEM_UNKNOWN_KEY, .parameter = "boards"),
    HEAD_OF("GET", RANGES "?cases=1", PROBLEM_UNKNOWN_KEY, .parameter = "cases"),
    HEAD_OF("GET", POS "?heaps=1&index_base=1&index_base=1", PROBLEM_DUPLICATE_KEY,
            .parameter = "index_base"),
    HEAD_OF("GET", XOR "?nums=", PROBLEM_TOO_FEW, .parameter = "nums"),
    HEAD_OF("GET", XOR "?nums=1,-1", PROBLEM_WRONG_TYPE, .parameter = "nums"),
    HEAD_OF("GET", RANGES "?heaps=1&queries=1", PROBLEM_WRONG_TYPE, .parameter = "queries"),
    HEAD_OF("GET", RANGES "?heaps=1&queries=1-2", PROBLEM_OUT_OF_RANGE, .parameter = "queries"),
    HEAD_OF("GET", POS "?heaps=9223372036854775808", PROBLEM_OUT_OF_RANGE, .parameter = "heaps"),
    HEAD_OF("GET", POS "?heaps=1&index_base=2", PROBLEM_OUT_OF_RANGE, .parameter = "index_base"),
    HEAD_OF("GET", XOR "?nums=1&include=explanation,", PROBLEM_OUT_OF_RANGE,
            .parameter = "include"),
    HEAD_OF("GET", XOR "?" A64 "&a", PROBLEM_TOO_MANY, .limit = 64),
    {{.method = "GET", .target = XOR "?nums=1,2,3,4&method=search"},
     {.code = PROBLEM_SEARCH_TOO_LARGE, .parameter = "nums", .limit = 3},
     with_small_search},
    {{.method = "GET", .target = XOR "?nums=1", .body = "a body that has no meaning"},
     {.code = PROBLEM_BODY_TOO_LARGE, .limit = 20},
     with_small_body},
    {{.method = "GET", .target = XOR "?nums=1"},
     {.code = PROBLEM_OVERLOADED},
     with_all_memory_taken},

    /* contest text */
    TXT(NULL, PROBLEM_MALFORMED_TEXT, .offset_1 = 1, .line = 1, .column = 1),
    TXT("1\n1 1\n1\n1 x", PROBLEM_MALFORMED_TEXT, .offset_1 = 11, .line = 4, .column = 3),
    TXT("1\n1 1\n1\n1 1 1", PROBLEM_MALFORMED_TEXT, .offset_1 = 13, .line = 4, .column = 5),
    TXT("1\n1 1\n1\n1", PROBLEM_MALFORMED_TEXT, .offset_1 = 10, .line = 4, .column = 2),
    TXT("{\"heaps\":[1]}", PROBLEM_MALFORMED_TEXT, .offset_1 = 1, .line = 1, .column = 1),
    TXT("0", PROBLEM_TOO_FEW, .offset_1 = 1, .line = 1, .column = 1),
    TXT("1 1 0 1", PROBLEM_TOO_FEW, .offset_1 = 5, .line = 1, .column = 5),
    TXT("1 1 1 1 1 2", PROBLEM_OUT_OF_RANGE, .offset_1 = 11, .line = 1, .column = 11),
    {{.method = "POST",
      .target = RANGES,
      .content_type = TEXT,
      .body = " 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"},
     {.code = PROBLEM_TOO_MANY, .offset_1 = 2, .line = 1, .column = 2, .limit = 2},
     with_two_items},

    /* a full or stopping service */
    {{.method = "POST", .target = XOR, .body = "{\"nums\":[1]}"},
     {.code = PROBLEM_OVERLOADED},
     with_all_memory_taken},
    {{.method = "POST", .target = RANGES, .content_type = TEXT, .body = "1 1 1 1 1 1"},
     {.code = PROBLEM_OVERLOADED},
     with_all_memory_taken},
    {{.method = "GET", .target = "/"}, {.code = PROBLEM_OVERLOADED}, with_all_memory_taken},
    {{.method = "GET", .target = "/readyz"}, {.code = PROBLEM_OVERLOADED}, with_all_memory_taken},
    {{.method = "GET", .target = "/readyz"}, {.code = PROBLEM_OVERLOADED}, with_draining},
};
const size_t fault_count = sizeof faults / sizeof faults[0];

void fault_api(const struct fault *fault, struct api *api)
{
    fixture_api(api);
    if (fault->prepare != NULL) {
        fault->prepare(api);
    }
}
