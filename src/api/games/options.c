/* SPDX-License-Identifier: MIT */
/* options.c: the options that several games share. */
#include "api/games/options.h"

const struct json_word convention_words[2] = {{"normal", false}, {"misere", true}};
const struct json_word integer_words[2] = {{"numbers", false}, {"strings", true}};

bool option_index_base(const struct json_document *document, const struct json_node *node,
                       unsigned *index_base)
{
    uint64_t value = *index_base;
    bool read = json_read_integer(document, node, 1, &value);
    *index_base = (unsigned)value;
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
