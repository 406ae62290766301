/* SPDX-License-Identifier: MIT */
/* walk.c: a stack of automata; the text's own is at the bottom. */
#include "walk.h"

enum walk_status walk_byte(const struct automaton *parts, struct walk *walk, int byte)
{
    const struct automaton *open = &parts[walk->part[walk->depth]];
    int next = open->next[walk->state[walk->depth]][byte];
    if (next < 0) {
        return WALK_STOP;
    }
    int call = open->call[next];
    if (call >= 0) {
        if (walk->depth == WALK_NESTING) {
            return WALK_TOO_DEEP;
        }
        walk->state[walk->depth] = open->after[next];
        walk->depth++;
        walk->part[walk->depth] = call;
        walk->state[walk->depth] = 0;
    } else if (walk->depth > 0 && open->accepts[next]) {
        walk->part[walk->depth] = walk->state[walk->depth] = 0;
        walk->depth--;
    } else {
        walk->state[walk->depth] = next;
    }
    return WALK_ON;
}

bool walk_is_complete(const struct automaton *parts, const struct walk *walk)
{
    return walk->depth == 0 && parts[GRAMMAR_TEXT].accepts[walk->state[0]];
}
