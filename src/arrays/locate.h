/* SPDX-License-Identifier: MIT */
/* locate.h: the line and column of a value in a JSON file, which the readers that never keep a file
 * know by its pointer only. */
#ifndef NIMSUM_ARRAYS_LOCATE_H
#define NIMSUM_ARRAYS_LOCATE_H

#include "problem.h"

/* Find where the value at problem->pointer (RFC 6901) begins in the file, which holds valid JSON;
 * of keys that stand twice the last one. False: it is not found. Reads the file once. */
bool locate(int file, const struct problem *problem, struct place *place);

#endif
