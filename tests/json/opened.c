/* SPDX-License-Identifier: MIT */
/* opened.c: set-up and assertions for check_document*.c. */
#include "opened.h"

#include <check.h>
#include <string.h>

void opened_init(struct opened *opened, const char *body, size_t size,
                 const struct json_limits *limits)
{
    static const struct json_limits usual = {
        .nesting = 32, .envelope_values = 400000, .memory_bytes = 1 << 24};
    opened->account = (struct account){.budget = NULL};
    json_scanner_init(&opened->scanner, &opened->account, limits != NULL ? limits : &usual);
    (void)json_scanner_feed(&opened->scanner, body, size);
    opened->is_open = json_document_open(&opened->document, &opened->scanner, &opened->account,
                                         &opened->problem);
    opened->root = opened->is_open ? json_root(&opened->document) : (struct json_node){0};
}

void opened_free(struct opened *opened)
{
    json_document_close(&opened->document);
    json_scanner_free(&opened->scanner);
    ck_assert_uint_eq(opened->account.held_bytes, 0);
}

static void assert_text(const char *what, const char *found, size_t size, const char *wanted)
{
    ck_assert_msg(size == strlen(wanted) && memcmp(found, wanted, size) == 0, "%s: %.*s, not %s",
                  what, (int)size, found, wanted);
}

void opened_assert(const struct opened *opened, enum problem_code code, const char *pointer,
                   const char *key, const char *detail)
{
    const struct problem *problem = &opened->problem;
    ck_assert_int_eq(problem->code, code);
    assert_text("detail", problem->detail, problem->detail_size, detail);
    ck_assert_int_eq(problem->has_pointer, pointer != NULL);
    ck_assert_int_eq(problem->has_key, key != NULL);
    ck_assert(!problem->has_parameter);
    if (pointer != NULL) {
        assert_text("pointer", problem->pointer, problem->pointer_size, pointer);
    }
    if (key != NULL) {
        assert_text("key", problem->key, problem->key_size, key);
    }
}
