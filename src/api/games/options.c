/* SPDX-License-Identifier: MIT */
/* options.c: the options that several games share. */
#include "api/games/options.h"

bool option_word(const struct json_document *document, const struct json_member *member,
                 const struct json_word *words, size_t count, unsigned *value)
{
    return !member->present || json_read_word(document, &member->node, words, count, value);
}

bool option_word_set(const struct json_document *document, const struct json_member *member,
                     const struct json_word *words, size_t count, unsigned *set)
{
    return !member->present || json_read_word_set(document, &member->node, words, count, set);
}

bool option_convention(const struct json_document *document, const struct json_member *member,
                       bool *misere)
{
    static const struct json_word words[] = {{"normal", false}, {"misere", true}};
    unsigned value = *misere;
    bool read = option_word(document, member, words, COUNT_OF(words), &value);
    *misere = value != 0;
    return read;
}

bool option_index_base(const struct json_document *document, const struct json_member *member,
                       unsigned *index_base)
{
    uint64_t value = *index_base;
    bool read = !member->present || json_read_integer(document, &member->node, 1, &value);
    *index_base = (unsigned)value;
    return read;
}

bool option_integers(const struct json_document *document, const struct json_member *member,
                     bool *as_strings)
{
    static const struct json_word words[] = {{"numbers", false}, {"strings", true}};
    unsigned value = *as_strings;
    bool read = option_word(document, member, words, COUNT_OF(words), &value);
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
