/* SPDX-License-Identifier: MIT */
/* array.c: heaps made ready once, for both widths. The functions themselves are in array_width.inc,
 * written once and compiled for each width.
 *
 * The block: the planes and their counts, the prefix XORs, the counts of large heaps. */
#include <nimsum/array.h>

/* The planes end on a border of 4 bytes; prefix XORs of 64 bits want one of 8. */
static size_t planes_bytes(const struct nimsum_moves *moves)
{
    return (moves->workspace_bytes + 7) / 8 * 8;
}

static size_t block_bytes(const struct nimsum_moves *moves, size_t number_bytes)
{
    uint64_t numbers = (uint64_t)(moves->heap_count + 1) * (number_bytes + sizeof(uint32_t));
    if (moves->workspace_bytes > SIZE_MAX - 7 || numbers > SIZE_MAX - planes_bytes(moves)) {
        return SIZE_MAX;
    }
    return planes_bytes(moves) + (size_t)numbers;
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
