/* SPDX-License-Identifier: MIT */
/* explain.c: why a player wins or loses, in one or two sentences. */
#include "api/games/explain.h"

#include <inttypes.h>
#include <stdio.h>

enum { BINARY_LIMIT = 1 << 16 }; /* binary digits help where they can be read at a glance */

/* "6 (binary 110)", or the number alone where it is large. Returns out. */
static const char *with_binary(uint64_t value, char out[64])
{
    if (value >= BINARY_LIMIT) {
        (void)snprintf(out, 64, "%" PRIu64, value);
        return out;
    }
    int size = snprintf(out, 64, "%" PRIu64 " (binary ", value);
    int bit = value == 0 ? 0 : 63 - __builtin_clzll(value);
    for (; bit >= 0; bit--) {
        out[size++] = (char)('0' + (value >> bit & 1));
    }
    out[size++] = ')';
    out[size] = '\0';
    return out;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

void explain_board(struct json_writer *w, const struct nimsum_board_verdict *verdict, size_t count,
                   const struct explain_erasure *erasure)
{
    char xor_sum[64];
    (void)with_binary(verdict->xor_sum, xor_sum);
    json_put(w, "\"");
    switch (verdict->reason) {
    case NIMSUM_XOR_ZERO:
        json_put_format(
            w,
            "The XOR of the %zu number%s is 0. A player who begins a turn with XOR 0 wins at once, "
            "so Alice has won before the first move.",
            count, plural(count));
        break;
    case NIMSUM_EVEN_COUNT:
        json_put_format(
            w, "The XOR of the %zu numbers is %s, not 0, and their count is even, so Alice wins.",
            count, xor_sum);
        if (erasure->exists) {
            json_put_format(w,
                            " She erases any number other than %" PRIu64
                            ", such as nums[%zu] = %" PRIu64
                            ": Bob is left with an odd count and an XOR that is not 0.",
                            verdict->xor_sum, erasure->index, erasure->number);
        }
        break;
    case NIMSUM_ODD_COUNT:
        json_put_format(
            w,
            "The XOR of the %zu number%s is %s, not 0, and their count is odd, so Bob wins. "
            "Whatever Alice erases leaves either XOR 0 or an even count.",
            count, plural(count), xor_sum);
        break;
    }
    json_put(w, "\"");
}

/* Why the player to move wins or loses, without the move. */
static void put_winner(struct json_writer *w, const struct nimsum_position_verdict *verdict,
                       size_t heap_count)
{
    char nim_sum[64];
    const char *outcome = verdict->first_player_wins ? "wins" : "loses";
    (void)with_binary(verdict->nim_sum, nim_sum);
    if (verdict->convention == NIMSUM_NORMAL) {
        json_put_format(w, "The nim-sum of the %zu heap%s is %s, so the player to move %s.",
                        heap_count, plural(heap_count), nim_sum, outcome);
    } else if (verdict->large_heaps > 0) {
        json_put_format(
            w,
            "Some heap is larger than 1, so misere play is won as normal play: the nim-sum of the "
            "%zu heap%s is %s, so the player to move %s.",
            heap_count, plural(heap_count), nim_sum, outcome);
    } else {
        json_put_format(
            w,
            "No heap is larger than 1, so under misere play the player to move wins exactly when "
            "the number of single stones is even; it is %s.",
            verdict->nim_sum == 0 ? "even" : "odd");
    }
}

void explain_position(struct json_writer *w, const struct nimsum_position_verdict *verdict,
                      size_t heap_count, const struct nimsum_move *move)
{
    json_put(w, "\"");
    put_winner(w, verdict, heap_count);
    if (move->take > 0) {
        bool single_stones = verdict->convention == NIMSUM_MISERE && verdict->large_heaps < 2;
        json_put_format(w, " Taking %" PRIu64 " from heap %zu leaves %s.", move->take, move->heap,
                        single_stones ? "an odd number of single stones" : "nim-sum 0");
    } else if (!verdict->first_player_wins && verdict->convention == NIMSUM_NORMAL &&
               !(verdict->remoteness_known && verdict->remoteness == 0)) {
        json_put_format(w, " Whatever is taken, the other player can make it 0 again.");
    }
    json_put(w, "\"");
}
