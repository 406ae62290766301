/* SPDX-License-Identifier: MIT */
/* envelope.h: what is left of a body without its number lists: a small JSON text for cJSON.
 *
 * The scanner writes it token by token, without white space. Four things differ from the body, each
 * because cJSON would not show the difference otherwise:
 * - a number list is the string 0xFF 'A' and its index; a number that is no integer from 0 to
 *   2^63-1 is the string 0xFF 'F' and why it is rejected. Neither can be forged: real strings are
 *   UTF-8, which has no 0xFF;
 * - U+0000 is the byte 0xFE (cJSON would cut the string there);
 * - a string goes on for its first ENVELOPE_STRING_BYTES bytes only: no key or word of ours is
 *   that long;
 * - integers are plain digits, however they were written.
 */
#ifndef NIMSUM_JSON_ENVELOPE_H
#define NIMSUM_JSON_ENVELOPE_H

#include "memory/buffer.h"
#include "json/number.h"

enum {
    ENVELOPE_STRING_BYTES = 1024,
    ENVELOPE_VALUE_BYTES = 100, /* a value's cost in cJSON: a node of 64 bytes, text, malloc */
    ENVELOPE_MARK = 0xFF,       /* first byte of a placeholder */
    ENVELOPE_ARRAY = 'A',
    ENVELOPE_REJECTED = 'F',
    ENVELOPE_NUL = 0xFE
};

struct json_envelope {
    struct buffer text;
    size_t values, maximum_values; /* past the maximum nothing more is written (too-many) */
    size_t string_bytes;           /* bytes of the open string so far */
    const char *const *words;      /* to be noted where a value is one, up to a NULL; or NULL */
    unsigned words_seen;           /* bit i: words[i] came */
    bool out_of_memory;            /* the account refused: the text is not whole */
    size_t items, list_at;         /* objects in the root's member that is open, and where it is */
    size_t most_items, most_at;    /* of the member that has the most */
};

void json_envelope_init(struct json_envelope *envelope, struct account *account,
                        size_t maximum_values, size_t maximum_bytes);
void json_envelope_free(struct json_envelope *envelope);

/* Count one value that begins now: containers, strings, literals, numbers, and keys too. */
void json_envelope_count(struct json_envelope *envelope);

/* Whether more values came than the maximum. */
static inline bool json_envelope_is_full(const struct json_envelope *envelope)
{
    return envelope->values > envelope->maximum_values;
}

/* An array that is no number list begins; is_member: as the value of a member of the root. */
void json_envelope_list_begin(struct json_envelope *envelope, bool is_member);

/* Count and begin an object; is_item: in such a member. */
void json_envelope_object_begin(struct json_envelope *envelope, bool is_item);

/* Whether the root's member key holds more than limit objects, also where the envelope is full.
 * True of the largest member alone. */
bool json_envelope_passes(const struct json_envelope *envelope, const char *key, size_t limit);

/* Structure and literals, copied as they are. */
void json_envelope_raw(struct json_envelope *envelope, const char *text, size_t size);

/* Strings: begin, then any mix of raw runs (UTF-8 without quotes, backslashes and controls) and
 * characters that were escaped, then end. A run holds whole characters. */
void json_envelope_string_begin(struct json_envelope *envelope);
void json_envelope_string_run(struct json_envelope *envelope, const char *text, size_t size);
void json_envelope_string_character(struct json_envelope *envelope, uint32_t code_point);
void json_envelope_string_end(struct json_envelope *envelope, bool is_key);

/* A number outside number lists. */
void json_envelope_number(struct json_envelope *envelope, const struct json_number *number);

/* The placeholder of number list number index. */
void json_envelope_array(struct json_envelope *envelope, size_t index);

#endif
