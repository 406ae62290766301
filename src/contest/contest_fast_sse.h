/* SPDX-License-Identifier: MIT */
/* contest_fast_sse.h: the fast paths of contest_fast.h for x86-64 with SSE4.1; the same results,
 * faster. They may stop earlier: they read whole blocks only. */
#ifndef NIMSUM_CONTEST_CONTEST_FAST_SSE_H
#define NIMSUM_CONTEST_CONTEST_FAST_SSE_H

#include "contest/contest.h"

/* Whether this processor runs them. False on other architectures. */
bool contest_fast_sse_is_supported(void);

const char *contest_fast_sse_heaps(struct prefix *prefix, uint64_t *left, const char *p,
                                   const char *end);
const char *contest_fast_sse_queries(const struct prefix *prefix, struct verdicts *verdicts,
                                     uint64_t *left, const char *p, const char *end);

#endif
