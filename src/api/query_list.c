/* SPDX-License-Identifier: MIT */
/* query_list.c: items one by one; a wrong one is quoted, with what is wrong with it. */
#include "api/query_list.h"

#include <string.h>

#include "problem_quote.h"

const char *query_list_example(enum json_kind kind)
{
    static const char *const examples[] = {
        [JSON_NUMBERS] = "1,1,2",
        [JSON_PAIRS] = "1-2,2-3",
        [JSON_WORDS] = "winning_moves,explanation",
        [JSON_NUMBER] = NULL,
    };
    return examples[kind];
}

bool query_fault(struct problem *problem, enum problem_code code, const struct json_key *parameter,
                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)problem_set_about(problem, code, parameter->name, format, arguments);
    va_end(arguments);
    problem_parameter(problem, parameter->name, strlen(parameter->name));
    return false;
}

/* Plain digits, at least one; JSON knows no leading zeros. */
static bool put_digits(struct json_writer *w, struct piece piece)
{
    bool any = false, leading = true;
    while (piece.size > 0) {
        char byte = piece_take(&piece);
        if (byte < '0' || byte > '9') {
            return false;
        }
        any = true;
        leading = leading && byte == '0';
        json_put_raw(w, &byte, leading ? 0 : 1);
    }
    json_put_raw(w, "0", leading ? 1 : 0);
    return any;
}

static bool put_pair(struct json_writer *w, struct piece piece)
{
    struct piece left = piece_until(&piece, '-');
    json_put(w, "[");
    bool sound = put_digits(w, left);
    json_put(w, ",");
    sound = put_digits(w, piece) && sound;
    json_put(w, "]");
    return sound;
}

static void put_word(struct json_writer *w, struct piece piece)
{
    char word[2 * PROBLEM_KEY_BYTES]; /* no word or name is as long: a cut one is none either */
    json_put_string(w, word, piece_decode(piece, word, sizeof word));
}

/* What is wrong with an item that is no number or pair: its bytes as decoded. */
static const char *reason_against(enum json_kind kind, const char *item, size_t size)
{
    if (memchr(item, '[', size) != NULL || memchr(item, ']', size) != NULL) {
        return "a list in a query stands without brackets";
    }
    if (memchr(item, '"', size) != NULL) {
        return "numbers stand without quotes";
    }
    if (memchr(item, '+', size) != NULL || memchr(item, ' ', size) != NULL ||
        memchr(item, ';', size) != NULL) {
        return "a comma stands between two items, and no sign before a number";
    }
    if (kind == JSON_PAIRS) {
        return "a query is l-r, both in plain digits";
    }
    return item[0] == '-' ? "numbers are not negative" : "numbers are written in plain digits";
}

static bool wrong_item(struct query_list *list, struct piece item)
{
    const struct json_key *parameter = list->parameter;
    const char *example = query_list_example(parameter->kind);
    if (item.size == 0) {
        return query_fault(list->problem, PROBLEM_WRONG_TYPE, parameter,
                           "[%zu] is empty: one comma stands between two items (like %s=%s)",
                           list->count, parameter->name, example);
    }
    char text[QUOTE_SHOWN + 1], quoted[QUOTE_BYTES(QUOTE_SHOWN)];
    size_t size = piece_decode(item, text, sizeof text);
    return query_fault(list->problem, PROBLEM_WRONG_TYPE, parameter, "[%zu] is %s: %s (like %s=%s)",
                       list->count, quote_text(text, size, QUOTE_SHOWN, quoted),
                       reason_against(parameter->kind, text, size), parameter->name, example);
}

static bool put_item(struct query_list *list, struct piece item)
{
    bool sound = true;
    json_put_raw(list->writer, ",", list->count == 0 ? 0 : 1);
    if (list->parameter->kind == JSON_WORDS) {
        put_word(list->writer, item);
    } else if (list->parameter->kind == JSON_PAIRS) {
        sound = put_pair(list->writer, item);
    } else {
        sound = put_digits(list->writer, item);
    }
    if (!sound) {
        return wrong_item(list, item);
    }
    list->count++;
    return true;
}

bool query_list_add(struct query_list *list, struct piece value)
{
    value = piece_trim(value);
    for (bool more = value.size > 0; more;) {
        size_t before = value.size;
        struct piece item = piece_until(&value, ',');
        more = item.size < before; /* a comma came, so an item is due */
        if (!put_item(list, piece_trim(item))) {
            return false;
        }
    }
    return true;
}

bool query_put_scalar(struct json_writer *writer, const struct json_key *parameter,
                      struct piece value, struct problem *problem)
{
    if (parameter->kind == JSON_WORD) {
        put_word(writer, value);
        return true;
    }
    if (put_digits(writer, value)) {
        return true;
    }
    char text[QUOTE_SHOWN + 1], quoted[QUOTE_BYTES(QUOTE_SHOWN)];
    return query_fault(
        problem, PROBLEM_WRONG_TYPE, parameter, " is %s, not a number in plain digits",
        quote_text(text, piece_decode(value, text, sizeof text), QUOTE_SHOWN, quoted));
}
