/* SPDX-License-Identifier: MIT */
/* automaton.h: regular expressions over bytes, made into deterministic automata.
 *
 * An expression is put together bottom-up from fragments of a nondeterministic automaton (Thompson
 * 1968); automaton_build() turns it into a deterministic one (Rabin and Scott 1959). A fragment is
 * used once: what stands twice in an expression is built twice.
 *
 * A place may stand for a whole word of another automaton (fragment_call), so that a grammar that
 * nests can be walked with a stack of automata.
 */
#ifndef NIMSUM_TESTS_AUTOMATON_H
#define NIMSUM_TESTS_AUTOMATON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXPRESSION_STATES = 2048, AUTOMATON_STATES = 256 };

/* An expression under construction. */
struct expression {
    int count;
    struct {
        bool takes_byte; /* low..high lead to next[0]; otherwise both next cost no byte */
        unsigned char low, high;
        int call;    /* the word of that automaton leads to next[0]; -1: none */
        int next[2]; /* -1: none */
    } states[EXPRESSION_STATES];
};

struct fragment {
    int start, end;
};

/* One byte from low to high. */
struct fragment fragment_range(struct expression *e, unsigned char low, unsigned char high);

/* One byte out of a text. */
struct fragment fragment_one_of(struct expression *e, const char *bytes);

/* All bytes of a text, in order. */
struct fragment fragment_text(struct expression *e, const char *text);

/* A word of automaton number call. */
struct fragment fragment_call(struct expression *e, int call);

/* first, then second. */
struct fragment fragment_then(struct expression *e, struct fragment first, struct fragment second);

/* one, or the other. */
struct fragment fragment_or(struct expression *e, struct fragment one, struct fragment other);

/* Nothing, or the fragment; and any number of it. */
struct fragment fragment_maybe(struct expression *e, struct fragment inner);
struct fragment fragment_any(struct expression *e, struct fragment inner);

struct automaton {
    int count;                           /* state 0 is the start */
    int16_t next[AUTOMATON_STATES][256]; /* -1: no word goes on with this byte */
    bool accepts[AUTOMATON_STATES];
    int call[AUTOMATON_STATES];  /* a word of this automaton is due; -1: none */
    int after[AUTOMATON_STATES]; /* the state after that word */
};

/* The deterministic automaton of the whole expression. Every state lies on the way to some word,
 * so "no next state" means that nothing can follow. Aborts where there are too many states, or
 * where a call is due together with anything else. */
void automaton_build(struct automaton *automaton, const struct expression *e,
                     struct fragment whole);

#endif
