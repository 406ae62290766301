/* SPDX-License-Identifier: MIT */
/* audit_grammar.h: the grammars of a request's head as automata (tests/proof/automaton.h). */
#ifndef NIMSUM_TESTS_AUDIT_GRAMMAR_H
#define NIMSUM_TESTS_AUDIT_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

/* What audit_syntax.h says of each. */
enum audit_rule {
    AUDIT_DIGITS,
    AUDIT_TOKEN,
    AUDIT_FIELD_VALUE,
    AUDIT_HOST,
    AUDIT_TARGET,
    AUDIT_CHUNKED,
    AUDIT_RULES
};

/* Whether text[0..size) is a word of the rule. */
bool audit_grammar_has(enum audit_rule rule, const char *text, size_t size);

#endif
