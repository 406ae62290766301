/* SPDX-License-Identifier: MIT */
/* folder_fixture.c: see folder_fixture.h. */
#include "folder_fixture.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void append(struct folder_fixture *f, const char *text)
{
    size_t size = strlen(f->told);
    (void)snprintf(f->told + size, sizeof f->told - size, "%s", text);
}

static void tell(void *cls, enum arrays_report_kind kind, const char *text)
{
    static const char *const kinds[] = {"fault: ", "warning: ", "note: "};
    struct folder_fixture *f = cls;
    size_t own = strlen(f->path);
    (void)pthread_mutex_lock(&f->lock);
    append(f, kinds[kind]);
    bool names_folder = strncmp(text, f->path, own) == 0;
    append(f, names_folder ? "DIR" : "");
    append(f, names_folder ? text + own : text);
    append(f, "\n");
    (void)pthread_mutex_unlock(&f->lock);
}

void fixture_open(struct folder_fixture *f)
{
    *f = (struct folder_fixture){.report = {tell, f}};
    (void)pthread_mutex_init(&f->lock, NULL);
    (void)snprintf(f->path, sizeof f->path, "/tmp/nimsum-arrays-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(f->path));
}

const char *fixture_path(const struct folder_fixture *f, const char *name, char out[PATH_BYTES])
{
    (void)snprintf(out, PATH_BYTES, "%s/%s", f->path, name);
    return out;
}

void fixture_remove(struct folder_fixture *f, const char *name)
{
    char path[PATH_BYTES];
    (void)fixture_path(f, name, path);
    if (unlink(path) != 0) {
        (void)rmdir(path);
    }
}

void fixture_close(struct folder_fixture *f)
{
    DIR *directory = opendir(f->path);
    ck_assert_ptr_nonnull(directory);
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            fixture_remove(f, entry->d_name);
        }
    }
    (void)closedir(directory);
    ck_assert_int_eq(rmdir(f->path), 0);
    (void)pthread_mutex_destroy(&f->lock);
}

void fixture_write(struct folder_fixture *f, const char *name, const char *text, size_t size)
{
    char path[PATH_BYTES], beside[PATH_BYTES];
    FILE *file = fopen(fixture_path(f, ".new", beside), "w");
    ck_assert_ptr_nonnull(file);
    size = size == 0 ? strlen(text) : size;
    ck_assert_uint_eq(fwrite(text, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(rename(beside, fixture_path(f, name, path)), 0);
}

void fixture_expect(struct folder_fixture *f, const char *line)
{
    (void)pthread_mutex_lock(&f->lock);
    if (strstr(f->told, line) == NULL) {
        ck_abort_msg("expected: %s\ntold:\n%s", line, f->told);
    }
    (void)pthread_mutex_unlock(&f->lock);
}

void fixture_forget(struct folder_fixture *f)
{
    (void)pthread_mutex_lock(&f->lock);
    f->told[0] = '\0';
    (void)pthread_mutex_unlock(&f->lock);
}

bool fixture_reload(struct arrays *arrays)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    struct arrays_figures before = arrays_figures(arrays);
    arrays_reload(arrays);
    for (int i = 0; i < 20000; i++) {
        struct arrays_figures after = arrays_figures(arrays);
        if (after.reloads + after.failed_reloads > before.reloads + before.failed_reloads) {
            return after.failed_reloads == before.failed_reloads;
        }
        (void)nanosleep(&pause, NULL);
    }
    ck_abort_msg("the reload did not come to an end");
    return false;
}
