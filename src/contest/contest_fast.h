/* SPDX-License-Identifier: MIT */
/* contest_fast.h: tokens of a contest text, many at once.
 *
 * Each function reads tokens that lie whole within the piece and break no rule (digits/read.h), and
 * counts them off *left, 0 being its end. It stops at the first token that it is not sure of, and
 * returns where it stopped: there the byte-by-byte machine goes on, which does the same work and
 * knows every fault.
 */
#ifndef NIMSUM_CONTEST_CONTEST_FAST_H
#define NIMSUM_CONTEST_CONTEST_FAST_H

#include "contest/contest.h"

/* Queries (pairs of tokens) on the heaps of prefix. */
const char *contest_fast_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                 uint64_t *left, const char *p, const char *end);

/* Tokens whose values no longer matter. */
const char *contest_fast_skip(uint64_t *left, const char *p, const char *end);

#endif
