/* SPDX-License-Identifier: MIT */
/* check_suite.c, of src/json/scanner.c: a folder of JSON files, not part of this repository,
 * whose names say what a reader must do: y_ accept, n_ refuse, i_ either. Each file is cut at
 * every byte and held against the reference reader.
 *
 * The folder is NIMSUM_JSON_SUITE of the environment, or else of the build. Without it the test
 * says so and is skipped (exit status 77), not passed. */
#include "compare.h"
#include "run_tests.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77, EVERY_CUT_BYTES = 4096, LEAST_FILES = 100 };

static const char *folder;

static struct bytes read_file(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    struct bytes body = {.data = NULL};
    char block[4096];
    for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;) {
        bytes_add(&body, block, size);
    }
    ck_assert_int_eq(ferror(file), 0);
    ck_assert_int_eq(fclose(file), 0);
    return body;
}

static void try_file(const char *name)
{
    struct bytes body = read_file(name);
    const char *data = body.size > 0 ? body.data : "";
    struct reference expected;
    reference_read(&expected, data, body.size, COMPARE_NESTING);
    /* Nesting past the limit is refused as such, whatever the file's name says. */
    ck_assert_msg(name[0] != 'n' || expected.outcome != REFERENCE_VALID, "%s: accepted", name);
    ck_assert_msg(name[0] != 'y' || expected.outcome != REFERENCE_MALFORMED, "%s: refused at %lu",
                  name, (unsigned long)expected.place.offset);
    char message[COMPARE_MESSAGE_BYTES];
    bool same = compare_cut(data, body.size, body.size <= EVERY_CUT_BYTES, message);
    ck_assert_msg(same, "%s: %s", name, message);
    reference_free(&expected);
    bytes_free(&body);
}

START_TEST(every_file)
{
    DIR *files = opendir(folder);
    ck_assert_ptr_nonnull(files);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        size_t size = strlen(entry->d_name);
        if (size > 5 && strcmp(entry->d_name + size - 5, ".json") == 0) {
            try_file(entry->d_name);
            count++;
        }
    }
    ck_assert_int_eq(closedir(files), 0);
    printf("check_suite: %d files of %s\n", count, folder);
    ck_assert_int_ge(count, LEAST_FILES);
}
END_TEST

int main(void)
{
    folder = getenv("NIMSUM_JSON_SUITE");
    folder = folder != NULL ? folder : NIMSUM_JSON_SUITE;
    DIR *there = opendir(folder);
    if (there == NULL) {
        printf("check_suite: SKIPPED, there is no folder %s\n", folder);
        return SKIPPED;
    }
    (void)closedir(there);
    TCase *tcase = tcase_create("files");
    tcase_set_timeout(tcase, 200);
    tcase_add_test(tcase, every_file);
    return run_tests(tcase);
}
