/* SPDX-License-Identifier: MIT */
/* check_automata.c, of src/json/scanner.c, src/json/number.c: the number machine and the scanner
 * hold exactly the RFCs' grammars, for every length.
 *
 * Both sides are machines that take a byte at a time. Every pair of states (the program's, the
 * grammar's) that some text leads to is visited once, and from each all 256 bytes are tried. At
 * each pair the two must agree on whether the text may end here, and for each byte on whether
 * anything can follow. Since both go on from the same pair in the same way, agreement on all pairs
 * is agreement on all texts, however long, and on the byte at which each refusal comes.
 *
 * The program's states are told apart by everything that its code looks at; what it only computes
 * with (digits, code points, places) is left out, and the numbers' machine is shown not to look at
 * it. A pair of the scanner has the stack too, so nesting is walked to a depth of WALK_NESTING,
 * where one more is refused; deeper down the scanner looks at the same one bit of its stack.
 *
 * The scanner is fed by single bytes, so its fast paths (whole numbers at once) play no part here:
 * the fuzz targets hold them against the reference reader. */
#include "run_tests.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.h"
#include "pairs.h"
#include "json/scanner.h"
#include "walk.h"

/* ---- numbers */

/* A machine in this phase, whose other members are as different as they can be. */
static struct json_number number_in(int phase, int variant)
{
    struct json_number number;
    memset(&number, variant == 1 ? 0xFF : 0, sizeof number);
    number.overflow = number.negative = number.exponent_negative = variant == 1;
    if (variant == 2) {
        number.digits = UINT64_MAX / 10;
        number.zeros = 3;
        number.length = JSON_NUMBER_MAX_BYTES;
    }
    number.phase = (enum json_number_phase)phase;
    return number;
}

static void take_number_byte(struct pairs *pairs, const struct automaton *grammar, int phase,
                             int state, int byte)
{
    for (int variant = 0; variant < 3; variant++) {
        struct json_number number = number_in(phase, variant);
        enum json_number_step step = json_number_step(&number, (unsigned char)byte);
        int next = grammar->next[state][byte];
        if ((step == NUMBER_TAKEN) != (next >= 0) ||
            (step == NUMBER_ENDED && !grammar->accepts[state])) {
            ck_abort_msg("phase %d, byte %d", phase, byte);
        }
        if (step == NUMBER_TAKEN) {
            int32_t key[2] = {(int32_t)number.phase, next};
            (void)pairs_add(pairs, key, sizeof key, 0, 0);
        }
    }
}

START_TEST(test_numbers)
{
    static struct expression e;
    static struct automaton grammar;
    struct pairs pairs;
    automaton_build(&grammar, &e, grammar_number(&e));
    pairs_init(&pairs);
    int32_t start[2] = {NUMBER_START, 0};
    (void)pairs_add(&pairs, start, sizeof start, 0, 0);
    for (size_t i = 0; i < pairs.count; i++) {
        int32_t key[2];
        memcpy(key, pairs.all[i].key, sizeof key);
        struct json_number number = number_in(key[0], 0);
        if (json_number_is_complete(&number) != grammar.accepts[key[1]]) {
            ck_abort_msg("phase %d: complete or not", key[0]);
        }
        for (int byte = 0; byte < 256; byte++) {
            take_number_byte(&pairs, &grammar, key[0], key[1], byte);
        }
    }
    printf("numbers: %zu pairs, %d states of the grammar\n", pairs.count, grammar.count);
    ck_assert_uint_ge(pairs.count, 9);
    pairs_free(&pairs);
}
END_TEST

/* ---- the scanner */

/* A pair: the scanner's state, as far as its code looks at it, and the grammar's. */
struct pair {
    int32_t state, depth, objects;
    int32_t list_depth, table, rejected;
    int32_t string_is_key, utf8_left, utf8_low, utf8_high;
    int32_t hex_digits, hex, low_due;
    int32_t literal_rest; /* bytes */
    int32_t number;
    struct walk walk;
};

/* exact: four hex digits are told apart by their value; otherwise by the ranges that matter. */
static int32_t hex_class(const struct json_scanner *s, bool exact)
{
    if (exact) {
        return (int32_t)s->hex;
    }
    uint32_t first = s->hex >> (s->hex_digits > 0 ? 4 * (s->hex_digits - 1) : 0);
    uint32_t two = s->hex >> (s->hex_digits > 1 ? 4 * (s->hex_digits - 2) : 0);
    return s->hex_digits == 0   ? 0
           : s->hex_digits == 1 ? first == 0xD
                                : (two >= 0xD8) + (two >= 0xDC) + (two >= 0xE0);
}

static struct pair pair_of(const struct json_scanner *s, const struct walk *walk, bool exact)
{
    struct pair pair;
    memset(&pair, 0, sizeof pair);
    pair.state = (int32_t)s->state;
    pair.depth = (int32_t)s->depth;
    pair.objects = (int32_t)s->objects; /* with the bits of what was closed */
    pair.list_depth = (int32_t)s->list_depth;
    pair.table = s->list_depth != 0 && s->lists.open.shape == JSON_TABLE;
    pair.rejected = s->list_depth != 0 && s->lists.open.rejection != JSON_ACCEPTED;
    pair.low_due = s->high_surrogate != 0;
    if (s->state >= SCAN_STRING && s->state <= SCAN_LOW_U) {
        pair.string_is_key = s->string_is_key;
    }
    if (s->state == SCAN_UTF8) {
        pair.utf8_left = s->utf8_left;
        pair.utf8_low = s->utf8_low;
        pair.utf8_high = s->utf8_high;
    } else if (s->state == SCAN_HEX) {
        pair.hex_digits = s->hex_digits;
        pair.hex = hex_class(s, exact);
    } else if (s->state == SCAN_LITERAL) {
        pair.literal_rest = (int32_t)strlen(s->literal_rest) * 256 + *s->literal_rest;
    } else if (s->state == SCAN_NUMBER) {
        pair.number = (int32_t)s->number.phase;
    }
    pair.walk = *walk;
    return pair;
}

struct trial {
    const struct automaton *parts;
    struct pairs pairs;
    struct account account;
    bool exact;
    const char *first; /* only texts that begin so */
};

/* A new scanner that has read text, byte by byte. */
static enum json_failure scan(struct trial *trial, struct json_scanner *s, const char *text,
                              size_t size)
{
    const struct json_limits limits = {WALK_NESTING, 1000, 1 << 20};
    json_scanner_init(s, &trial->account, &limits);
    for (size_t i = 0; i < size; i++) {
        (void)json_scanner_feed(s, text + i, 1);
    }
    return s->failure;
}

/* The text for a message: a byte that does not print is \xNN. */
static const char *shown(const char *text, size_t size)
{
    static char line[4 * PAIRS_TEXT_BYTES + 8];
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool prints = byte >= 0x20 && byte < 0x7F;
        used += (size_t)snprintf(line + used, sizeof line - used, prints ? "%c" : "\\x%02x", byte);
    }
    line[used] = '\0';
    return line;
}

/* After text[0..size), of which all but the last byte was good. */
static void try_text(struct trial *trial, const struct walk *before, const char *text, size_t size,
                     size_t parent)
{
    struct json_scanner s;
    struct walk walk = *before;
    unsigned char byte = (unsigned char)text[size - 1];
    enum walk_status answer = walk_byte(trial->parts, &walk, byte);
    enum json_failure wanted = answer == WALK_ON     ? JSON_OK
                               : answer == WALK_STOP ? JSON_MALFORMED
                                                     : JSON_TOO_DEEP;
    enum json_failure failure = scan(trial, &s, text, size);
    if (failure != wanted || (failure != JSON_OK && s.place.offset != size - 1)) {
        ck_abort_msg("%s: failure %d, not %d", shown(text, size), (int)failure, (int)wanted);
    }
    if (failure == JSON_OK) {
        struct pair pair = pair_of(&s, &walk, trial->exact);
        if (pairs_add(&trial->pairs, &pair, sizeof pair, parent, byte)) {
            bool complete = json_scanner_end(&s) == JSON_OK;
            if (complete != walk_is_complete(trial->parts, &walk) ||
                (!complete && s.place.offset != size)) {
                ck_abort_msg("%s: end is %d", shown(text, size), complete);
            }
        }
    }
    json_scanner_free(&s);
}

static void try_all(struct trial *trial)
{
    struct json_scanner s;
    struct walk nothing = {0, {GRAMMAR_TEXT}, {0}};
    (void)scan(trial, &s, "", 0);
    struct pair start = pair_of(&s, &nothing, trial->exact);
    json_scanner_free(&s);
    (void)pairs_add(&trial->pairs, &start, sizeof start, 0, 0);
    for (size_t i = 0; i < trial->pairs.count; i++) {
        char text[PAIRS_TEXT_BYTES + 1];
        size_t size = pairs_text(&trial->pairs, i, text);
        struct pair pair;
        memcpy(&pair, trial->pairs.all[i].key, sizeof pair);
        for (int byte = 0; byte < 256; byte++) {
            if (size > 0 || trial->first == NULL || byte == *trial->first) {
                text[size] = (char)byte;
                try_text(trial, &pair.walk, text, size + 1, i);
            }
        }
    }
    ck_assert_uint_eq(trial->account.held_bytes, 0);
}

static void try_scanner(const char *name, bool exact, const char *first, size_t least)
{
    static struct automaton parts[GRAMMAR_PARTS];
    struct trial trial = {.parts = parts, .exact = exact, .first = first};
    grammar_build(parts);
    pairs_init(&trial.pairs);
    try_all(&trial);
    printf("%s: %zu pairs\n", name, trial.pairs.count);
    ck_assert_uint_ge(trial.pairs.count, least);
    pairs_free(&trial.pairs);
}

START_TEST(test_texts)
{
    try_scanner("texts", false, NULL, 500);
}
END_TEST

/* A string alone, so that every value of four hex digits can be a state of its own. */
START_TEST(test_strings)
{
    try_scanner("strings", true, "\"", 4000);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("automata");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, test_numbers);
    tcase_add_test(tests, test_texts);
    tcase_add_test(tests, test_strings);
    return run_tests(tests);
}
