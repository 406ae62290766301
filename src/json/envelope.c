/* SPDX-License-Identifier: MIT */
/* envelope.c: the writer of the envelope text. */
#include "json/envelope.h"

#include <stdio.h>
#include <string.h>

#include "digits/decimal.h"
#include "problem.h"

enum { ENVELOPE_KEY_BYTES = 32 }; /* no key of ours is as long */
enum { LONGEST_WORD = 32 };

void json_envelope_init(struct json_envelope *envelope, struct account *account,
                        size_t maximum_values, size_t maximum_bytes)
{
    *envelope = (struct json_envelope){.maximum_values = maximum_values};
    buffer_init(&envelope->text, account, maximum_bytes);
}

void json_envelope_free(struct json_envelope *envelope)
{
    buffer_free(&envelope->text);
}

void json_envelope_count(struct json_envelope *envelope)
{
    envelope->values += !json_envelope_is_full(envelope);
}

void json_envelope_raw(struct json_envelope *envelope, const char *text, size_t size)
{
    if (!json_envelope_is_full(envelope) && !envelope->out_of_memory &&
        !buffer_append(&envelope->text, text, size)) {
        envelope->out_of_memory = true;
    }
}

void json_envelope_list_begin(struct json_envelope *envelope, bool is_member)
{
    if (is_member) {
        envelope->items = 0;
        envelope->list_at = envelope->text.size;
    }
    json_envelope_raw(envelope, "[", 1);
}

void json_envelope_object_begin(struct json_envelope *envelope, bool is_item)
{
    json_envelope_count(envelope);
    json_envelope_raw(envelope, "{", 1);
    envelope->items += is_item;
    if (is_item && envelope->items > envelope->most_items) {
        envelope->most_items = envelope->items;
        envelope->most_at = envelope->list_at;
    }
}

bool json_envelope_passes(const struct json_envelope *envelope, const char *key, size_t limit)
{
    char before[ENVELOPE_KEY_BYTES];
    int size = snprintf(before, sizeof before, "\"%s\":", key);
    return envelope->most_items > limit && size > 0 && (size_t)size <= envelope->most_at &&
           memcmp(envelope->text.data + envelope->most_at - size, before, (size_t)size) == 0;
}

void json_envelope_string_begin(struct json_envelope *envelope)
{
    envelope->string_bytes = 0;
    json_envelope_raw(envelope, "\"", 1);
}

void json_envelope_string_run(struct json_envelope *envelope, const char *text, size_t size)
{
    size_t kept = problem_fitting(text, size, ENVELOPE_STRING_BYTES - envelope->string_bytes);
    json_envelope_raw(envelope, text, kept);
    envelope->string_bytes += kept;
    if (kept < size) {
        envelope->string_bytes = ENVELOPE_STRING_BYTES; /* nothing after a cut */
    }
}

/* UTF-8 of a code point that is no surrogate. */
static size_t encode_utf8(uint32_t code_point, char *out)
{
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t size = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code_point >>= 6) {
        out[i] = (char)(0x80 | (code_point & 0x3F));
    }
    out[0] = (char)(leads[size] | code_point);
    return size;
}

void json_envelope_string_character(struct json_envelope *envelope, uint32_t code_point)
{
    char text[8];
    size_t size;
    if (code_point == 0) {
        text[0] = (char)ENVELOPE_NUL;
        size = 1;
    } else if (code_point < 0x20) {
        size = (size_t)snprintf(text, sizeof text, "\\u%04x", (unsigned)code_point);
    } else if (code_point == '"' || code_point == '\\') {
        text[0] = '\\';
        text[1] = (char)code_point;
        size = 2;
    } else {
        size = encode_utf8(code_point, text);
    }
    if (envelope->string_bytes + size <= ENVELOPE_STRING_BYTES) {
        json_envelope_raw(envelope, text, size);
        envelope->string_bytes += size;
    } else {
        envelope->string_bytes = ENVELOPE_STRING_BYTES;
    }
}

/* Looked for as they come: at the end of a long text it would take too long. */
static void note_word(struct json_envelope *envelope)
{
    const struct buffer *text = &envelope->text;
    size_t size = envelope->string_bytes;
    if (envelope->words == NULL || envelope->out_of_memory || json_envelope_is_full(envelope)) {
        return;
    }
    for (unsigned i = 0; envelope->words[i] != NULL; i++) {
        const char *word = envelope->words[i];
        if (strncmp(text->data + text->size - size, word, size) == 0 && word[size] == '\0') {
            envelope->words_seen |= 1U << i;
        }
    }
}

void json_envelope_string_end(struct json_envelope *envelope, bool is_key)
{
    if (!is_key && envelope->string_bytes < LONGEST_WORD) {
        note_word(envelope);
    }
    json_envelope_raw(envelope, "\"", 1);
}

static void placeholder(struct json_envelope *envelope, char kind, uint64_t value)
{
    char text[4 + DECIMAL_MAX_BYTES] = {'"', (char)ENVELOPE_MARK, kind};
    size_t size = 3 + decimal_print(value, text + 3);
    text[size++] = '"';
    json_envelope_raw(envelope, text, size);
}

void json_envelope_number(struct json_envelope *envelope, const struct json_number *number)
{
    uint64_t value = 0;
    enum json_rejection rejection = json_number_value(number, &value);
    if (rejection != JSON_ACCEPTED) {
        placeholder(envelope, ENVELOPE_REJECTED, (uint64_t)rejection);
        return;
    }
    char text[DECIMAL_MAX_BYTES];
    json_envelope_raw(envelope, text, decimal_print(value, text));
}

void json_envelope_array(struct json_envelope *envelope, size_t index)
{
    placeholder(envelope, ENVELOPE_ARRAY, index);
}
