/* SPDX-License-Identifier: MIT */
/* bytes.c: doubling growth. */
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

void bytes_add(struct bytes *bytes, const void *data, size_t size)
{
    if (bytes->capacity - bytes->size <= size) {
        size_t capacity = bytes->capacity < 32 ? 32 : bytes->capacity * 2;
        while (capacity - bytes->size <= size) {
            capacity *= 2;
        }
        char *moved = realloc(bytes->data, capacity);
        if (moved == NULL) {
            abort();
        }
        bytes->data = moved;
        bytes->capacity = capacity;
    }
    if (size > 0) {
        memcpy(bytes->data + bytes->size, data, size);
    }
    bytes->size += size;
    bytes->data[bytes->size] = '\0';
}

void bytes_add_text(struct bytes *bytes, const char *text)
{
    bytes_add(bytes, text, strlen(text));
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){.data = NULL};
}

char *bytes_copy(const void *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL) {
        abort();
    }
    if (size > 0) {
        memcpy(copy, data, size);
    }
    return copy;
}
