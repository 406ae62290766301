/* SPDX-License-Identifier: MIT */
/* explain.c: why a player wins or loses, in one or two sentences. */
#include "api/games/explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    BINARY_LIMIT = 1 << 16, /* binary digits help where they can be read at a glance */
    SENTENCE_BYTES = 512
};

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

struct sentences {
    char text[SENTENCE_BYTES];
    size_t size;
};

/* Append in printf form; what does not fit is cut. */
static void __attribute__((format(printf, 2, 3))) add(struct sentences *s, const char *format, ...)
{
    size_t room = sizeof s->text - s->size;
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(s->text + s->size, room, format, arguments);
    va_end(arguments);
    s->size += size < 0 ? 0 : (size_t)size < room ? (size_t)size : room - 1;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

void explain_board(struct json_writer *writer, const struct nimsum_board_verdict *verdict,
                   size_t count, const struct explain_erasure *erasure)
{
    struct sentences s = {.size = 0};
    char xor_sum[64];
    (void)with_binary(verdict->xor_sum, xor_sum);
    switch (verdict->reason) {
    case NIMSUM_XOR_ZERO:
        add(&s,
            "The XOR of the %zu number%s is 0. A player who begins a turn with XOR 0 wins at once, "
            "so Alice has won before the first move.",
            count, plural(count));
        break;
    case NIMSUM_EVEN_COUNT:
        add(&s, "The XOR of the %zu numbers is %s, not 0, and their count is even, so Alice wins.",
            count, xor_sum);
        if (erasure->exists) {
            add(&s,
                " She erases any number other than %" PRIu64 ", such as nums[%zu] = %" PRIu64
                ": Bob is left with an odd count and an XOR that is not 0.",
                verdict->xor_sum, erasure->index, erasure->number);
        }
        break;
    case NIMSUM_ODD_COUNT:
        add(&s,
            "The XOR of the %zu number%s is %s, not 0, and their count is odd, so Bob wins. "
            "Whatever Alice erases leaves either XOR 0 or an even count.",
            count, plural(count), xor_sum);
        break;
    }
    json_put_string(writer, s.text, s.size);
}

/* Why the player to move wins or loses, without the move. */
static void add_winner(struct sentences *s, const struct nimsum_position_verdict *verdict,
                       size_t heap_count)
{
    char nim_sum[64];
    const char *outcome = verdict->first_player_wins ? "wins" : "loses";
    (void)with_binary(verdict->nim_sum, nim_sum);
    if (verdict->convention == NIMSUM_NORMAL) {
        add(s, "The nim-sum of the %zu heap%s is %s, so the player to move %s.", heap_count,
            plural(heap_count), nim_sum, outcome);
    } else if (verdict->large_heaps > 0) {
        add(s,
            "Some heap is larger than 1, so misere play is won as normal play: the nim-sum of the "
            "%zu heap%s is %s, so the player to move %s.",
            heap_count, plural(heap_count), nim_sum, outcome);
    } else {
        add(s,
            "No heap is larger than 1, so under misere play the player to move wins exactly when "
            "the number of single stones is even; it is %s.",
            verdict->nim_sum == 0 ? "even" : "odd");
    }
}

void explain_position(struct json_writer *writer, const struct nimsum_position_verdict *verdict,
                      size_t heap_count, const struct nimsum_move *move)
{
    struct sentences s = {.size = 0};
    add_winner(&s, verdict, heap_count);
    if (move->take > 0) {
        bool single_stones = verdict->convention == NIMSUM_MISERE && verdict->large_heaps < 2;
        add(&s, " Taking %" PRIu64 " from heap %zu leaves %s.", move->take, move->heap,
            single_stones ? "an odd number of single stones" : "nim-sum 0");
    } else if (!verdict->first_player_wins && verdict->convention == NIMSUM_NORMAL &&
               !(verdict->remoteness_known && verdict->remoteness == 0)) {
        add(&s, " Whatever is taken, the other player can make it 0 again.");
    }
    json_put_string(writer, s.text, s.size);
}
