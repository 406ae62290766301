/* SPDX-License-Identifier: MIT */
/* text_heaps.c: integers between white space, as in the contest's text. */
#include <inttypes.h>

#include "arrays/file_reader.h"
#include "digits/read.h"

enum { SLICE_BYTES = 64 * 1024, MOST_DIGITS = 1024 };

void text_heaps_init(struct text_heaps *text, struct account *account, size_t maximum_bytes)
{
    *text = (struct text_heaps){.place = {0, 1, 1}, .problem = {.code = PROBLEM_NONE}};
    number_store_init(&text->numbers, account, maximum_bytes);
    text->stopped = !number_store_push(&text->numbers, 0); /* stands before the heaps */
}

void text_heaps_free(struct text_heaps *text)
{
    number_store_free(&text->numbers);
}

static struct place token_place(const struct text_heaps *text)
{
    if (text->token.start == NULL) {
        return text->token.place;
    }
    struct place place = text->place;
    place_advance(&place, text->piece, (size_t)(text->token.start - text->piece));
    return place;
}

static bool stop_at(struct text_heaps *text, enum problem_code code, const char *what)
{
    problem_set(&text->problem, code, "%s", what);
    problem_at(&text->problem, token_place(text));
    text->stopped = true;
    return false;
}

static bool take_token(struct text_heaps *text)
{
    if (text->token.digits > MOST_DIGITS) {
        return stop_at(text, PROBLEM_OUT_OF_RANGE, "must be written with at most 1024 digits");
    }
    if (text->token.value > INT64_MAX) {
        return stop_at(text, PROBLEM_OUT_OF_RANGE, "must not pass 9223372036854775807");
    }
    text->stopped = !number_store_push(&text->numbers, text->token.value);
    return !text->stopped;
}

/* Plain numbers, as far as they go. False: memory was refused. */
static bool read_many(struct text_heaps *text, const char **p, const char *end)
{
    struct number_store *numbers = &text->numbers;
    size_t most = (size_t)(end - *p) / 2;
    if (!number_store_reserve(numbers, most)) {
        text->stopped = true;
        return false;
    }
    number_store_added(numbers, digits_read_numbers(DIGITS_TEXT, numbers->wide, p, end,
                                                    number_store_end(numbers), most));
    return true;
}

/* Read one slice of a piece. False: the reader has stopped. */
static bool read_slice(struct text_heaps *text, const char *p, const char *end)
{
    const char *start = p;
    text->piece = p;
    for (;;) {
        if (!text->token.open && !read_many(text, &p, end)) {
            return false;
        }
        enum token_status status = token_read(&text->token, &p, end);
        if (status == TOKEN_NONE) {
            break;
        }
        if (status == TOKEN_MALFORMED) {
            return stop_at(text, PROBLEM_MALFORMED_TEXT, "an integer is plain digits");
        }
        if (!take_token(text)) {
            return false;
        }
    }
    if (text->token.open) {
        text->token.place = token_place(text); /* its bytes are about to go */
        text->token.start = NULL;
    }
    place_advance(&text->place, start, (size_t)(end - start));
    return true;
}

bool text_heaps_feed(struct text_heaps *text, const char *bytes, size_t size)
{
    while (size > 0 && !text->stopped) {
        size_t slice = size < SLICE_BYTES ? size : SLICE_BYTES;
        if (!read_slice(text, bytes, bytes + slice)) {
            break;
        }
        bytes += slice;
        size -= slice;
    }
    return !text->stopped;
}

bool text_heaps_end(struct text_heaps *text, struct problem *problem)
{
    const struct place end = text->place;
    (void)text_heaps_feed(text, "\n", 1); /* ends an open token */
    if (!text->stopped && number_store_count(&text->numbers) == 1) {
        text->token = (struct token){.place = end};
        (void)stop_at(text, PROBLEM_TOO_FEW, "the file must hold at least one number");
    }
    if (text->stopped) {
        *problem = text->problem;
        return false;
    }
    number_store_settle(&text->numbers);
    return true;
}
