/* SPDX-License-Identifier: MIT */
/* reference.c: recursive descent over the whole body. A function that returns false leaves the
 * reader at the fault. */
#include "reference_internal.h"

#include <stdlib.h>
#include <string.h>

static void skip_space(struct reader *r)
{
    while (take(r, ' ') || take(r, '\t') || take(r, '\n') || take(r, '\r')) {
    }
}

static bool read_word(struct reader *r, const char *word)
{
    while (*word != '\0' && take(r, *word)) {
        word++;
    }
    return *word == '\0';
}

static bool read_digits(struct reader *r)
{
    size_t start = r->at;
    while (peek(r) >= '0' && peek(r) <= '9') {
        r->at++;
    }
    return r->at > start;
}

static bool read_number(struct reader *r, struct bytes *text)
{
    size_t start = r->at;
    (void)take(r, '-');
    if (!take(r, '0') && !read_digits(r)) {
        return false;
    }
    if (take(r, '.') && !read_digits(r)) {
        return false;
    }
    if (take(r, 'e') || take(r, 'E')) {
        (void)(take(r, '+') || take(r, '-'));
        if (!read_digits(r)) {
            return false;
        }
    }
    bytes_add(text, r->body + start, r->at - start);
    return true;
}

static struct reference_value *add_child(struct reference_value *parent)
{
    struct reference_value *child = calloc(1, sizeof *child);
    if (child == NULL) {
        abort();
    }
    if (parent->last != NULL) {
        parent->last->next = child;
    } else {
        parent->first = child;
    }
    parent->last = child;
    parent->count++;
    return child;
}

static bool read_value(struct reader *r, struct reference_value *value);

static bool read_member(struct reader *r, struct reference_value *object)
{
    struct reference_value *member = add_child(object);
    skip_space(r);
    if (!reference_string(r, &member->key)) {
        return false;
    }
    skip_space(r);
    return take(r, ':') && read_value(r, member);
}

static bool read_container(struct reader *r, struct reference_value *value)
{
    bool object = peek(r) == '{';
    int end = object ? '}' : ']';
    value->kind = object ? REFERENCE_OBJECT : REFERENCE_ARRAY;
    if (r->depth == r->nesting) {
        r->too_deep = true;
        return false;
    }
    r->depth++;
    r->at++;
    skip_space(r);
    if (!take(r, end)) {
        do {
            if (!(object ? read_member(r, value) : read_value(r, add_child(value)))) {
                return false;
            }
            skip_space(r);
        } while (take(r, ','));
        if (!take(r, end)) {
            return false;
        }
    }
    r->depth--;
    return true;
}

static bool read_value(struct reader *r, struct reference_value *value)
{
    skip_space(r);
    switch (peek(r)) {
    case '[':
    case '{': return read_container(r, value);
    case '"': value->kind = REFERENCE_STRING; return reference_string(r, &value->text);
    case 't': value->kind = REFERENCE_TRUE; return read_word(r, "true");
    case 'f': value->kind = REFERENCE_FALSE; return read_word(r, "false");
    case 'n': value->kind = REFERENCE_NULL; return read_word(r, "null");
    default: value->kind = REFERENCE_NUMBER; return read_number(r, &value->text);
    }
}

static struct place place_of(const char *body, size_t offset)
{
    struct place place = {.offset = offset, .line = 1, .column = 1};
    for (size_t i = 0; i < offset; i++) {
        place.line += body[i] == '\n';
        place.column = body[i] == '\n' ? 1 : place.column + 1;
    }
    return place;
}

void reference_read(struct reference *reference, const char *body, size_t size, unsigned nesting)
{
    struct reader r = {.body = (const unsigned char *)body, .size = size, .nesting = nesting};
    struct reference_value above = {.kind = REFERENCE_ARRAY};
    bool whole = read_value(&r, add_child(&above));
    if (whole) {
        skip_space(&r);
        whole = r.at == size;
    }
    *reference = (struct reference){.root = above.first, .place = place_of(body, r.at)};
    if (!whole) {
        reference->outcome = r.too_deep ? REFERENCE_TOO_DEEP : REFERENCE_MALFORMED;
    }
}

static void free_values(struct reference_value *value)
{
    while (value != NULL) {
        struct reference_value *next = value->next;
        free_values(value->first);
        bytes_free(&value->text);
        bytes_free(&value->key);
        free(value);
        value = next;
    }
}

void reference_free(struct reference *reference)
{
    free_values(reference->root);
    reference->root = NULL;
}
