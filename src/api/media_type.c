/* SPDX-License-Identifier: MIT */
/* media_type.c: type/subtype, and the one parameter that matters: charset, or the weight of a
 * range. */
#include "api/media_type.h"

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

enum { FULL_WEIGHT = 1000, NO_WEIGHT = -1 };

struct range {
    const char *name; /* such as text/html */
    size_t size;
    int weight; /* in thousandths; NO_WEIGHT: the range says nothing that can be understood */
};

/* What the ranges say so far; json by the most specific of them. */
struct preference {
    int page, json;
    unsigned specificity;
};

/* A qvalue: 0 to 1 with at most three digits behind the point. */
static int weight_of(const char *text, size_t size)
{
    if (size == 0 || size > 5 || (text[0] != '0' && text[0] != '1') ||
        (size > 1 && text[1] != '.')) {
        return NO_WEIGHT;
    }
    int weight = text[0] == '1' ? FULL_WEIGHT : 0;
    int unit = FULL_WEIGHT;
    for (size_t i = 2; i < size; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return NO_WEIGHT;
        }
        unit /= 10;
        weight += unit * (text[i] - '0');
    }
    return weight <= FULL_WEIGHT ? weight : NO_WEIGHT;
}

/* Behind a quoted string, or at the text's end where it is not closed. */
static const char *skip_quoted(const char *p)
{
    for (p++; *p != '\0' && *p != '"'; p++) {
        p += *p == '\\' && p[1] != '\0';
    }
    return *p == '"' ? p + 1 : p;
}

/* Read one range with its parameters; returns where the next one may begin. */
static const char *read_range(const char *p, struct range *range)
{
    *range = (struct range){p, strcspn(p, " \t;,"), FULL_WEIGHT};
    p = skip_space(p + range->size);
    while (*p == ';') {
        p = skip_space(p + 1);
        const char *name = p;
        size_t name_size = strcspn(p, "= \t;,");
        p += name_size;
        if (*p == '=') {
            const char *value = p + 1;
            p = *value == '"' ? skip_quoted(value) : value + strcspn(value, " \t;,");
            if (is_word(name, name_size, "q")) {
                range->weight = weight_of(value, (size_t)(p - value));
            }
        }
        p = skip_space(p);
    }
    if (*p != ',' && *p != '\0') {
        range->weight = NO_WEIGHT;
    }
    return p + strcspn(p, ",");
}

static void take_range(struct preference *preference, const struct range *range)
{
    static const char *const json_ranges[] = {"*/*", "application/*", "application/json"};
    if (range->weight == NO_WEIGHT) {
        return;
    }
    if (is_word(range->name, range->size, "text/html") && range->weight > preference->page) {
        preference->page = range->weight;
    }
    for (unsigned i = 0; i < sizeof json_ranges / sizeof json_ranges[0]; i++) {
        bool fits = is_word(range->name, range->size, json_ranges[i]);
        if (fits && (i + 1 > preference->specificity ||
                     (i + 1 == preference->specificity && range->weight > preference->json))) {
            preference->specificity = i + 1;
            preference->json = range->weight;
        }
    }
}

bool accept_prefers_page(const char *const lines[], size_t maximum)
{
    struct preference preference = {0, 0, 0};
    for (size_t i = 0; i < maximum && lines[i] != NULL; i++) {
        const char *p = lines[i];
        for (p += strspn(p, " \t,"); *p != '\0'; p += strspn(p, " \t,")) {
            struct range range;
            p = read_range(p, &range);
            take_range(&preference, &range);
        }
    }
    return preference.page > preference.json;
}
