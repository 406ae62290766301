/* SPDX-License-Identifier: MIT */
/* run_tests.h: how a unit test ends, and what each of them would else define again. */
#ifndef NIMSUM_TESTS_RUN_TESTS_H
#define NIMSUM_TESTS_RUN_TESTS_H

#include <check.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Run a case, the only one of its program, and free it; returns what main() has to. */
int run_tests(TCase *tcase);

#endif
