/* SPDX-License-Identifier: MIT */
/* read_file.h: one file of heaps, read into an array.
 *
 * NAME.json holds a list of integers, or {"heaps": such a list}; NAME.txt holds integers between
 * white space. Both have the numbers of requests: 0 to 2^63-1, at least one. A file is read in
 * pieces by the readers that bodies go through and is never mapped: a mapped file that is
 * overwritten in place ends the process.
 */
#ifndef NIMSUM_ARRAYS_READ_FILE_H
#define NIMSUM_ARRAYS_READ_FILE_H

#include <sys/stat.h>

#include "arrays/array.h"

enum { ARRAYS_TEXT_BYTES = 1024 };

enum array_form { ARRAY_JSON, ARRAY_TEXT };

/* What tells that a file is still what it was. */
struct file_identity {
    bool is_known;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified, changed;
};

bool file_identity_is(const struct file_identity *identity, const struct stat *status);

struct file_source {
    int folder;              /* open */
    const char *folder_name; /* for messages */
    const char *file_name;
    enum array_form form;
    const char *array_name;
    struct budget *budget;         /* of all arrays; what is being read counts, too */
    const atomic_bool *is_stopped; /* gives up where it becomes true */
};

/* Read it into *array, with one reference, and note what the file was in *identity. False: error
 * tells DIR/FILE, line and column where there is a place, and what is wrong. */
bool read_file(const struct file_source *source, struct array **array,
               struct file_identity *identity, char error[ARRAYS_TEXT_BYTES]);

#endif
