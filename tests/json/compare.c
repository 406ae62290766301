/* SPDX-License-Identifier: MIT */
/* compare.c: one body, one way of cutting it, both readers. */
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_tree.h"
#include "json/document.h"

static bool same_place(struct place a, struct place b)
{
    return a.offset == b.offset && a.line == b.line && a.column == b.column;
}

static void feed(struct json_scanner *scanner, const char *body, size_t size, struct cuts cuts)
{
    for (size_t at = 0, i = 0; at < size; i = (i + 1) % cuts.count) {
        size_t taken = cuts.sizes[i] < size - at ? cuts.sizes[i] : size - at;
        char *piece = bytes_copy(body + at, taken);
        (void)json_scanner_feed(scanner, piece, taken); /* a failed scanner stays failed */
        free(piece);
        at += taken;
    }
}

static bool same_failure(const struct reference *expected, const struct problem *problem,
                         size_t size, char *message)
{
    bool too_deep = expected->outcome == REFERENCE_TOO_DEEP;
    if (problem->code != PROBLEM_MALFORMED_JSON || !problem->has_place ||
        problem->has_limit != too_deep || (too_deep && problem->limit != COMPARE_NESTING)) {
        snprintf(message, COMPARE_MESSAGE_BYTES, "outcome %d expected, code %d, limit told: %d",
                 (int)expected->outcome, (int)problem->code, (int)problem->has_limit);
        return false;
    }
    if (!same_place(expected->place, problem->place)) {
        snprintf(message, COMPARE_MESSAGE_BYTES,
                 "failure expected at %" PRIu64 " (%" PRIu64 ":%" PRIu64 "), but at %" PRIu64
                 " (%" PRIu64 ":%" PRIu64 ")",
                 expected->place.offset, expected->place.line, expected->place.column,
                 problem->place.offset, problem->place.line, problem->place.column);
        return false;
    }
    char detail[PROBLEM_DETAIL_BYTES + 1] = "";
    memcpy(detail, problem->detail, problem->detail_size);
    bool cut = strstr(detail, ": the body ends where") != NULL ||
               strstr(detail, ": the body is empty") != NULL;
    if (cut != (expected->place.offset == size)) {
        snprintf(message, COMPARE_MESSAGE_BYTES, "wrong detail: %s", detail);
        return false;
    }
    return true;
}

static bool same_outcome(const struct reference *expected, struct json_scanner *scanner,
                         struct account *account, size_t size, char *message)
{
    struct json_document document;
    struct problem problem;
    bool same;
    if (json_document_open(&document, scanner, account, &problem)) {
        same = compare_tree(expected, scanner, document.tree, message);
    } else {
        same = same_failure(expected, &problem, size, message);
    }
    json_document_close(&document);
    return same;
}

bool compare_with(const struct reference *expected, const char *body, size_t size, struct cuts cuts,
                  char message[COMPARE_MESSAGE_BYTES])
{
    struct budget budget;
    budget_init(&budget, (size_t)1 << 32);
    struct account account = {.budget = &budget};
    struct json_limits limits = {.nesting = COMPARE_NESTING,
                                 .envelope_values = SIZE_MAX / 256,
                                 .memory_bytes = (size_t)1 << 28};
    struct json_scanner scanner;
    json_scanner_init(&scanner, &account, &limits);
    feed(&scanner, body, size, cuts);
    bool same = same_outcome(expected, &scanner, &account, size, message);
    json_scanner_free(&scanner);
    budget_free(&budget);
    if (same && (account.held_bytes != 0 || budget.used_bytes != 0)) {
        snprintf(message, COMPARE_MESSAGE_BYTES, "%zu bytes are still held", account.held_bytes);
        return false;
    }
    return same;
}

bool compare_cut(const char *body, size_t size, bool every_cut, char message[COMPARE_MESSAGE_BYTES])
{
    struct reference expected;
    reference_read(&expected, body, size, COMPARE_NESTING);
    size_t sizes[] = {SIZE_MAX, SIZE_MAX};
    bool same = compare_with(&expected, body, size, (struct cuts){sizes, 1}, message);
    sizes[0] = 1;
    same = same && compare_with(&expected, body, size, (struct cuts){sizes, 1}, message);
    for (size_t cut = 0; every_cut && same && cut < size; cut++) {
        sizes[0] = cut;
        same = compare_with(&expected, body, size, (struct cuts){sizes, 2}, message);
    }
    reference_free(&expected);
    return same;
}

const char *compare_shown(const char *body, size_t size)
{
    static char shown[200 * 4 + 16];
    size_t n = 0;
    for (size_t i = 0; i < size && i < 200; i++) {
        unsigned char c = (unsigned char)body[i];
        bool plain = c >= 0x20 && c < 0x7F;
        n += (size_t)snprintf(shown + n, sizeof shown - n, plain ? "%c" : "\\x%02X", c);
    }
    snprintf(shown + n, sizeof shown - n, "%s", size > 200 ? "..." : "");
    return shown;
}
