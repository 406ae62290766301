/* SPDX-License-Identifier: MIT */
/* query_piece.h: stretches of a query, percent-decoded as they are taken. */
#ifndef NIMSUM_API_QUERY_PIECE_H
#define NIMSUM_API_QUERY_PIECE_H

#include <stdbool.h>
#include <stddef.h>

/* A stretch of the query, not decoded. */
struct piece {
    const char *text;
    size_t size;
};

/* Take the next decoded byte off the piece, which holds one. A '%' that begins no encoding stands
 * for itself, a byte beyond printable ASCII becomes '?'. */
char piece_take(struct piece *piece);

/* The decoded piece, cut at maximum bytes: how many were written to out. */
size_t piece_decode(struct piece piece, char *out, size_t maximum);

/* Take what stands before the first byte that decodes to separator, and that byte, or all. */
struct piece piece_until(struct piece *rest, char separator);

/* The piece without the blanks at its ends, which are "%20" or "+". */
struct piece piece_trim(struct piece piece);

/* Whether the decoded piece is name. */
bool piece_is(struct piece piece, const char *name);

#endif
