/* SPDX-License-Identifier: MIT */
/* reply_rules.c: replies read by the reference reader of tests/json. */
#include "reply_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { NESTING = 32 };

_Noreturn void reply_rules_broken(const char *rule, const struct api_reply *reply)
{
    fprintf(stderr, "broken: %s\n", rule);
    if (reply != NULL) {
        fprintf(stderr, "%u %s\n%.*s\n", reply->status,
                reply->media_type != NULL ? reply->media_type : "", (int)reply->body_size,
                reply->body != NULL ? reply->body : "");
    }
    abort();
}

static const struct reference_value *member(const struct reference_value *object, const char *key)
{
    for (const struct reference_value *v = object->first; v != NULL; v = v->next) {
        if (v->key.size == strlen(key) && memcmp(v->key.data, key, v->key.size) == 0) {
            return v;
        }
    }
    return NULL;
}

static bool is_text(const struct reference_value *value, const char *text)
{
    return value != NULL && value->kind == REFERENCE_STRING && value->text.size == strlen(text) &&
           memcmp(value->text.data, text, value->text.size) == 0;
}

static bool read_integer(const struct reference_value *object, const char *key, uint64_t *value)
{
    const struct reference_value *found = member(object, key);
    return found != NULL && found->kind == REFERENCE_NUMBER &&
           reference_integer(found->text.data, found->text.size, value) == JSON_ACCEPTED;
}

static void hold_problem(const struct api_reply *reply, const struct reference_value *root,
                         struct reply_seen *seen)
{
    if (root->kind != REFERENCE_OBJECT || member(root, "code") == NULL) {
        reply_rules_broken("a problem is an object with a code", reply);
    }
    const struct bytes *code = &member(root, "code")->text;
    uint64_t status = 0;
    seen->code = problem_find(code->data, code->size);
    if (seen->code == PROBLEM_NONE) {
        reply_rules_broken("a problem's code is in the table", reply);
    }
    const struct problem_kind *kind = problem_kind(seen->code);
    char type[64];
    (void)snprintf(type, sizeof type, "/problems/%s", kind->code);
    if (!read_integer(root, "status", &status) || status != reply->status ||
        status != kind->status || !is_text(member(root, "type"), type) ||
        !is_text(member(root, "title"), kind->title) || member(root, "detail") == NULL ||
        member(root, "detail")->text.size == 0) {
        reply_rules_broken("a problem's members agree", reply);
    }
    if (seen->code == PROBLEM_MALFORMED_JSON &&
        (!read_integer(root, "offset", &seen->place.offset) ||
         !read_integer(root, "line", &seen->place.line) ||
         !read_integer(root, "column", &seen->place.column))) {
        reply_rules_broken("malformed-json has a place", reply);
    }
    if (seen->code == PROBLEM_INTERNAL) {
        reply_rules_broken("nothing here is internal", reply);
    }
}

static void hold_json(const struct api_reply *reply, bool is_problem, struct reply_seen *seen)
{
    struct reference reference;
    reference_read(&reference, reply->body, reply->body_size, NESTING);
    if (reference.outcome != REFERENCE_VALID) {
        reply_rules_broken("a JSON reply is JSON", reply);
    }
    if (reply->body[reply->body_size - 1] != '\n') {
        reply_rules_broken("a JSON reply ends with a line feed", reply);
    }
    if (is_problem) {
        hold_problem(reply, reference.root, seen);
    }
    reference_free(&reference);
}

static bool is_documented(unsigned status)
{
    static const unsigned documented[] = {200, 204, 400, 404, 405, 412,
                                          413, 415, 417, 422, 501, 503};
    for (size_t i = 0; i < sizeof documented / sizeof documented[0]; i++) {
        if (status == documented[i]) {
            return true;
        }
    }
    return false;
}

void reply_rules_hold(const struct api_reply *reply, struct reply_seen *seen)
{
    seen->status = reply->status;
    seen->code = PROBLEM_NONE;
    const char *type = reply->media_type;
    bool is_problem = type != NULL && strcmp(type, "application/problem+json") == 0;
    if (!is_documented(reply->status)) {
        reply_rules_broken("the status is documented", reply);
    }
    if (is_problem != (reply->status >= 400) || (type == NULL) != (reply->status == 204) ||
        (type == NULL && reply->body_size != 0)) {
        reply_rules_broken("refusals, and nothing else, are problems", reply);
    }
    if (is_problem || (type != NULL && strcmp(type, "application/json") == 0)) {
        hold_json(reply, is_problem, seen);
    }
    if ((reply->allow != NULL) != (reply->status == 405 || reply->status == 204) ||
        (reply->retry_after != 0) != (reply->status == 503)) {
        reply_rules_broken("Allow and Retry-After stand where they must", reply);
    }
}

void reply_rules_hold_syntax(const struct reply_seen *seen, const char *body, size_t size)
{
    struct reference reference;
    if (seen->code == PROBLEM_BODY_TOO_LARGE || seen->code == PROBLEM_OVERLOADED) {
        return;
    }
    reference_read(&reference, body, size, NESTING);
    bool malformed = reference.outcome != REFERENCE_VALID;
    if (malformed != (seen->code == PROBLEM_MALFORMED_JSON) ||
        (malformed && (reference.place.offset != seen->place.offset ||
                       reference.place.line != seen->place.line ||
                       reference.place.column != seen->place.column))) {
        fprintf(stderr, "offset %llu or %llu\n%.*s\n", (unsigned long long)reference.place.offset,
                (unsigned long long)seen->place.offset, (int)size, body);
        reply_rules_broken("malformed-json is told of what is malformed, and at its place", NULL);
    }
    reference_free(&reference);
}
