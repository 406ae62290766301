/* SPDX-License-Identifier: MIT */
/* options.h: reading the options of a game; what is absent stays as it was. */
#ifndef NIMSUM_API_GAMES_OPTIONS_H
#define NIMSUM_API_GAMES_OPTIONS_H

#include "json/document.h"
#include "json/writer.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* What "convention" may be, and whether that is misere; what "integers" may be, and whether they
 * are strings then. */
extern const struct json_word convention_words[2], integer_words[2];

/* "index_base": 0 or 1 */
bool option_index_base(const struct json_document *document, const struct json_node *node,
                       unsigned *index_base);

/* An integer that may pass 2^53: as a string where the client asked for it. */
void put_exact(struct json_writer *writer, uint64_t value, bool as_string);

#endif
