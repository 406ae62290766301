/* SPDX-License-Identifier: MIT */
/* array.c: heaps made ready once, for both widths. The functions themselves are in array_width.inc,
 * written once and compiled for each width.
 *
 * The block: the prefix XORs, the counts of large heaps, the planes and their counts. */
#include <nimsum/array.h>

/* Before the planes, which want a border of 8 bytes. */
static uint64_t numbers_bytes(size_t heap_count, size_t number_bytes)
{
    uint64_t bytes = ((uint64_t)heap_count + 1) * (number_bytes + sizeof(uint32_t));
    return (bytes + 7) / 8 * 8;
}

static size_t block_bytes(const struct nimsum_moves *moves, size_t number_bytes)
{
    uint64_t numbers = numbers_bytes(moves->heap_count, number_bytes);
    return numbers <= SIZE_MAX - moves->workspace_bytes ? moves->workspace_bytes + (size_t)numbers
                                                        : SIZE_MAX;
}

#define NUMBER      uint32_t
#define WIDTH(name) name##_u32
#include "core/array_width.inc"
#undef NUMBER
#undef WIDTH

#define NUMBER      uint64_t
#define WIDTH(name) name##_u64
#include "core/array_width.inc"
#undef NUMBER
#undef WIDTH
