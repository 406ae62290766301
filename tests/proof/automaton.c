/* SPDX-License-Identifier: MIT */
/* automaton.c: Thompson's construction, and the construction of subsets. */
#include "automaton.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *why)
{
    fprintf(stderr, "automaton: %s\n", why);
    abort();
}

static int new_state(struct expression *e)
{
    if (e->count == EXPRESSION_STATES) {
        give_up("the expression is too large");
    }
    e->states[e->count].takes_byte = false;
    e->states[e->count].call = -1;
    e->states[e->count].next[0] = e->states[e->count].next[1] = -1;
    return e->count++;
}

static struct fragment new_fragment(struct expression *e)
{
    int start = new_state(e);
    return (struct fragment){start, new_state(e)};
}

/* A way that costs no byte. */
static void link_states(struct expression *e, int from, int to)
{
    int *next = e->states[from].next;
    next[next[0] < 0 ? 0 : 1] = to;
}

struct fragment fragment_range(struct expression *e, unsigned char low, unsigned char high)
{
    struct fragment made = new_fragment(e);
    e->states[made.start].takes_byte = true;
    e->states[made.start].low = low;
    e->states[made.start].high = high;
    e->states[made.start].next[0] = made.end;
    return made;
}

struct fragment fragment_one_of(struct expression *e, const char *bytes)
{
    unsigned char first = (unsigned char)*bytes;
    struct fragment made = fragment_range(e, first, first);
    for (const char *p = bytes + 1; *p != '\0'; p++) {
        unsigned char byte = (unsigned char)*p;
        made = fragment_or(e, made, fragment_range(e, byte, byte));
    }
    return made;
}

struct fragment fragment_text(struct expression *e, const char *text)
{
    struct fragment made = fragment_range(e, (unsigned char)*text, (unsigned char)*text);
    for (const char *p = text + 1; *p != '\0'; p++) {
        unsigned char byte = (unsigned char)*p;
        made = fragment_then(e, made, fragment_range(e, byte, byte));
    }
    return made;
}

struct fragment fragment_call(struct expression *e, int call)
{
    struct fragment made = new_fragment(e);
    e->states[made.start].call = call;
    e->states[made.start].next[0] = made.end;
    return made;
}

struct fragment fragment_then(struct expression *e, struct fragment first, struct fragment second)
{
    link_states(e, first.end, second.start);
    return (struct fragment){first.start, second.end};
}

struct fragment fragment_or(struct expression *e, struct fragment one, struct fragment other)
{
    struct fragment made = new_fragment(e);
    link_states(e, made.start, one.start);
    link_states(e, made.start, other.start);
    link_states(e, one.end, made.end);
    link_states(e, other.end, made.end);
    return made;
}

struct fragment fragment_maybe(struct expression *e, struct fragment inner)
{
    struct fragment made = new_fragment(e);
    link_states(e, made.start, inner.start);
    link_states(e, made.start, made.end);
    link_states(e, inner.end, made.end);
    return made;
}

struct fragment fragment_any(struct expression *e, struct fragment inner)
{
    struct fragment made = new_fragment(e);
    link_states(e, made.start, inner.start);
    link_states(e, made.start, made.end);
    link_states(e, inner.end, made.start);
    return made;
}

/* Which states of the expression the bytes so far can have led to. */
struct subset {
    bool has[EXPRESSION_STATES];
};

/* Add a state and what can be reached from it without a byte. */
static void add(const struct expression *e, struct subset *subset, int state)
{
    if (state < 0 || subset->has[state]) {
        return;
    }
    subset->has[state] = true;
    if (!e->states[state].takes_byte && e->states[state].call < 0) {
        add(e, subset, e->states[state].next[0]);
        add(e, subset, e->states[state].next[1]);
    }
}

static bool step(const struct expression *e, const struct subset *from, unsigned char byte,
                 struct subset *to)
{
    bool any = false;
    memset(to, 0, sizeof *to);
    for (int i = 0; i < e->count; i++) {
        if (from->has[i] && e->states[i].takes_byte && byte >= e->states[i].low &&
            byte <= e->states[i].high) {
            add(e, to, e->states[i].next[0]);
            any = true;
        }
    }
    return any;
}

/* The automaton's state for a subset: an old one, or a new one. */
static int state_of(struct automaton *automaton, struct subset *subsets,
                    const struct subset *subset)
{
    for (int i = 0; i < automaton->count; i++) {
        if (memcmp(&subsets[i], subset, sizeof *subset) == 0) {
            return i;
        }
    }
    if (automaton->count == AUTOMATON_STATES) {
        give_up("the automaton has too many states");
    }
    subsets[automaton->count] = *subset;
    return automaton->count++;
}

/* The call that is due in a state, if any, and the state after it. */
static void build_call(struct automaton *automaton, const struct expression *e,
                       struct subset *subsets, int state)
{
    struct subset after = {{false}};
    bool takes_byte = false;
    automaton->call[state] = -1;
    for (int i = 0; i < e->count; i++) {
        if (!subsets[state].has[i]) {
            continue;
        }
        takes_byte = takes_byte || e->states[i].takes_byte;
        if (e->states[i].call >= 0) {
            if (automaton->call[state] >= 0 && automaton->call[state] != e->states[i].call) {
                give_up("two calls are due at once");
            }
            automaton->call[state] = e->states[i].call;
            add(e, &after, e->states[i].next[0]);
        }
    }
    if (automaton->call[state] >= 0) {
        if (takes_byte || automaton->accepts[state]) {
            give_up("a call is due together with something else");
        }
        automaton->after[state] = state_of(automaton, subsets, &after);
    }
}

void automaton_build(struct automaton *automaton, const struct expression *e, struct fragment whole)
{
    struct subset *subsets = calloc(AUTOMATON_STATES, sizeof *subsets);
    struct subset start = {{false}};
    if (subsets == NULL) {
        give_up("no memory");
    }
    automaton->count = 0;
    add(e, &start, whole.start);
    (void)state_of(automaton, subsets, &start);
    for (int state = 0; state < automaton->count; state++) {
        automaton->accepts[state] = subsets[state].has[whole.end];
        build_call(automaton, e, subsets, state);
        for (int byte = 0; byte < 256; byte++) {
            struct subset to;
            automaton->next[state][byte] = step(e, &subsets[state], (unsigned char)byte, &to)
                                               ? (int16_t)state_of(automaton, subsets, &to)
                                               : -1;
        }
    }
    free(subsets);
}
