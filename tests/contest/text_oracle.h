/* SPDX-License-Identifier: MIT */
/* text_oracle.h: the contest text read the plain way, for the tests: the whole body, token by
 * token, every query a loop over its heaps. It shares no code and no idea with src/contest. */
#ifndef NIMSUM_TEXT_ORACLE_H
#define NIMSUM_TEXT_ORACLE_H

#include "contest/contest.h"

struct text_result {
    enum problem_code code; /* PROBLEM_NONE: out holds the reply */
    struct place place;
    uint64_t limit; /* 0: none */
    char *out;      /* heap block, released by text_result_free() */
    size_t out_size;
};

/* limits->memory_bytes is not looked at. */
struct text_result text_oracle(const char *body, size_t size, const struct contest_limits *limits);

void text_result_free(struct text_result *answer);

#endif
