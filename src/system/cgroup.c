/* SPDX-License-Identifier: MIT */
/* cgroup.c: cgroups(7): a line of the list is "number:controllers:group". */
#include "system/cgroup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct hierarchy {
    const char *controllers, *folder, *file;
} hierarchies[] = {
    {"", "", "memory.max"}, /* version 2 */
    {"memory", "/memory", "memory.limit_in_bytes"},
};

enum { HIERARCHIES = sizeof hierarchies / sizeof hierarchies[0] };

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The number in a file, or UINT64_MAX where there is none ("max"). */
static uint64_t number_in(const char *path)
{
    uint64_t value = UINT64_MAX;
    char text[32];
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return value;
    }
    if (fgets(text, sizeof text, file) != NULL && text[0] >= '0' && text[0] <= '9') {
        value = strtoull(text, NULL, 10);
    }
    (void)fclose(file);
    return value;
}

/* The least limit from group, which is cut, up to the root of its mount. */
static uint64_t limit_up(const char *mount, const struct hierarchy *in, char *group)
{
    uint64_t least = UINT64_MAX;
    for (char *end = group + strlen(group); end != NULL; end = strrchr(group, '/')) {
        *end = '\0';
        char path[PATH_MAX];
        int size = snprintf(path, sizeof path, "%s%s%s/%s", mount, in->folder, group, in->file);
        if (size > 0 && size < (int)sizeof path) {
            least = least_of(least, number_in(path));
        }
    }
    return least;
}

/* The limit that a line of the list leads to; the line is cut. */
static uint64_t limit_of(const char *mount, char *line)
{
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(++controllers, ':');
    if (group == NULL) {
        return UINT64_MAX;
    }
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < HIERARCHIES; i++) {
        if (strcmp(controllers, hierarchies[i].controllers) == 0) {
            least = limit_up(mount, &hierarchies[i], group);
        }
    }
    return least;
}

uint64_t cgroup_memory(const char *groups, const char *mount)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < HIERARCHIES; i++) { /* also where the list cannot be read */
        char root[] = "";
        least = least_of(least, limit_up(mount, &hierarchies[i], root));
    }
    FILE *file = fopen(groups, "re");
    if (file == NULL) {
        return least;
    }
    char line[PATH_MAX];
    while (fgets(line, sizeof line, file) != NULL) {
        least = least_of(least, limit_of(mount, line));
    }
    (void)fclose(file);
    return least;
}
