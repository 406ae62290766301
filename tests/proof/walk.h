/* SPDX-License-Identifier: MIT */
/* walk.h: a JSON text read by the grammar: automata called from one another. */
#ifndef NIMSUM_TESTS_WALK_H
#define NIMSUM_TESTS_WALK_H

#include "grammar.h"

enum { WALK_NESTING = 2 }; /* containers inside one another; one more is refused */

/* All zero is the start of a text. */
struct walk {
    int32_t depth;
    int32_t part[WALK_NESTING + 1], state[WALK_NESTING + 1];
};

enum walk_status { WALK_ON, WALK_STOP, WALK_TOO_DEEP };

/* Take a byte; on anything but WALK_ON the walk is as it was. */
enum walk_status walk_byte(const struct automaton *parts, struct walk *walk, int byte);

/* Whether the text may end here. */
bool walk_is_complete(const struct automaton *parts, const struct walk *walk);

#endif
