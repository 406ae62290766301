/* SPDX-License-Identifier: MIT */
/* folder.c: names are looked at, files are not opened. */
#include "arrays/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void arrays_tell(const struct arrays_report *report, enum arrays_report_kind kind,
                 const char *format, ...)
{
    char text[ARRAYS_TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report->tell(report->cls, kind, text);
}

/* NAME.json or NAME.txt, NAME being an array's. */
static bool read_name(const char *name, struct folder_file *file)
{
    const char *point = strrchr(name, '.');
    size_t size = point == NULL ? 0 : (size_t)(point - name);
    bool is_json = point != NULL && strcmp(point, ".json") == 0;
    bool is_text = point != NULL && strcmp(point, ".txt") == 0;
    if ((!is_json && !is_text) || !array_is_name(name, size)) {
        return false;
    }
    file->form = is_json ? ARRAY_JSON : ARRAY_TEXT;
    memcpy(file->file_name, name, strlen(name) + 1); /* fits: see FILE_NAME_BYTES */
    (void)snprintf(file->array_name, sizeof file->array_name, "%.*s", (int)size, name);
    return true;
}

static struct folder_file *add(struct folder *folder)
{
    if (folder->count == folder->capacity) {
        size_t capacity = 2 * folder->capacity + 16;
        struct folder_file *files = reallocarray(folder->files, capacity, sizeof *files);
        if (files == NULL) {
            return NULL;
        }
        folder->files = files;
        folder->capacity = capacity;
    }
    return &folder->files[folder->count++];
}

static bool is_folder(const struct folder *folder, const char *name)
{
    struct stat status;
    return fstatat(folder->file, name, &status, 0) == 0 && S_ISDIR(status.st_mode);
}

static bool list(struct folder *folder, DIR *directory, const struct arrays_report *report)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(directory);
        if (entry == NULL) {
            return errno == 0;
        }
        struct folder_file file;
        if (entry->d_name[0] == '.' || is_folder(folder, entry->d_name)) {
            continue;
        }
        if (!read_name(entry->d_name, &file)) {
            arrays_tell(report, ARRAYS_WARNING,
                        "%s/%s: passed over: an array is NAME.json or NAME.txt, NAME being 1 to %d "
                        "of A-Z a-z 0-9 _ -",
                        folder->name, entry->d_name, ARRAY_NAME_BYTES);
            continue;
        }
        struct folder_file *place = add(folder);
        if (place == NULL) {
            return false;
        }
        *place = file;
    }
}

static int compare(const void *left, const void *right)
{
    const struct folder_file *a = left, *b = right;
    int order = strcmp(a->array_name, b->array_name);
    return order != 0 ? order : (int)a->form - (int)b->form;
}

bool folder_open(struct folder *folder, const char *name, const struct arrays_report *report)
{
    *folder = (struct folder){.name = name};
    folder->file = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int listed = folder->file < 0 ? -1 : fcntl(folder->file, F_DUPFD_CLOEXEC, 0);
    DIR *directory = listed < 0 ? NULL : fdopendir(listed);
    bool done = directory != NULL && list(folder, directory, report);
    if (!done) {
        arrays_tell(report, ARRAYS_FAULT, "%s: %s", name, strerror(errno != 0 ? errno : ENOMEM));
    }
    if (directory != NULL) {
        (void)closedir(directory);
    } else if (listed >= 0) {
        (void)close(listed);
    }
    if (folder->count > 0) {
        qsort(folder->files, folder->count, sizeof folder->files[0], compare);
    }
    return done;
}

void folder_close(struct folder *folder)
{
    if (folder->file >= 0) {
        (void)close(folder->file);
    }
    free(folder->files);
    *folder = (struct folder){.file = -1};
}
