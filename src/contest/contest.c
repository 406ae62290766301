/* SPDX-License-Identifier: MIT */
/* contest.c: a contest text, piece by piece.
 *
 * Tokens are taken by the fast paths (contest_fast.h) while all goes well, and one at a time
 * otherwise (contest_take.c); the states are the same for both. */
#include "contest/contest_internal.h"

#include "contest/contest_fast.h"

/* Pieces are read in slices, so that a fast path's reservation stays small. */
enum { SLICE_BYTES = 64 * 1024 };

void contest_init(struct contest_reader *reader, struct account *account,
                  const struct contest_limits *limits)
{
    *reader = (struct contest_reader){.limits = *limits, .place = {0, 1, 1}};
    prefix_init(&reader->prefix, account, limits->memory_bytes);
    buffer_init(&reader->out, account, limits->reply_bytes);
}

void contest_free(struct contest_reader *reader)
{
    prefix_free(&reader->prefix);
    buffer_free(&reader->out);
}

/* Let the state's fast path read from p; *next is where it stopped. False: memory was refused. */
static bool run_fast_path(struct contest_reader *reader, const char *p, const char *end,
                          const char **next)
{
    *next = p;
    uint64_t most = (uint64_t)(end - p) / 2; /* tokens that the slice can hold */
    if (reader->state == CONTEST_HEAP) {
        if (!prefix_reserve(&reader->prefix, reader->left < most ? reader->left : most)) {
            return contest_no_memory(reader);
        }
        reader->left -= prefix_read(&reader->prefix, next, end, reader->left);
    } else if (reader->state == CONTEST_L) {
        /* The last query's tokens are for the machine, which ends the case and knows its place. */
        uint64_t others = reader->left - 1;
        *next = contest_fast_queries(&reader->prefix, &reader->verdicts, &others, p, end);
        reader->left = others + 1;
    } else if (reader->state == CONTEST_SKIP) {
        *next = contest_fast_skip(&reader->left, p, end);
    }
    contest_end_phase(reader);
    return true;
}

/* Read one slice of a piece. False: the reader has stopped. */
static bool read_slice(struct contest_reader *reader, const char *bytes, size_t size)
{
    const char *end = bytes + size;
    const char *p = bytes;
    reader->piece = bytes;
    for (;;) {
        if (!reader->token.open && !run_fast_path(reader, p, end, &p)) {
            return false;
        }
        enum token_status answer = token_read(&reader->token, &p, end);
        if (answer == TOKEN_NONE) {
            break;
        }
        if (answer == TOKEN_MALFORMED) {
            return contest_bad_token(reader, p, (size_t)(end - p));
        }
        if (!contest_take(reader)) {
            return false;
        }
    }
    if (reader->token.open) {
        reader->token.place = contest_token_place(reader); /* its bytes are about to go */
        reader->token.start = NULL;
    }
    place_advance(&reader->place, bytes, size);
    return true;
}

bool contest_feed(struct contest_reader *reader, const char *bytes, size_t size)
{
    while (size > 0 && !reader->stopped) {
        size_t slice = size < SLICE_BYTES ? size : SLICE_BYTES;
        (void)read_slice(reader, bytes, slice); /* where it fails, the reader has stopped */
        bytes += slice;
        size -= slice;
    }
    if (size > 0) {
        contest_keep_rest(reader, bytes, size);
    }
    return !reader->stopped;
}

bool contest_end(struct contest_reader *reader, struct problem *problem)
{
    if (!reader->stopped && reader->token.open) {
        reader->token.open = false;
        (void)contest_take(reader); /* where it fails, the reader has stopped */
    }
    if (!reader->stopped && reader->state != CONTEST_END) {
        (void)contest_missing_token(reader);
    }
    if (!reader->stopped && reader->problem.code == PROBLEM_NONE) {
        return true;
    }
    /* How far the text was read does not hang on its pieces. */
    const struct place *seen = reader->stopped ? &reader->problem.place : &reader->place;
    if (reader->bad_token) {
        contest_tell_bad_token(reader);
    } else if (reader->problem.has_place && seen->line == 1 && seen->offset > 0) {
        contest_tell_lost_lines(reader);
    }
    *problem = reader->problem;
    return false;
}
