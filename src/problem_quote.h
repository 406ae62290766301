/* SPDX-License-Identifier: MIT */
/* problem_quote.h: what a client sent, as a problem's detail may show it: short, in quotes, and in
 * printable ASCII, whatever it was. */
#ifndef NIMSUM_PROBLEM_QUOTE_H
#define NIMSUM_PROBLEM_QUOTE_H

#include <stddef.h>

enum { QUOTE_SHOWN = 24 }; /* bytes of a text that are enough to know it again */

/* How long the quotation of so many bytes may become, with its NUL. */
#define QUOTE_BYTES(shown) (4 * (shown) + sizeof "\"\"...")

/* Write text[0..size) to out, of QUOTE_BYTES(shown) bytes: in double quotes, with a backslash
 * before a quote or backslash, other bytes beyond printable ASCII as \xHH, and "..." for what comes
 * after shown bytes. Returns out. */
const char *quote_text(const char *text, size_t size, size_t shown, char *out);

/* A byte as one names it: "]" with its quotes, or the byte 0xFF. Returns out. */
enum { QUOTE_BYTE_BYTES = sizeof "the byte 0xFF" };
const char *quote_byte(unsigned char byte, char out[QUOTE_BYTE_BYTES]);

#endif
