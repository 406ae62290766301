/* SPDX-License-Identifier: MIT */
/* kept.h: the operator's arrays in the daemon: opened at the start, checked alone, told of. */
#ifndef NIMSUM_KEPT_H
#define NIMSUM_KEPT_H

#include "arrays/arrays.h"
#include "config.h"

/* Read the folder as config has it; faults and warnings go to stderr. NULL: there was a fault. */
struct arrays *kept_open(const struct config *config, const char *folder);

/* Reload them from now on when asked to, and tell the log. False after a message. */
bool kept_start(struct arrays *arrays, struct log *log);

/* --check-arrays: read the folder, print name, heaps and version of each. Returns the exit status.
 */
int kept_check(const struct config *config);

#endif
