/* SPDX-License-Identifier: MIT */
/* folder_fixture.h: a folder of an operator's, in a folder of its own below /tmp, and what was told
 * of it. Failures fail the running test. */
#ifndef NIMSUM_TESTS_FOLDER_FIXTURE_H
#define NIMSUM_TESTS_FOLDER_FIXTURE_H

#include "arrays/arrays.h"

enum { TOLD_BYTES = 8192, PATH_BYTES = 384 };

struct folder_fixture {
    char path[64];
    pthread_mutex_t lock; /* of told */
    char
        told[TOLD_BYTES]; /* a line each: "fault: ...", "warning: ...", "note: ..."; DIR for path */
    struct arrays_report report;
};

void fixture_open(struct folder_fixture *f);
void fixture_close(struct folder_fixture *f); /* removes the folder */

/* Write (replace) the file: beside it and then renamed, as an operator should. size 0: strlen. */
void fixture_write(struct folder_fixture *f, const char *name, const char *text, size_t size);
void fixture_remove(struct folder_fixture *f, const char *name);

/* DIR/name. */
const char *fixture_path(const struct folder_fixture *f, const char *name, char out[PATH_BYTES]);

/* A fault, warning or note was told that begins like this, as in told. fixture_forget() begins anew. */
void fixture_expect(struct folder_fixture *f, const char *line);
void fixture_forget(struct folder_fixture *f);

/* arrays_reload(), and wait until it is done. Returns whether it was without a fault. */
bool fixture_reload(struct arrays *arrays);

#endif
