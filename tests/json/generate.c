/* SPDX-License-Identifier: MIT */
/* generate.c: documents from the grammar, with the odd cases made likely. */
#include "generate.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool one_in(struct seed *seed, uint64_t n)
{
    return seed_below(seed, n) == 0;
}

static void add_integer(struct bytes *out, uint64_t value)
{
    char text[24];
    bytes_add(out, text, (size_t)snprintf(text, sizeof text, "%" PRIu64, value));
}

static void add_space(struct seed *seed, struct bytes *out)
{
    static const char *const spaces[] = {"", " ", "\n", "\t", "\r\n", "  "};
    size_t i = one_in(seed, 3) ? seed_below(seed, sizeof spaces / sizeof spaces[0]) : 0;
    bytes_add_text(out, spaces[i]);
}

static void add_character(struct seed *seed, struct bytes *out)
{
    static const char *const odd[] = {"\\\"",
                                      "\\\\",
                                      "\\/",
                                      "\\b",
                                      "\\f",
                                      "\\n",
                                      "\\r",
                                      "\\t",
                                      "\\u0000",
                                      "\\u001F",
                                      "\\u00e9",
                                      "\\uFFFF",
                                      "\\ud83d\\udE00",
                                      "\xC2\x80",
                                      "\xDF\xBF",
                                      "\xE0\xA0\x80",
                                      "\xED\x9F\xBF",
                                      "\xEF\xBF\xBF",
                                      "\xF0\x90\x80\x80",
                                      "\xF4\x8F\xBF\xBF",
                                      "\x7F",
                                      "~",
                                      "/"};
    if (one_in(seed, 4)) {
        bytes_add_text(out, odd[seed_below(seed, sizeof odd / sizeof odd[0])]);
    } else {
        char letter = (char)('a' + seed_below(seed, 26));
        bytes_add(out, &letter, 1);
    }
}

static void add_string(struct seed *seed, struct bytes *out)
{
    static const char filler[] = "abcdefghijklmnopqrstuvwxyz012345";
    bytes_add_text(out, "\"");
    size_t start = out->size;
    if (one_in(seed, 40)) { /* near the envelope's limit of 1024 bytes */
        while (out->size - start < 980) {
            bytes_add_text(out, filler);
        }
        bytes_add(out, filler, seed_below(seed, 32));
    }
    for (size_t n = seed_below(seed, 12); n > 0; n--) {
        add_character(seed, out);
    }
    bytes_add_text(out, "\"");
}

static void add_value(struct seed *seed, struct bytes *out, unsigned depth);

enum { VECTOR, TABLE, MIXED, OBJECT };

static void add_element(struct seed *seed, struct bytes *out, unsigned depth, unsigned kind)
{
    if (one_in(seed, 25)) {
        add_value(seed, out, depth); /* one that does not fit its array */
    } else if (kind == VECTOR) {
        generate_number(seed, out);
    } else if (kind == TABLE) {
        bytes_add_text(out, "[");
        for (size_t i = 0, n = one_in(seed, 12) ? seed_below(seed, 5) : 2; i < n; i++) {
            bytes_add_text(out, i == 0 ? "" : ",");
            add_space(seed, out);
            add_element(seed, out, depth, VECTOR);
        }
        bytes_add_text(out, "]");
    } else {
        add_value(seed, out, depth);
    }
}

static void add_container(struct seed *seed, struct bytes *out, unsigned depth, unsigned kind)
{
    size_t count = seed_below(seed, kind <= TABLE ? 12 : 5);
    bytes_add_text(out, kind == OBJECT ? "{" : "[");
    for (size_t i = 0; i < count; i++) {
        bytes_add_text(out, i == 0 ? "" : ",");
        add_space(seed, out);
        if (kind == OBJECT) {
            add_string(seed, out);
            add_space(seed, out);
            bytes_add_text(out, ":");
        }
        add_element(seed, out, depth, kind);
        add_space(seed, out);
    }
    bytes_add_text(out, kind == OBJECT ? "}" : "]");
}

static void add_value(struct seed *seed, struct bytes *out, unsigned depth)
{
    static const char *const words[] = {"true", "false", "null"};
    uint64_t choice = seed_below(seed, depth > 6 ? 4 : 10);
    add_space(seed, out);
    if (choice == 0) {
        bytes_add_text(out, words[seed_below(seed, 3)]);
    } else if (choice <= 2) {
        generate_number(seed, out);
    } else if (choice == 3) {
        add_string(seed, out);
    } else {
        add_container(seed, out, depth + 1, (unsigned)seed_below(seed, 4));
    }
}

void generate_document(struct seed *seed, struct bytes *out)
{
    unsigned around = one_in(seed, 30) ? 22 + (unsigned)seed_below(seed, 12) : 0;
    for (unsigned i = 0; i < around; i++) {
        bytes_add_text(out, "[");
    }
    add_container(seed, out, 0, (unsigned)seed_below(seed, 4));
    for (unsigned i = 0; i < around; i++) {
        bytes_add_text(out, "]");
    }
    add_space(seed, out);
}

void generate_large(struct seed *seed, struct bytes *out)
{
    bool table = one_in(seed, 2);
    size_t wanted = 66000 + seed_below(seed, 140000), odd = seed_below(seed, wanted);
    const char *comma = one_in(seed, 2) ? "," : ", ";
    bytes_add_text(out, "{\"a\":[3],\"b\":[");
    for (bool odd_done = one_in(seed, 8); out->size < wanted;) {
        if (!odd_done && out->size >= odd) {
            add_element(seed, out, 3, (unsigned)seed_below(seed, 3));
            odd_done = true;
        } else if (table) {
            bytes_add_text(out, "[");
            add_integer(out, seed_below(seed, 100000));
            bytes_add_text(out, comma);
            add_integer(out, seed_below(seed, 1000000));
            bytes_add_text(out, "]");
        } else {
            add_integer(out, seed_below(seed, one_in(seed, 4) ? 10 : 1000000));
        }
        bytes_add_text(out, comma);
    }
    bytes_add_text(out, table ? "[1,2]],\"c\":[1, 2, 3]}" : "0],\"c\":[[1,2]]}");
}

void generate_fault(struct seed *seed, struct bytes *body)
{
    static const char alphabet[] = "[]{}\",:0123456789.eE+- \n\t\\utfnald/\x80\xC2\xED\xFF\x01";
    if (body->size == 0) {
        return;
    }
    size_t at = seed_below(seed, body->size), rest = body->size - at;
    size_t size = one_in(seed, 4) ? 1 + seed_below(seed, 9) : 1;
    size = size < rest ? size : rest;
    char *p = body->data + at;
    char *copy = bytes_copy(p, rest);
    switch (seed_below(seed, 5)) {
    case 0: /* delete */
        body->size = at;
        bytes_add(body, copy + size, rest - size);
        break;
    case 1: /* insert */
        body->size = at;
        bytes_add(body, &alphabet[seed_below(seed, sizeof alphabet - 1)], 1);
        bytes_add(body, copy, rest);
        break;
    case 2: { /* swap two bytes */
        char *other = body->data + seed_below(seed, body->size);
        *p = *other;
        *other = copy[0];
        break;
    }
    case 3: /* repeat */
        body->size = at;
        bytes_add(body, copy, size);
        bytes_add(body, copy, rest);
        break;
    default: /* replace */ *p = alphabet[seed_below(seed, sizeof alphabet - 1)]; break;
    }
    free(copy);
}
