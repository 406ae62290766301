/* SPDX-License-Identifier: MIT */
/* audit_head.h: request heads laid out by an input's bytes, for the layout check. */
#ifndef NIMSUM_TESTS_AUDIT_HEAD_H
#define NIMSUM_TESTS_AUDIT_HEAD_H

#include <stddef.h>
#include <stdint.h>

/* Lay out the head that the input describes, tampered with or not, and check that the layout check
 * says so; aborts where it does not. */
void audit_head_try(const uint8_t *data, size_t size);

#endif
