/* SPDX-License-Identifier: MIT */
/* decide.c: libnimsum without HTTP: one board of the chalkboard game, and Nim on ranges of heaps.
 */
#include <nimsum/chalkboard.h>
#include <nimsum/ranges.h>
#include <nimsum/weighted_sum.h>
#include <stdio.h>

int main(void)
{
    const uint64_t board[] = {1, 1, 2};
    size_t count = sizeof board / sizeof board[0];
    uint64_t sum = nimsum_xor_u64(board, count);
    struct nimsum_board_verdict verdict = nimsum_board_decide(sum, count);
    printf("board: XOR %d, %s wins\n", (int)sum, verdict.alice_wins ? "Alice" : "Bob");

    const uint32_t heaps[] = {1, 2, 2};
    const uint32_t queries[] = {1, 2, 2, 3}; /* pairs: heaps 1 to 2, heaps 2 to 3 */
    uint32_t prefix[4];                      /* one more than heaps */
    nimsum_prefix_xor_u32(heaps, 3, prefix);
    const struct nimsum_ranges_u32 game = {.prefix = prefix, .heap_count = 3, .index_base = 1};

    uint64_t words[1]; /* a bit a query, the first one on top */
    size_t answered = nimsum_range_verdicts_u32(&game, queries, 0, 2, words);
    if (answered < 2) {
        printf("query %d is no range of the heaps\n", (int)answered);
        return 1;
    }
    for (unsigned i = 0; i < 2; i++) {
        printf("query %u: the %s player wins\n", i, words[0] >> (63 - i) & 1 ? "first" : "second");
    }
    printf("weighted sum %d\n", (int)nimsum_weighted_sum(words, 2));
    return 0;
}
