/* SPDX-License-Identifier: MIT */
/* verdict_text.h: packed verdicts as JSON. */
#ifndef NIMSUM_API_GAMES_VERDICT_TEXT_H
#define NIMSUM_API_GAMES_VERDICT_TEXT_H

#include "json/writer.h"

/* words: m verdicts, the first in the most significant bit of words[0]. */

/* [true,false,...]; wins of them are true. */
void put_verdict_booleans(struct json_writer *writer, const uint64_t *words, size_t m, size_t wins);

/* "10..." */
void put_verdict_bits(struct json_writer *writer, const uint64_t *words, size_t m);

#endif
