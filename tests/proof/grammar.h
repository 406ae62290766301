/* SPDX-License-Identifier: MIT */
/* grammar.h: the grammar of JSON as expressions, written down from the RFCs' own rules. */
#ifndef NIMSUM_TESTS_GRAMMAR_H
#define NIMSUM_TESTS_GRAMMAR_H

#include "automaton.h"

/* The automata of a JSON text. An array and an object begin behind their opening bracket. */
enum grammar_part { GRAMMAR_TEXT, GRAMMAR_ARRAY, GRAMMAR_OBJECT, GRAMMAR_PARTS };

/* RFC 8259 section 6: number. */
struct fragment grammar_number(struct expression *e);

/* RFC 8259 section 7: string, in UTF-8 by RFC 3629 section 4. Stricter than the RFC in one point of
 * the contract: a surrogate that is escaped must be half of a pair. */
struct fragment grammar_string(struct expression *e);

/* RFC 8259 sections 2 to 5: one automaton for each part. */
void grammar_build(struct automaton parts[GRAMMAR_PARTS]);

#endif
