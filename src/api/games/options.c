/* SPDX-License-Identifier: MIT */
/* options.c: the options that several games share. */
#include "api/games/options.h"

bool option_convention(const struct json_document *document, const struct json_node *node,
                       bool *misere)
{
    static const struct json_word words[] = {{"normal", false}, {"misere", true}};
    unsigned value = *misere;
    bool read = json_read_word(document, node, words, COUNT_OF(words), &value);
    *misere = value != 0;
    return read;
}

bool option_index_base(const struct json_document *document, const struct json_node *node,
                       unsigned *index_base)
{
    uint64_t value = *index_base;
    bool read = json_read_integer(document, node, 1, &value);
    *index_base = (unsigned)value;
    return read;
}

bool option_integers(const struct json_document *document, const struct json_node *node,
                     bool *as_strings)
{
    static const struct json_word words[] = {{"numbers", false}, {"strings", true}};
    unsigned value = *as_strings;
    bool read = json_read_word(document, node, words, COUNT_OF(words), &value);
    *as_strings = value != 0;
    return read;
}

void put_exact(struct json_writer *writer, uint64_t value, bool as_string)
{
    if (!as_string) {
        json_put_integer(writer, value);
        return;
    }
    json_put(writer, "\"");
    json_put_integer(writer, value);
    json_put(writer, "\"");
}
