/* SPDX-License-Identifier: MIT */
/* audit_head.c: one heap block with the head in it, as libmicrohttpd 0.9.75 leaves it: the bytes
 * that came, with NULs where method, target, version, names and values end (one at a colon, two at
 * a line's end). Each way to tamper leaves the mark that a real forgery leaves. */
#include "audit_head.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/audit_layout.h"

enum tampering {
    SOUND,
    LINE_FOLDED,    /* a folded line lies between a field and the next */
    NAME_MOVED,     /* a name was put together elsewhere */
    VALUE_CUT,      /* at a NUL: the rest of the line follows */
    BARE_LINE_FEED, /* one byte at a line's end */
    GAP_FILLED,     /* something other than white space before the value */
    TARGET_MOVED,
    VERSION_LONG,
    TAMPERINGS
};

enum { FIELDS = 4 };

struct input {
    const uint8_t *data;
    size_t size;
};

static uint8_t take(struct input *input)
{
    if (input->size == 0) {
        return 0;
    }
    input->size--;
    return *input->data++;
}

/* Where the pieces of the head lie in its block. */
struct head {
    char *block;
    size_t size;
    size_t target, target_size, version;
    unsigned count;
    struct {
        size_t name, name_size, value, value_size;
    } fields[FIELDS];
};

static void put(struct head *head, char byte)
{
    head->block = realloc(head->block, head->size + 1); /* exactly as large as what is in it */
    if (head->block == NULL) {
        abort();
    }
    head->block[head->size++] = byte;
}

/* Up to 31 bytes of the input, none of them NUL. */
static size_t put_text(struct head *head, struct input *input, size_t least)
{
    size_t size = take(input) % 32;
    size = size < least ? least : size;
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = take(input);
        put(head, (char)(byte == 0 ? 'x' : byte));
    }
    return size;
}

static void put_field(struct head *head, struct input *input, enum tampering tampering)
{
    unsigned i = head->count++;
    head->fields[i].name = head->size;
    head->fields[i].name_size = put_text(head, input, 1);
    put(head, '\0');
    for (unsigned spaces = take(input) % 4; spaces > 0; spaces--) {
        put(head, take(input) % 2 == 0 ? ' ' : '\t');
    }
    if (tampering == GAP_FILLED) {
        uint8_t byte = take(input);
        put(head, byte == ' ' || byte == '\t' ? 'x' : (char)byte);
    }
    head->fields[i].value = head->size;
    head->fields[i].value_size = put_text(head, input, 0);
    put(head, '\0');
    if (tampering == VALUE_CUT) {
        (void)put_text(head, input, 1);
        put(head, '\0');
    }
    if (tampering != BARE_LINE_FEED) {
        put(head, '\0');
    }
    if (tampering == LINE_FOLDED) {
        put(head, take(input) % 2 == 0 ? ' ' : '\t');
        (void)put_text(head, input, 0);
        put(head, '\0');
        put(head, '\0');
    }
}

static void put_request_line(struct head *head, struct input *input, enum tampering tampering)
{
    (void)put_text(head, input, 1);
    put(head, '\0');
    if (tampering == TARGET_MOVED) {
        put(head, ' ');
    }
    head->target = head->size;
    head->target_size = put_text(head, input, 1);
    put(head, '\0');
    head->version = head->size;
    for (const char *p = tampering == VERSION_LONG ? "HTTP/1.1 " : "HTTP/1.1"; *p != '\0'; p++) {
        put(head, *p);
    }
    put(head, '\0');
    put(head, '\0');
}

static bool is_sound(const struct head *head, enum tampering tampering, unsigned tampered)
{
    struct audit_layout layout;
    const char *block = head->block;
    audit_layout_begin(&layout, "0.9.75", block, block + head->target, head->target_size,
                       block + head->version);
    for (unsigned i = 0; i < head->count; i++) {
        const char *name = block + head->fields[i].name, *value = block + head->fields[i].value;
        char *moved = NULL;
        if (tampering == NAME_MOVED && i == tampered) {
            moved = strdup(name);
            if (moved == NULL) {
                abort();
            }
        }
        audit_layout_field(&layout, moved != NULL ? moved : name, head->fields[i].name_size, value,
                           head->fields[i].value_size);
        free(moved);
    }
    return layout.checked && layout.sound;
}

void audit_head_try(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct head head = {.block = NULL};
    enum tampering tampering = (enum tampering)(take(&input) % TAMPERINGS);
    unsigned count = 2 + take(&input) % (FIELDS - 1);
    /* What lies behind the last field, no one looks at. */
    unsigned tampered = take(&input) % (tampering == LINE_FOLDED ? count - 1 : count);
    put_request_line(&head, &input, tampering);
    while (head.count < count) {
        put_field(&head, &input, head.count == tampered ? tampering : SOUND);
    }
    put(&head, '\r'); /* the head's end */
    put(&head, '\n');
    bool sound = is_sound(&head, tampering, tampered);
    free(head.block);
    if (sound != (tampering == SOUND)) {
        fprintf(stderr, "tampering %d of field %u: sound is %d\n", (int)tampering, tampered, sound);
        abort();
    }
}
