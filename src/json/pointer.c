/* SPDX-License-Identifier: MIT */
/* pointer.c: both spellings of a place. Of its keys only the last may be a client's, not ours. */
#include "json/pointer.h"

#include <stdio.h>
#include <string.h>

#include "digits/decimal.h"
#include "json/envelope.h"

struct text {
    char *out;
    size_t size, maximum;
};

static void put(struct text *text, const char *bytes, size_t size)
{
    size_t room = text->maximum - text->size;
    size_t taken = size < room ? size : room;
    memcpy(text->out + text->size, bytes, taken);
    text->size += taken;
}

static void put_number(struct text *text, size_t number)
{
    char digits[DECIMAL_MAX_BYTES];
    size_t size = decimal_print(number, digits);
    put(text, digits, size);
}

/* RFC 6901 section 3: ~ is ~0 and / is ~1. The envelope's mark for U+0000 is undone. */
static void put_token(struct text *text, const char *key)
{
    for (; *key != '\0'; key++) {
        if (*key == '~') {
            put(text, "~0", 2);
        } else if (*key == '/') {
            put(text, "~1", 2);
        } else if ((unsigned char)*key == ENVELOPE_NUL) {
            put(text, "", 1);
        } else {
            put(text, key, 1);
        }
    }
}

static void put_pointer(struct text *text, const struct json_node *node)
{
    if (node->parent == NULL) {
        return;
    }
    put_pointer(text, node->parent);
    put(text, "/", 1);
    if (node->key != NULL) {
        put_token(text, node->key);
    } else {
        put_number(text, node->index);
    }
}

void json_point(struct problem *problem, const struct json_node *node)
{
    char pointer[PROBLEM_POINTER_BYTES];
    struct text text = {pointer, 0, sizeof pointer};
    put_pointer(&text, node);
    problem_pointer(problem, pointer, text.size);
}

static void put_path(struct text *text, const struct json_node *node)
{
    if (node->parent == NULL) {
        return;
    }
    put_path(text, node->parent);
    if (node->key == NULL) {
        put(text, "[", 1);
        put_number(text, node->index);
        put(text, "]", 1);
        return;
    }
    if (text->size > 0) {
        put(text, ".", 1);
    }
    put(text, node->key, strlen(node->key));
}

const char *json_path(const struct json_node *node, char out[JSON_PATH_BYTES])
{
    struct text text = {out, 0, JSON_PATH_BYTES - 1};
    put_path(&text, node);
    if (text.size == 0) {
        put(&text, "the body", 8);
    }
    out[text.size] = '\0';
    return out;
}
