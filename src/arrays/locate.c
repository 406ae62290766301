/* SPDX-License-Identifier: MIT */
/* locate.c: a walk over valid JSON, byte by byte, that compares each value's path with a
 * pointer. */
#include "arrays/locate.h"

#include <string.h>
#include <unistd.h>

#include "json/scanner.h"

enum { READ_BYTES = 64 * 1024, TOKENS = 4 /* no reader of ours points deeper */ };

struct token {
    const char *text;
    size_t size;
};

struct walk {
    int file;
    off_t offset;
    size_t size, next;
    bool after_line_feed;
    struct place place; /* of the byte last taken */

    struct token tokens[TOKENS]; /* of the pointer */
    unsigned token_count, depth;
    struct container {
        bool is_object, is_on_path, is_key; /* is_key: the next string is one */
        bool matches;                       /* the value due has the path's next token */
        uint64_t index;
    } containers[JSON_NESTING_LIMIT + 1];

    bool found;
    struct place at;
    char bytes[READ_BYTES];
};

/* The next byte, or -1 at the end of the file. */
static int take(struct walk *w)
{
    if (w->next == w->size) {
        ssize_t size = pread(w->file, w->bytes, sizeof w->bytes, w->offset);
        if (size <= 0) {
            return -1;
        }
        w->offset += size;
        w->size = (size_t)size;
        w->next = 0;
    }
    if (w->after_line_feed) {
        w->place.line++;
        w->place.column = 0;
    }
    char byte = w->bytes[w->next++];
    w->after_line_feed = byte == '\n';
    w->place.column++;
    return (unsigned char)byte;
}

static void split(struct walk *w, const char *pointer, size_t size)
{
    for (size_t i = 0; i < size && w->token_count < TOKENS;) {
        const char *text = pointer + i + 1; /* behind the slash */
        const char *slash = memchr(text, '/', size - i - 1);
        size_t length = slash == NULL ? size - i - 1 : (size_t)(slash - text);
        w->tokens[w->token_count++] = (struct token){text, length};
        i += length + 1;
    }
}

/* Is it the element's number? */
static bool is_index(const struct token *token, uint64_t index)
{
    uint64_t value = 0;
    for (size_t i = 0; i < token->size; i++) {
        value = value * 10 + (uint64_t)(token->text[i] - '0');
    }
    return value == index;
}

static struct container *innermost(struct walk *w)
{
    return &w->containers[w->depth];
}

/* The token of the pointer that the innermost container's value must have; NULL: there is none. */
static const struct token *due_token(const struct walk *w)
{
    bool is_due = w->depth > 0 && w->depth <= w->token_count && w->containers[w->depth].is_on_path;
    return is_due ? &w->tokens[w->depth - 1] : NULL;
}

/* A value begins at the byte last taken. Returns whether the pointer's path leads to it. */
static bool begin_value(struct walk *w)
{
    struct container *c = innermost(w);
    const struct token *due = due_token(w);
    bool is_on_path = w->depth == 0 ||
                      (due != NULL && (c->is_object ? c->matches : is_index(due, c->index)));
    if (is_on_path && w->depth == w->token_count) {
        w->found = true;
        w->at = w->place;
    }
    return is_on_path;
}

static void open_container(struct walk *w, bool is_object)
{
    bool is_on_path = begin_value(w);
    if (w->depth < JSON_NESTING_LIMIT) {
        w->depth++;
        *innermost(w) = (struct container){
            .is_object = is_object, .is_on_path = is_on_path, .is_key = is_object};
    }
}

/* A key or a string value whose quote was taken. Keys written with escapes match no pointer. */
static void take_string(struct walk *w)
{
    struct container *c = innermost(w);
    bool is_key = w->depth > 0 && c->is_key;
    const struct token *due = is_key ? due_token(w) : NULL;
    if (!is_key) {
        (void)begin_value(w);
    }
    bool same = due != NULL;
    size_t used = 0;
    for (int byte = take(w); byte != '"' && byte >= 0; byte = take(w)) {
        if (byte == '\\') {
            same = false;
            (void)take(w);
            continue;
        }
        char expected = same && used < due->size ? due->text[used] : '\0';
        if (expected == '~' && used + 1 < due->size) {
            used++;
            expected = due->text[used] == '0' ? '~' : '/';
        }
        same = same && used < due->size && expected == (char)byte;
        used++;
    }
    if (is_key) {
        c->matches = same && used == due->size;
        c->is_key = false;
    }
}

static void walk(struct walk *w)
{
    bool in_scalar = false;
    for (int byte = take(w); byte >= 0; byte = take(w)) {
        bool is_space = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        if (is_space || byte == ':') {
            in_scalar = false;
        } else if (byte == ',') {
            in_scalar = false;
            innermost(w)->index++;
            innermost(w)->is_key = innermost(w)->is_object;
        } else if (byte == '"') {
            take_string(w);
        } else if (byte == '{' || byte == '[') {
            open_container(w, byte == '{');
        } else if (byte == '}' || byte == ']') {
            in_scalar = false;
            w->depth -= w->depth > 0;
        } else if (!in_scalar) {
            in_scalar = true;
            (void)begin_value(w);
        }
    }
}

bool locate(int file, const struct problem *problem, struct place *place)
{
    struct walk w = {.file = file, .place = {.line = 1}};
    split(&w, problem->pointer, problem->pointer_size);
    walk(&w);
    *place = w.at;
    return w.found;
}
