/* SPDX-License-Identifier: MIT */
/* writer.c: the writer, appending to a buffer. */
#include "json/writer.h"

#include <stdarg.h>
#include <stdio.h>

#include "digits/decimal.h"

char *json_put_room(struct json_writer *writer, size_t size)
{
    if (writer->failed || !buffer_reserve(writer->out, size)) {
        writer->failed = true;
        return NULL;
    }
    return writer->out->data + writer->out->size;
}

void json_put_format(struct json_writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *room = json_put_room(writer, (size_t)size + 1); /* and a NUL, which is left out */
    if (room != NULL) {
        va_start(arguments, format);
        (void)vsnprintf(room, (size_t)size + 1, format, arguments);
        va_end(arguments);
        json_put_taken(writer, (size_t)size);
    }
}

void json_put_integer(struct json_writer *writer, uint64_t value)
{
    char *room = json_put_room(writer, decimal_size(value));
    if (room != NULL) {
        json_put_taken(writer, decimal_print(value, room));
    }
}

void json_put_string(struct json_writer *writer, const char *text, size_t size)
{
    json_put(writer, "\"");
    size_t done = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') {
            continue;
        }
        char escape[8];
        int length = byte < 0x20 ? snprintf(escape, sizeof escape, "\\u%04x", byte)
                                 : snprintf(escape, sizeof escape, "\\%c", byte);
        json_put_raw(writer, text + done, i - done);
        json_put_raw(writer, escape, (size_t)length);
        done = i + 1;
    }
    json_put_raw(writer, text + done, size - done);
    json_put(writer, "\"");
}
