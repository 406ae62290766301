/* SPDX-License-Identifier: MIT */
/* ranges.c: Nim on ranges, for both widths. The functions themselves are in ranges_width.inc,
 * written once and compiled for each width. */
#include <nimsum/ranges.h>

#define NUMBER      uint32_t
#define WIDTH(name) name##_u32
#include "core/ranges_width.inc"
#undef NUMBER
#undef WIDTH

#define NUMBER      uint64_t
#define WIDTH(name) name##_u64
#include "core/ranges_width.inc"
#undef NUMBER
#undef WIDTH
