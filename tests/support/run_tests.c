/* SPDX-License-Identifier: MIT */
/* run_tests.c: the one suite of a program has the program's name. */
#include "run_tests.h"

#include <errno.h>
#include <stdlib.h>

int run_tests(TCase *tcase)
{
    Suite *suite = suite_create(program_invocation_short_name);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
