/* SPDX-License-Identifier: MIT */
/* problem.c: the table of problems and the small setters of a struct problem. */
#include "problem.h"

#include <stdio.h>
#include <string.h>

static const struct problem_kind kinds[PROBLEM_COUNT] = {
#define PROBLEM_ROW(name, status, code, title, meaning)                                            \
    [PROBLEM_##name] = {status, code, title, meaning},
    PROBLEM_TABLE(PROBLEM_ROW)
#undef PROBLEM_ROW
};

const struct problem_kind *problem_kind(enum problem_code code)
{
    return &kinds[code];
}

enum problem_code problem_find(const char *name, size_t size)
{
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        if (strlen(kinds[code].code) == size && memcmp(kinds[code].code, name, size) == 0) {
            return (enum problem_code)code;
        }
    }
    return PROBLEM_NONE;
}

size_t problem_fitting(const char *text, size_t size, size_t maximum)
{
    if (size <= maximum) {
        return size;
    }
    size_t end = maximum;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) {
        end--;
    }
    return end;
}

static size_t copy_text(char *out, size_t maximum, const char *text, size_t size)
{
    size_t taken = problem_fitting(text, size, maximum);
    memcpy(out, text, taken);
    return taken;
}

bool problem_set_about(struct problem *problem, enum problem_code code, const char *about,
                       const char *format, va_list arguments)
{
    *problem = (struct problem){.code = code};
    char text[2 * PROBLEM_DETAIL_BYTES];
    size_t size = strnlen(about, PROBLEM_DETAIL_BYTES);
    memcpy(text, about, size);
    (void)vsnprintf(text + size, sizeof text - size, format, arguments);
    size += strlen(text + size);
    problem->detail_size = copy_text(problem->detail, sizeof problem->detail, text, size);
    return false;
}

bool problem_set(struct problem *problem, enum problem_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)problem_set_about(problem, code, "", format, arguments);
    va_end(arguments);
    return false;
}

void problem_at(struct problem *problem, struct place place)
{
    problem->has_place = true;
    problem->place = place;
}

void problem_limit(struct problem *problem, uint64_t limit)
{
    problem->has_limit = true;
    problem->limit = limit;
}

void problem_version(struct problem *problem, const char *version)
{
    problem->has_version = true;
    memcpy(problem->version, version, sizeof problem->version);
}

void problem_pointer(struct problem *problem, const char *text, size_t size)
{
    problem->has_pointer = true;
    problem->pointer_size = copy_text(problem->pointer, sizeof problem->pointer, text, size);
}

void problem_parameter(struct problem *problem, const char *text, size_t size)
{
    problem->has_parameter = true;
    problem->parameter_size = copy_text(problem->parameter, sizeof problem->parameter, text, size);
}

void problem_key(struct problem *problem, const char *text, size_t size)
{
    problem->has_key = true;
    problem->key_size = copy_text(problem->key, sizeof problem->key, text, size);
}
