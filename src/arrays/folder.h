/* SPDX-License-Identifier: MIT */
/* folder.h: which files of the operator's folder are arrays: NAME.json and NAME.txt. */
#ifndef NIMSUM_ARRAYS_FOLDER_H
#define NIMSUM_ARRAYS_FOLDER_H

#include "arrays/read_file.h"
#include "arrays/report.h"

enum { FILE_NAME_BYTES = ARRAY_NAME_BYTES + sizeof ".json" };

struct folder_file {
    char array_name[ARRAY_NAME_BYTES + 1];
    char file_name[FILE_NAME_BYTES];
    enum array_form form;
};

struct folder {
    int file; /* -1: not open */
    const char *name;
    size_t count, capacity;
    struct folder_file *files; /* by array and then by form: a.json before a.txt */
};

/* Open the folder and list its arrays. Hidden files and folders are passed over, other names are
 * warned about. Symbolic links are followed. False: that was reported as a fault. folder_close()
 * either way. */
bool folder_open(struct folder *folder, const char *name, const struct arrays_report *report);
void folder_close(struct folder *folder);

#endif
