/* SPDX-License-Identifier: MIT */
/* fuzz.h: the function that libFuzzer and replay_main.c call. */
#ifndef NIMSUM_TESTS_FUZZ_FUZZ_H
#define NIMSUM_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Try one input; aborts where it finds a fault. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
