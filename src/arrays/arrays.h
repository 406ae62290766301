/* SPDX-License-Identifier: MIT */
/* arrays.h: the operator's arrays: a folder of files, read at the start and again when asked to.
 *
 * Readers take the table of all arrays as it is at that moment (arrays_take) and keep it for one
 * request. A reload builds another table aside, on a thread of its own, and swaps it in whole:
 * what is unchanged is shared, and a file with a fault leaves its array as it was.
 */
#ifndef NIMSUM_ARRAYS_ARRAYS_H
#define NIMSUM_ARRAYS_ARRAYS_H

#include <pthread.h>

#include "arrays/report.h"
#include "arrays/snapshots.h"

struct arrays;

/* What there is to tell of them. */
struct arrays_figures {
    uint64_t count, bytes, most_bytes; /* bytes: old versions still in use, too */
    uint64_t reloads, failed_reloads;  /* failed: those with a fault */
    uint64_t last_success;             /* seconds since 1970 */
};

/* Read the folder (borrowed, as is what report holds). NULL: there was a fault, and all of them
 * were told; or no memory. most_bytes: of all arrays together, what is being read among them. */
struct arrays *arrays_open(const char *folder, uint64_t most_bytes,
                           const struct arrays_report *report);

/* From now on reload when asked to, and tell report, on a thread of its own. False: there is no
 * thread to be had. */
bool arrays_start(struct arrays *arrays, const struct arrays_report *report);

/* Ask for a reload; returns at once. One that is asked for while another runs is done after it. */
void arrays_reload(struct arrays *arrays);

/* End the thread and free everything; whatever was taken must have been released. NULL is allowed.
 */
void arrays_close(struct arrays *arrays);

/* The table as it is now. Any number of threads at once; neither waits. */
const struct snapshot *arrays_take(struct arrays *arrays);
void arrays_release(struct arrays *arrays, const struct snapshot *snapshot);

struct arrays_figures arrays_figures(const struct arrays *arrays);

#endif
