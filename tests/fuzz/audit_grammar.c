/* SPDX-License-Identifier: MIT */
/* audit_grammar.c: RFC 9110 sections 5.5 and 5.6.2, RFC 3986 sections 2 and 3.2, rule by rule. */
#include "audit_grammar.h"

#include "automaton.h"

static struct fragment digit(struct expression *e)
{
    return fragment_range(e, '0', '9');
}

static struct fragment alphanumeric(struct expression *e)
{
    return fragment_or(e, digit(e),
                       fragment_or(e, fragment_range(e, 'A', 'Z'), fragment_range(e, 'a', 'z')));
}

static struct fragment alphanumeric_or(struct expression *e, const char *others)
{
    return fragment_or(e, alphanumeric(e), fragment_one_of(e, others));
}

static struct fragment hexdig(struct expression *e)
{
    return fragment_or(e, digit(e), fragment_one_of(e, "ABCDEFabcdef"));
}

static struct fragment some(struct expression *e, struct fragment (*item)(struct expression *e))
{
    return fragment_then(e, item(e), fragment_any(e, item(e)));
}

static struct fragment tchar(struct expression *e)
{
    return alphanumeric_or(e, "!#$%&'*+-.^_`|~");
}

/* VCHAR, obs-text, SP and HTAB */
static struct fragment field_byte(struct expression *e)
{
    return fragment_or(
        e, fragment_text(e, "\t"),
        fragment_or(e, fragment_range(e, 0x20, 0x7E), fragment_range(e, 0x80, 0xFF)));
}

/* "%" HEXDIG HEXDIG */
static struct fragment pct_encoded(struct expression *e)
{
    return fragment_then(e, fragment_text(e, "%"), fragment_then(e, hexdig(e), hexdig(e)));
}

/* The same but %00. */
static struct fragment pct_encoded_not_nul(struct expression *e)
{
    struct fragment first_is_not_0 = fragment_then(e, fragment_one_of(e, "123456789ABCDEFabcdef"),
                                                   hexdig(e));
    struct fragment first_is_0 = fragment_then(e, fragment_text(e, "0"),
                                               fragment_one_of(e, "123456789ABCDEFabcdef"));
    return fragment_then(e, fragment_text(e, "%"), fragment_or(e, first_is_not_0, first_is_0));
}

/* unreserved / pct-encoded / sub-delims, but no comma: two Host fields joined into one have it */
static struct fragment reg_name_item(struct expression *e)
{
    return fragment_or(e, alphanumeric_or(e, "-._~!$&'()*+;="), pct_encoded(e));
}

static struct fragment literal_byte(struct expression *e)
{
    return fragment_or(e, hexdig(e), fragment_one_of(e, ":.v"));
}

/* In brackets at least two of an address's characters: how they stand is not looked at. */
static struct fragment ip_literal(struct expression *e)
{
    struct fragment inside = fragment_then(e, literal_byte(e), some(e, literal_byte));
    return fragment_then(e, fragment_text(e, "["), fragment_then(e, inside, fragment_text(e, "]")));
}

/* uri-host [ ":" port ] */
static struct fragment host(struct expression *e)
{
    struct fragment name = fragment_or(e, some(e, reg_name_item), ip_literal(e));
    struct fragment port = fragment_then(e, fragment_text(e, ":"), fragment_any(e, digit(e)));
    return fragment_then(e, name, fragment_maybe(e, port));
}

static struct fragment target_item(struct expression *e)
{
    return fragment_or(e, alphanumeric_or(e, "-._~!$&'()*+,;=:@/?[]"), pct_encoded_not_nul(e));
}

static struct fragment any_byte(struct expression *e)
{
    return fragment_range(e, 0x01, 0xFF);
}

/* Anything, a comma, white space, "chunked" in either case of letters. */
static struct fragment chunked(struct expression *e)
{
    static const char *const letters[] = {"cC", "hH", "uU", "nN", "kK", "eE", "dD"};
    struct fragment made = fragment_then(e, fragment_any(e, any_byte(e)), fragment_text(e, ","));
    made = fragment_then(e, made, fragment_any(e, fragment_one_of(e, " \t")));
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        made = fragment_then(e, made, fragment_one_of(e, letters[i]));
    }
    return made;
}

static struct fragment rule_of(struct expression *e, enum audit_rule rule)
{
    switch (rule) {
    case AUDIT_DIGITS: return some(e, digit);
    case AUDIT_TOKEN: return some(e, tchar);
    case AUDIT_FIELD_VALUE: return fragment_any(e, field_byte(e));
    case AUDIT_HOST: return host(e);
    case AUDIT_TARGET: return some(e, target_item);
    case AUDIT_CHUNKED:
    case AUDIT_RULES: break;
    }
    return chunked(e);
}

bool audit_grammar_has(enum audit_rule rule, const char *text, size_t size)
{
    static struct expression expressions[AUDIT_RULES];
    static struct automaton automata[AUDIT_RULES];
    struct automaton *automaton = &automata[rule];
    if (automaton->count == 0) {
        automaton_build(automaton, &expressions[rule], rule_of(&expressions[rule], rule));
    }
    int state = 0;
    for (size_t i = 0; i < size && state >= 0; i++) {
        state = automaton->next[state][(unsigned char)text[i]];
    }
    return state >= 0 && automaton->accepts[state];
}
