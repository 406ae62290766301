/* SPDX-License-Identifier: MIT */
/* operations.h: every intrinsic that src/digits uses, as a function of bytes. operations.c is compiled twice: once with
 * the compiler's immintrin.h and once with the model. */
#ifndef NIMSUM_PROOF_MODEL_OPERATIONS_H
#define NIMSUM_PROOF_MODEL_OPERATIONS_H

#include <stdint.h>

enum { OPERATIONS_MOST = 32, REGISTER_BYTES = 16 };

/* The result of two registers; where it is shorter, the bytes behind it stay as they are. */
struct operation {
    const char *name;
    void (*run)(const uint8_t *a, const uint8_t *b, uint8_t *result);
};

extern const struct operation processor_operations[OPERATIONS_MOST]; /* up to a NULL name */
extern const struct operation model_operations[OPERATIONS_MOST];

#endif
