/* SPDX-License-Identifier: MIT */
/* replay_main.c: runs a fuzz target on files and on the files of folders, without libFuzzer. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAXIMUM_BYTES = 1 << 20 };

static unsigned replayed;

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "replay: %s %s\n", what, path);
    exit(EXIT_FAILURE);
}

/* The input lies in a block of exactly its size, so that a sanitizer sees a read past its end. */
static void replay_file(const char *path)
{
    static uint8_t block[MAXIMUM_BYTES];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail("cannot open", path);
    }
    size_t size = fread(block, 1, sizeof block, file);
    if (ferror(file) != 0 || size == sizeof block) {
        fail("cannot read all of", path);
    }
    (void)fclose(file);
    uint8_t *input = malloc(size > 0 ? size : 1);
    if (input == NULL) {
        fail("no memory for", path);
    }
    memcpy(input, block, size);
    fprintf(stderr, "%s\n", path); /* the last one told is the one that aborts */
    (void)LLVMFuzzerTestOneInput(input, size);
    free(input);
    replayed++;
}

static void replay(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        replay_file(path);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            char file[4096];
            (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
            replay_file(file);
        }
    }
    (void)closedir(folder);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        replay(arguments[i]);
    }
    printf("%u inputs replayed\n", replayed);
    return replayed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
