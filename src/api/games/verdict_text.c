/* SPDX-License-Identifier: MIT */
/* verdict_text.c: many small values written without a check for each. */
#include "api/games/verdict_text.h"

#include <endian.h>

/* The eight bits of byte, the first verdict in its top bit, as eight characters '0' or '1'.
 * The factor puts eight copies of byte nine bits apart, so that they do not touch and the copies'
 * bits 7, 6, .. 0 land in the top bits of the product's bytes 0, 1, .. 7. */
static void put_eight(char *out, uint64_t byte)
{
    uint64_t spread = byte * UINT64_C(0x8040201008040201);
    uint64_t text = htole64((spread >> 7 & UINT64_C(0x0101010101010101)) |
                            UINT64_C(0x3030303030303030));
    memcpy(out, &text, sizeof text);
}

void put_verdict_bits(struct json_writer *writer, const uint64_t *words, size_t m)
{
    size_t rounded = (m + 63) / 64 * 64; /* whole words are written; the rest is cut off */
    char *out = json_put_room(writer, rounded + 2);
    if (out == NULL) {
        return;
    }
    out[0] = '"';
    for (size_t i = 0; i < rounded / 8; i++) {
        put_eight(out + 1 + 8 * i, words[i / 8] >> (56 - 8 * (i % 8)) & 0xFF);
    }
    out[m + 1] = '"';
    json_put_taken(writer, m + 2);
}

void put_verdict_booleans(struct json_writer *writer, const uint64_t *words, size_t m, size_t wins)
{
    static const char texts[2][8] = {"false, ", "true,  "};
    static const size_t sizes[2] = {6, 5};
    /* Each text is stored whole, eight bytes, then partly overwritten by the next. */
    char *out = json_put_room(writer, 6 * m - wins + 8);
    if (out == NULL) {
        return;
    }
    char *p = out;
    *p++ = '[';
    for (size_t i = 0; i < m; i++) {
        unsigned verdict = words[i / 64] >> (63 - i % 64) & 1;
        memcpy(p, texts[verdict], 8);
        p += sizes[verdict];
    }
    p[-1] = ']'; /* in place of the last comma; m is at least 1 */
    json_put_taken(writer, (size_t)(p - out));
}
