/* SPDX-License-Identifier: MIT */
/* table.c: file by file: shared, read, or left as it was. */
#include "arrays/table.h"

#include <stdlib.h>
#include <string.h>

struct build {
    struct folder folder;
    struct table *next;
    const struct table *before;
    struct budget *budget;
    const atomic_bool *is_stopped;
    const struct arrays_report *report;
    struct table_change *change;
};

/* The place of the array in the table before; its count where there is none. */
static size_t place_before(const struct build *build, const char *name)
{
    const struct snapshot *before = build->before->snapshot;
    size_t i = 0;
    while (before != NULL && i < before->count && strcmp(before->arrays[i]->name, name) != 0) {
        i++;
    }
    return i;
}

static void add(struct build *build, struct array *array, const struct file_identity *identity)
{
    size_t i = build->next->snapshot->count++;
    build->next->snapshot->arrays[i] = array;
    build->next->identities[i] = *identity;
}

/* The array of old is in the next table, too. */
static void keep(struct build *build, struct array *old, const struct file_identity *identity)
{
    array_share(old);
    add(build, old, identity);
    build->change->kept++;
}

/* With a fault: what there was stays, and is not taken for what the file holds. */
static void leave(struct build *build, struct array *old)
{
    build->change->faults++;
    if (old != NULL) {
        keep(build, old, &(struct file_identity){.is_known = false});
    }
}

static bool is_unchanged(const struct build *build, const struct folder_file *file,
                         const struct file_identity *identity)
{
    struct stat status;
    return fstatat(build->folder.file, file->file_name, &status, 0) == 0 &&
           file_identity_is(identity, &status);
}

static void take_file(struct build *build, const struct folder_file *file)
{
    const struct table *before = build->before;
    size_t i = place_before(build, file->array_name);
    bool is_old = before->snapshot != NULL && i < before->snapshot->count;
    struct array *old = is_old ? before->snapshot->arrays[i] : NULL;
    if (is_old && is_unchanged(build, file, &before->identities[i])) {
        keep(build, old, &before->identities[i]);
        return;
    }
    const struct file_source source = {.folder = build->folder.file,
                                       .folder_name = build->folder.name,
                                       .file_name = file->file_name,
                                       .form = file->form,
                                       .array_name = file->array_name,
                                       .budget = build->budget,
                                       .is_stopped = build->is_stopped};
    char error[ARRAYS_TEXT_BYTES];
    struct array *array;
    struct file_identity identity;
    if (!read_file(&source, &array, &identity, error)) {
        arrays_tell(build->report, ARRAYS_FAULT, "%s", error);
        leave(build, old);
    } else if (is_old && strcmp(array->version, old->version) == 0) {
        array_release(array);
        keep(build, old, &identity);
    } else {
        add(build, array, &identity);
        build->change->loaded += !is_old;
        build->change->changed += is_old;
    }
}

/* a.json and a.txt: neither is taken. */
static void refuse_twins(struct build *build, const struct folder_file *file)
{
    arrays_tell(build->report, ARRAYS_FAULT, "%s/%s: %s is the same array", build->folder.name,
                file[1].file_name, file[0].file_name);
    size_t i = place_before(build, file->array_name);
    const struct snapshot *before = build->before->snapshot;
    leave(build, before != NULL && i < before->count ? before->arrays[i] : NULL);
}

static void take_files(struct build *build)
{
    const struct folder *folder = &build->folder;
    for (size_t i = 0; i < folder->count; i++) {
        const struct folder_file *file = &folder->files[i];
        if (i + 1 < folder->count && strcmp(file[1].array_name, file->array_name) == 0) {
            refuse_twins(build, file);
            i++;
        } else {
            take_file(build, file);
        }
    }
    if (folder->count == 0) {
        arrays_tell(build->report, ARRAYS_WARNING, "%s: there are no arrays in it", folder->name);
    }
}

static void count_gone(struct build *build)
{
    const struct snapshot *before = build->before->snapshot;
    for (size_t i = 0; before != NULL && i < before->count; i++) {
        const char *name = before->arrays[i]->name;
        build->change->gone += snapshot_find(build->next->snapshot, name, strlen(name)) == NULL;
    }
}

/* NOLINTNEXTLINE(readability-function-size): what a build reads, what it writes, whom it asks */
bool table_build(struct table *next, const struct table *before, const char *folder,
                 struct budget *budget, const atomic_bool *is_stopped,
                 const struct arrays_report *report, struct table_change *change)
{
    struct build build = {.next = next,
                          .before = before,
                          .budget = budget,
                          .is_stopped = is_stopped,
                          .report = report,
                          .change = change};
    *next = (struct table){.snapshot = NULL};
    *change = (struct table_change){.loaded = 0};
    bool opened = folder_open(&build.folder, folder, report);
    if (opened) {
        next->snapshot = snapshot_new(build.folder.count);
        next->identities = calloc(build.folder.count + 1, sizeof *next->identities);
    }
    if (next->snapshot != NULL && next->identities != NULL) {
        next->snapshot->count = 0;
        take_files(&build);
        count_gone(&build);
    } else if (opened) {
        arrays_tell(report, ARRAYS_FAULT, "%s: there is no memory to list it", folder);
        snapshot_free(next->snapshot);
        free(next->identities);
        next->snapshot = NULL;
    }
    folder_close(&build.folder);
    return next->snapshot != NULL;
}
