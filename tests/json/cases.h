/* SPDX-License-Identifier: MIT */
/* cases.h: small documents of every kind, valid and not, with the place of each fault. */
#ifndef NIMSUM_TESTS_JSON_CASES_H
#define NIMSUM_TESTS_JSON_CASES_H

#include <stddef.h>

enum { JSON_CASE_VALID = -1 };

struct json_case {
    const char *text;
    size_t size;
    long fault; /* offset of the first byte that nothing can make valid, or JSON_CASE_VALID */
};

extern const struct json_case json_cases[];
extern const size_t json_case_count;

#endif
