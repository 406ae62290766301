/* SPDX-License-Identifier: MIT */
/* table.h: the next table, built from the folder and from the table before. */
#ifndef NIMSUM_ARRAYS_TABLE_H
#define NIMSUM_ARRAYS_TABLE_H

#include "arrays/folder.h"
#include "arrays/snapshots.h"

/* The last table and what its files were; the builder's alone. */
struct table {
    struct snapshot *snapshot;        /* in place, or about to be */
    struct file_identity *identities; /* one an array */
};

struct table_change {
    size_t loaded, changed, kept, gone, faults;
};

/* Build *next from the folder. before: its arrays are shared where their files are as they were,
 * and where a file has a fault; {NULL, NULL} at the start. False: nothing was built (the folder
 * cannot be read, or there is no memory), and why was told. */
bool table_build(struct table *next, const struct table *before, const char *folder,
                 struct budget *budget, const atomic_bool *is_stopped,
                 const struct arrays_report *report, struct table_change *change);

#endif
