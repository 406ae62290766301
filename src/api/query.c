/* SPDX-License-Identifier: MIT */
/* query.c: parameters one by one, each by its kind. */
#include "api/query.h"

#include <string.h>

/* A stretch of the query, not decoded. */
struct piece {
    const char *text;
    size_t size;
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Take the next decoded byte off the piece; it holds one. A '%' that begins no encoding stands for
 * itself. */
static char take_byte(struct piece *piece)
{
    const char *text = piece->text;
    size_t used = 1;
    char byte = text[0];
    if (byte == '%' && piece->size >= 3) {
        int high = hex_digit(text[1]), low = hex_digit(text[2]);
        if (high >= 0 && low >= 0) {
            byte = (char)(high * 16 + low);
            used = 3;
        }
    }
    piece->text += used;
    piece->size -= used;
    /* Beyond printable ASCII nothing of ours exists: what it was need not be told exactly. */
    return byte >= 0x20 && byte < 0x7F ? byte : '?';
}

/* The decoded piece, cut at the size of out. */
static size_t decode(struct piece piece, char *out, size_t maximum)
{
    size_t size = 0;
    while (piece.size > 0 && size < maximum) {
        out[size++] = take_byte(&piece);
    }
    return size;
}

/* The place of the first byte that decodes to separator, or the end. */
static struct piece until(struct piece *rest, char separator)
{
    struct piece found = {rest->text, 0};
    while (rest->size > 0) {
        struct piece before = *rest;
        if (take_byte(rest) == separator) {
            found.size = (size_t)(before.text - found.text);
            return found;
        }
    }
    found.size = (size_t)(rest->text - found.text);
    return found;
}

static bool fault(struct problem *problem, enum problem_code code,
                  const struct query_parameter *parameter, const char *detail)
{
    problem_set(problem, code, "%s: %s", parameter->name, detail);
    problem_parameter(problem, parameter->name, strlen(parameter->name));
    return false;
}

/* Plain digits, at least one; JSON knows no leading zeros. */
static bool put_digits(struct json_writer *w, struct piece piece)
{
    bool any = false, leading = true;
    while (piece.size > 0) {
        char byte = take_byte(&piece);
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
    struct piece left = until(&piece, '-');
    json_put(w, "[");
    bool sound = put_digits(w, left);
    json_put(w, ",");
    sound = put_digits(w, piece) && sound;
    json_put(w, "]");
    return sound;
}

static void put_word(struct json_writer *w, struct piece piece)
{
    char word[PROBLEM_KEY_BYTES]; /* no word of ours is as long: a cut one matches none either */
    json_put_string(w, word, decode(piece, word, sizeof word));
}

static bool put_list(struct json_writer *w, const struct query_parameter *parameter,
                     struct piece value, struct problem *problem)
{
    if (value.size == 0 && parameter->kind != QUERY_WORDS) {
        return fault(problem, PROBLEM_TOO_FEW, parameter, "the list must not be empty");
    }
    json_put(w, "[");
    for (size_t i = 0; value.size > 0 || i == 0; i++) {
        size_t before = value.size;
        struct piece element = until(&value, ',');
        bool ends_with_comma = value.size == 0 && element.size < before;
        json_put_raw(w, ",", i == 0 ? 0 : 1);
        if (parameter->kind == QUERY_WORDS) {
            if (before > 0) {
                put_word(w, element);
            }
            json_put(w, ends_with_comma ? ",\"\"" : "");
        } else if (!(parameter->kind == QUERY_NUMBERS ? put_digits(w, element)
                                                      : put_pair(w, element)) ||
                   ends_with_comma) {
            return fault(problem, PROBLEM_WRONG_TYPE, parameter,
                         parameter->kind == QUERY_NUMBERS
                             ? "a list of numbers in plain digits, like 3,4,5"
                             : "a list of pairs in plain digits, like 1-2,2-3");
        }
    }
    json_put(w, "]");
    return true;
}

static bool put_value(struct json_writer *w, const struct query_parameter *parameter,
                      struct piece value, struct problem *problem)
{
    switch (parameter->kind) {
    case QUERY_NUMBERS:
    case QUERY_PAIRS:
    case QUERY_WORDS: return put_list(w, parameter, value, problem);
    case QUERY_WORD: put_word(w, value); return true;
    case QUERY_NUMBER:
        return put_digits(w, value) ||
               fault(problem, PROBLEM_WRONG_TYPE, parameter, "a number in plain digits");
    case QUERY_NONE: break;
    }
    return false;
}

/* The parameter of that name; its number in the table is *index. */
static const struct query_parameter *find(const struct query_parameter *table, struct piece name,
                                          size_t *index, struct problem *problem)
{
    char text[PROBLEM_KEY_BYTES];
    size_t size = decode(name, text, sizeof text);
    for (size_t i = 0; table[i].kind != QUERY_NONE; i++) {
        if (strlen(table[i].name) == size && memcmp(table[i].name, text, size) == 0) {
            *index = i;
            return &table[i];
        }
    }
    problem_set(problem, PROBLEM_UNKNOWN_KEY, "this operation has no such query parameter");
    problem_parameter(problem, text, size);
    return NULL;
}

/* What stands between two & does not count where it is empty. */
static size_t count_parameters(const char *query)
{
    size_t count = 0;
    for (; *query != '\0'; query++) {
        count += *query != '&' && (query[1] == '&' || query[1] == '\0');
    }
    return count;
}

bool query_to_json(const char *query, const struct query_parameter *table,
                   struct json_writer *writer, struct problem *problem)
{
    uint64_t seen = 0;
    query = query == NULL ? "" : query;
    if (count_parameters(query) > QUERY_PARAMETERS) {
        problem_set(problem, PROBLEM_TOO_MANY, "more than %d query parameters", QUERY_PARAMETERS);
        problem_limit(problem, QUERY_PARAMETERS);
        return false;
    }
    json_put(writer, "{");
    while (*query != '\0') {
        struct piece rest = {query, strcspn(query, "&")};
        query += rest.size + (query[rest.size] == '&');
        if (rest.size == 0) {
            continue;
        }
        const char *equals = memchr(rest.text, '=', rest.size);
        size_t name_size = equals == NULL ? rest.size : (size_t)(equals - rest.text);
        size_t skipped = equals == NULL ? rest.size : name_size + 1;
        struct piece name = {rest.text, name_size};
        struct piece value = {rest.text + skipped, rest.size - skipped};
        size_t index = 0;
        const struct query_parameter *parameter = find(table, name, &index, problem);
        if (parameter == NULL) {
            return false;
        }
        if (seen >> index & 1) {
            return fault(problem, PROBLEM_DUPLICATE_KEY, parameter, "given twice");
        }
        json_put(writer, seen == 0 ? "\"" : ",\"");
        seen |= (uint64_t)1 << index;
        json_put(writer, parameter->name);
        json_put(writer, "\":");
        if (!put_value(writer, parameter, value, problem)) {
            return false;
        }
    }
    json_put(writer, "}");
    return true;
}

void query_point_to_parameter(struct problem *problem)
{
    if (problem->has_key) {
        struct problem missing = *problem;
        problem_set(problem, PROBLEM_MISSING_KEY, "the query lacks the parameter %.*s",
                    (int)missing.key_size, missing.key);
        problem_parameter(problem, missing.key, missing.key_size);
    } else if (problem->has_pointer && problem->pointer_size > 1) {
        const char *name = problem->pointer + 1;
        const char *slash = memchr(name, '/', problem->pointer_size - 1);
        size_t size = slash == NULL ? problem->pointer_size - 1 : (size_t)(slash - name);
        problem_parameter(problem, name, size);
    }
    problem->has_pointer = false;
}
