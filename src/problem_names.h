/* SPDX-License-Identifier: MIT */
/* problem_names.h: the names that a client may use where it used another: keys, parameters, words,
 * paths. A problem tells them, the nearest first. */
#ifndef NIMSUM_PROBLEM_NAMES_H
#define NIMSUM_PROBLEM_NAMES_H

#include <stddef.h>

enum { NAMES_MOST = 32, NAMES_TOLD_BYTES = 200 };

/* Names that are known; the texts are borrowed. */
struct names {
    const char *name[NAMES_MOST];
    size_t count;
};

/* Add a name; past NAMES_MOST it is left out. */
void names_add(struct names *names, const char *name);

/* The name that text[0..size) most likely stands for, or NULL: one that is written alike (capitals,
 * "-" for "_", slashes at the ends), at most two letters away, begins alike, or holds the other.
 * O(64^2) a name. */
const char *names_nearest(const struct names *names, const char *text, size_t size);

/* What to say after "this is not known": `; did you mean "nums"? Known: nums, boards`, or `. Known:
 * nums, boards` where none is near; empty without names. Names that do not fit are left out.
 * Returns out. */
const char *names_tell(const struct names *names, const char *text, size_t size,
                       char out[NAMES_TOLD_BYTES]);

#endif
