/* SPDX-License-Identifier: MIT */
/* contest_run.h: one body through the contest reader, cut in a given way, and what came of it. */
#ifndef NIMSUM_CONTEST_RUN_H
#define NIMSUM_CONTEST_RUN_H

#include "text_oracle.h"

struct outcome {
    bool ok;
    struct problem problem;
    enum budget_status refusal;
    char *out; /* heap block, released by outcome_free() */
    size_t out_size;
    size_t held_before_end; /* bytes charged when the body had been fed */
};

/* Limits that no small test reaches. */
extern const struct contest_limits roomy_limits;

/* Feed first bytes, then pieces of rest bytes, each in a heap block of its own size (so that a
 * sanitizer sees a byte read too many). Fails the test where the reader feeds on after a false, or
 * leaves bytes charged. budget may be NULL. */
struct outcome contest_run(const char *body, size_t size, const struct contest_limits *limits,
                           struct budget *budget, size_t first, size_t rest);

void outcome_free(struct outcome *outcome);

/* Fail the test where the outcome is not the answer. */
void outcome_compare(const struct outcome *outcome, const struct text_result *answer);

/* Compare the body, cut once at every byte, in pieces of every small size and whole, with answer.
 */
void contest_compare_all_cuts(const char *body, size_t size, const struct contest_limits *limits,
                              const struct text_result *answer);

#endif
