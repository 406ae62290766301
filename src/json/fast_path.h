/* SPDX-License-Identifier: MIT */
/* fast_path.h: the fast path for plain numbers in number lists.
 *
 * Nearly all bytes of a large body are digits and commas. A fast path reads whole elements in their
 * plain form ("12," or "[3,4]," with at most one space after a comma) straight into the store and
 * stops at the first byte that is anything else: the scanner's byte-by-byte machine, its plain
 * twin, goes on there and meets the element from its first byte. Fast paths never see a line break,
 * so they need no line counting. */
#ifndef NIMSUM_JSON_FAST_PATH_H
#define NIMSUM_JSON_FAST_PATH_H

#include "json/number_lists.h"

/* Read elements "digits," of the open vector or row from p on. Needs room for (end - p) / 2 + 1
 * numbers (json_lists_reserve). Returns the first byte not read: p where no element is whole. */
const char *json_fast_numbers(struct json_number_lists *lists, const char *p, const char *end);

/* The same for rows "[digits,digits]," of the open table. */
const char *json_fast_pairs(struct json_number_lists *lists, const char *p, const char *end);

/* The portable twins of fast_path_sse.h, which the two above use where it does not go on. */
const char *json_fast_portable_numbers(struct json_number_lists *lists, const char *p,
                                       const char *end);
const char *json_fast_portable_pairs(struct json_number_lists *lists, const char *p,
                                     const char *end);

#endif
