/* SPDX-License-Identifier: MIT */
/* writer.h: JSON out. Integers are printed by us: cJSON would print 10^15 as 1e+15 and lose digits
 * past 2^53.
 *
 * A writer appends to a buffer with a named maximum; once something did not fit it stays failed, so
 * only the end needs a check.
 */
#ifndef NIMSUM_JSON_WRITER_H
#define NIMSUM_JSON_WRITER_H

#include <stdint.h>
#include <string.h>

#include "memory/buffer.h"

struct json_writer {
    struct buffer *out; /* borrowed */
    bool failed;        /* out->over_maximum or its account tells why */
};

/* Text that is JSON already: punctuation, keys, literals. Inline, since most of it is short and of
 * known size. */
static inline void json_put_raw(struct json_writer *writer, const char *text, size_t size)
{
    writer->failed = writer->failed || !buffer_append(writer->out, text, size);
}

static inline void json_put(struct json_writer *writer, const char *text)
{
    json_put_raw(writer, text, strlen(text));
}

void json_put_integer(struct json_writer *writer, uint64_t value);

/* A string of valid UTF-8, U+0000 included, quoted and escaped. */
void json_put_string(struct json_writer *writer, const char *text, size_t size);

/* Text in printf form that is JSON already, as json_put. Not for what many requests write: slow. */
void json_put_format(struct json_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Room for size more bytes, to be written at the returned place and added with json_put_taken; NULL
 * on failure. For long runs of small values. */
char *json_put_room(struct json_writer *writer, size_t size);

static inline void json_put_taken(struct json_writer *writer, size_t size)
{
    writer->out->size += size;
}

#endif
