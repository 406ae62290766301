/* SPDX-License-Identifier: MIT */
/* grammar.c: one function a rule, by the RFCs' names and in their order. */
#include "grammar.h"

typedef struct fragment join(struct expression *e, struct fragment one, struct fragment other);

static struct fragment joined(struct expression *e, join *how, const struct fragment *fragments,
                              size_t count)
{
    struct fragment made = fragments[0];
    for (size_t i = 1; i < count; i++) {
        made = how(e, made, fragments[i]);
    }
    return made;
}

/* All of them in a row; any one of them. (Inside sizeof nothing is called.) */
#define FRAGMENTS(...)                                                                             \
    (const struct fragment[])                                                                      \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define COUNT(...)     (sizeof(FRAGMENTS(__VA_ARGS__)) / sizeof(struct fragment))
#define ROW(e, ...)    joined(e, fragment_then, FRAGMENTS(__VA_ARGS__), COUNT(__VA_ARGS__))
#define EITHER(e, ...) joined(e, fragment_or, FRAGMENTS(__VA_ARGS__), COUNT(__VA_ARGS__))

/* RFC 8259 section 6 */

static struct fragment digit(struct expression *e)
{
    return fragment_range(e, '0', '9');
}

static struct fragment digits(struct expression *e) /* 1*DIGIT */
{
    return ROW(e, digit(e), fragment_any(e, digit(e)));
}

/* number = [ minus ] int [ frac ] [ exp ] */
struct fragment grammar_number(struct expression *e)
{
    struct fragment minus = fragment_maybe(e, fragment_text(e, "-"));
    struct fragment integer = EITHER(
        e, fragment_text(e, "0"), ROW(e, fragment_range(e, '1', '9'), fragment_any(e, digit(e))));
    struct fragment frac = fragment_maybe(e, ROW(e, fragment_text(e, "."), digits(e)));
    struct fragment exp = fragment_maybe(
        e,
        ROW(e, fragment_one_of(e, "eE"), fragment_maybe(e, fragment_one_of(e, "+-")), digits(e)));
    return ROW(e, minus, integer, frac, exp);
}

/* RFC 3629 section 4, without the bytes of UTF8-1 */

static struct fragment utf8_tail(struct expression *e)
{
    return fragment_range(e, 0x80, 0xBF);
}

static struct fragment utf8_2(struct expression *e)
{
    return ROW(e, fragment_range(e, 0xC2, 0xDF), utf8_tail(e));
}

static struct fragment utf8_3(struct expression *e)
{
    return EITHER(
        e, ROW(e, fragment_range(e, 0xE0, 0xE0), fragment_range(e, 0xA0, 0xBF), utf8_tail(e)),
        ROW(e, fragment_range(e, 0xE1, 0xEC), utf8_tail(e), utf8_tail(e)),
        ROW(e, fragment_range(e, 0xED, 0xED), fragment_range(e, 0x80, 0x9F), utf8_tail(e)),
        ROW(e, fragment_range(e, 0xEE, 0xEF), utf8_tail(e), utf8_tail(e)));
}

static struct fragment utf8_4(struct expression *e)
{
    return EITHER(e,
                  ROW(e, fragment_range(e, 0xF0, 0xF0), fragment_range(e, 0x90, 0xBF), utf8_tail(e),
                      utf8_tail(e)),
                  ROW(e, fragment_range(e, 0xF1, 0xF3), utf8_tail(e), utf8_tail(e), utf8_tail(e)),
                  ROW(e, fragment_range(e, 0xF4, 0xF4), fragment_range(e, 0x80, 0x8F), utf8_tail(e),
                      utf8_tail(e)));
}

/* RFC 8259 section 7 */

static struct fragment hexdig(struct expression *e)
{
    return EITHER(e, digit(e), fragment_range(e, 'A', 'F'), fragment_range(e, 'a', 'f'));
}

/* Four hex digits below D800 or above DFFF. */
static struct fragment hex_of_no_surrogate(struct expression *e)
{
    struct fragment other = EITHER(e, digit(e), fragment_one_of(e, "ABCEFabcef"));
    return EITHER(
        e, ROW(e, other, hexdig(e), hexdig(e), hexdig(e)),
        ROW(e, fragment_one_of(e, "Dd"), fragment_range(e, '0', '7'), hexdig(e), hexdig(e)));
}

static struct fragment hex_of_surrogate(struct expression *e, const char *second_digits)
{
    return ROW(e, fragment_text(e, "\\u"), fragment_one_of(e, "Dd"),
               fragment_one_of(e, second_digits), hexdig(e), hexdig(e));
}

static struct fragment escaped(struct expression *e)
{
    return EITHER(e, ROW(e, fragment_text(e, "\\"), fragment_one_of(e, "\"\\/bfnrt")),
                  ROW(e, fragment_text(e, "\\u"), hex_of_no_surrogate(e)),
                  ROW(e, hex_of_surrogate(e, "89ABab"), hex_of_surrogate(e, "CDEFcdef")));
}

/* %x20-21 / %x23-5B / %x5D-10FFFF, in UTF-8 */
static struct fragment unescaped(struct expression *e)
{
    return EITHER(e, fragment_range(e, 0x20, 0x21), fragment_range(e, 0x23, 0x5B),
                  fragment_range(e, 0x5D, 0x7F), utf8_2(e), utf8_3(e), utf8_4(e));
}

struct fragment grammar_string(struct expression *e)
{
    return ROW(e, fragment_text(e, "\""), fragment_any(e, EITHER(e, unescaped(e), escaped(e))),
               fragment_text(e, "\""));
}

/* RFC 8259 sections 2 and 3 */

static struct fragment ws(struct expression *e)
{
    return fragment_any(e, fragment_one_of(e, " \t\n\r"));
}

static struct fragment value(struct expression *e)
{
    return EITHER(e, fragment_text(e, "false"), fragment_text(e, "null"), fragment_text(e, "true"),
                  ROW(e, fragment_text(e, "{"), fragment_call(e, GRAMMAR_OBJECT)),
                  ROW(e, fragment_text(e, "["), fragment_call(e, GRAMMAR_ARRAY)), grammar_number(e),
                  grammar_string(e));
}

/* Sections 4 and 5: [ x *( "," x ) ] and the closing bracket, where x is of either kind. */

static struct fragment element(struct expression *e)
{
    return ROW(e, ws(e), value(e), ws(e));
}

static struct fragment member(struct expression *e)
{
    return ROW(e, ws(e), grammar_string(e), ws(e), fragment_text(e, ":"), element(e));
}

static struct fragment list(struct expression *e, struct fragment (*item)(struct expression *e),
                            const char *closing)
{
    struct fragment others = fragment_any(e, ROW(e, item(e), fragment_text(e, ",")));
    return EITHER(e, ROW(e, ws(e), fragment_text(e, closing)),
                  ROW(e, others, item(e), fragment_text(e, closing)));
}

void grammar_build(struct automaton parts[GRAMMAR_PARTS])
{
    static struct expression expressions[GRAMMAR_PARTS];
    struct expression *e = &expressions[GRAMMAR_TEXT];
    automaton_build(&parts[GRAMMAR_TEXT], e, element(e));
    e = &expressions[GRAMMAR_ARRAY];
    automaton_build(&parts[GRAMMAR_ARRAY], e, list(e, element, "]"));
    e = &expressions[GRAMMAR_OBJECT];
    automaton_build(&parts[GRAMMAR_OBJECT], e, list(e, member, "}"));
}
