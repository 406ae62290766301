/* SPDX-License-Identifier: MIT */
/* media_type.c: type/subtype and the one parameter that matters, charset. */
#include "api/media_type.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char *skip_space(const char *p)
{
    return p + strspn(p, " \t");
}

static bool is_word(const char *text, size_t size, const char *word)
{
    return size == strlen(word) && strncasecmp(text, word, size) == 0;
}

static enum media media_of_essence(const char *type, size_t size)
{
    static const char json_suffix[] = "+json";
    size_t suffix = sizeof json_suffix - 1;
    if (is_word(type, size, "application/json") ||
        is_word(type, size, "application/x-www-form-urlencoded") ||
        (size > suffix && memchr(type, '/', size) != NULL &&
         is_word(type + size - suffix, suffix, json_suffix))) {
        return MEDIA_JSON;
    }
    return is_word(type, size, "text/plain") ? MEDIA_TEXT : MEDIA_OTHER;
}

/* A parameter's value, a token or a quoted string without escapes; *p moves behind it. */
static const char *parameter_value(const char **p, size_t *size)
{
    const char *start = *p;
    if (*start == '"') {
        start++;
        *size = strcspn(start, "\"");
        *p = start + *size;
        if (**p != '"') {
            return NULL; /* not closed */
        }
        (*p)++;
    } else {
        *size = strcspn(start, " \t;");
        *p = start + *size;
    }
    return start;
}

enum media media_type_of(const char *field)
{
    if (field == NULL) {
        return MEDIA_JSON;
    }
    const char *p = skip_space(field);
    size_t size = strcspn(p, " \t;");
    enum media media = media_of_essence(p, size);
    p = skip_space(p + size);
    while (*p == ';') {
        p = skip_space(p + 1);
        const char *name = p;
        size_t name_size = strcspn(p, "= \t;");
        p += name_size;
        if (*p != '=') {
            p = skip_space(p);
            continue;
        }
        p++;
        size_t value_size;
        const char *value = parameter_value(&p, &value_size);
        if (value == NULL) {
            return MEDIA_OTHER;
        }
        if (media != MEDIA_OTHER && is_word(name, name_size, "charset") &&
            !is_word(value, value_size, "utf-8") && !is_word(value, value_size, "utf8")) {
            media = MEDIA_OTHER_CHARSET;
        }
        p = skip_space(p);
    }
    return *p == '\0' ? media : MEDIA_OTHER; /* anything left over is no media type */
}
