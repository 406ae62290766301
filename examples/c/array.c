/* SPDX-License-Identifier: MIT */
/* array.c: libnimsum without HTTP: heaps made ready once, then asked in both conventions. */
#include <nimsum/array.h>
#include <nimsum/weighted_sum.h>
#include <stdio.h>
#include <stdlib.h>

static void ask(const struct nimsum_array_u32 *array, const char *name,
                enum nimsum_convention convention)
{
    const uint32_t queries[] = {1, 2, 2, 3, 1, 4}; /* pairs: heaps 1 to 2, 2 to 3, 1 to 4 */
    uint64_t words[1];                             /* a bit a query, the first one on top */
    struct nimsum_move moves[3];
    struct nimsum_ranges_u32 game = nimsum_array_game_u32(array, convention, 1);
    if (nimsum_range_verdicts_u32(&game, queries, 0, 3, words) < 3 ||
        nimsum_range_moves_u32(&game, &array->moves, queries, 0, 3, moves) < 3) {
        printf("%s: a query is no range of the heaps\n", name);
        return;
    }
    printf("%s: %u of 3 are won", name, (unsigned)nimsum_count_wins(words, 3));
    for (int i = 0; i < 3; i++) {
        if (moves[i].take > 0) {
            printf(", query %d by taking %u of heap %u", i, (unsigned)moves[i].take,
                   (unsigned)moves[i].heap);
        }
    }
    printf("\n");
}

int main(void)
{
    const uint32_t heaps[] = {1, 1, 0, 5};
    void *block = malloc(nimsum_array_bytes_u32(heaps, 4));
    if (block == NULL) {
        return 1;
    }
    const struct nimsum_array_u32 array = nimsum_array_prepare_u32(heaps, 4, block);
    ask(&array, "normal", NIMSUM_NORMAL); /* from any number of threads, as often as you like */
    ask(&array, "misere", NIMSUM_MISERE);
    free(block);
    return 0;
}
