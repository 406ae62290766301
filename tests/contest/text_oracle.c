/* SPDX-License-Identifier: MIT */
/* text_oracle.c: a walk over the tokens of a whole body. */
#include "text_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

struct walk {
    const char *body;
    size_t size, next;
    size_t token, token_size; /* the newest token */
    const struct contest_limits *limits;
    struct text_result answer;
    uint64_t *heaps, *verdicts; /* as many as the body could hold */
};

static struct place place_of(const struct walk *walk, size_t offset)
{
    struct place place = {offset, 1, 1};
    for (size_t i = 0; i < offset; i++) {
        place.column++;
        if (walk->body[i] == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

static bool is_white(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool malformed_at(struct walk *walk, size_t offset)
{
    walk->answer.code = PROBLEM_MALFORMED_TEXT;
    walk->answer.place = place_of(walk, offset);
    walk->answer.limit = 0;
    return false;
}

static void rule_at(struct walk *walk, enum problem_code code, size_t offset, uint64_t limit)
{
    if (walk->answer.code == PROBLEM_NONE) {
        walk->answer.code = code;
        walk->answer.place = place_of(walk, offset);
        walk->answer.limit = limit;
    }
}

/* Step over white space; false at the body's end. */
static bool at_token(struct walk *walk)
{
    while (walk->next < walk->size && is_white(walk->body[walk->next])) {
        walk->next++;
    }
    return walk->next < walk->size;
}

/* The next token's number, UINT64_MAX for all that are larger. */
static bool number(struct walk *walk, uint64_t *value)
{
    if (!at_token(walk)) {
        return malformed_at(walk, walk->size);
    }
    walk->token = walk->next;
    while (walk->next < walk->size && !is_white(walk->body[walk->next])) {
        if (walk->body[walk->next] < '0' || walk->body[walk->next] > '9') {
            return malformed_at(walk, walk->token);
        }
        walk->next++;
    }
    walk->token_size = walk->next - walk->token;
    size_t zeros = 0;
    while (zeros < walk->token_size && walk->body[walk->token + zeros] == '0') {
        zeros++;
    }
    char digits[32] = "99999999999999999999999"; /* strtoull makes that UINT64_MAX */
    if (walk->token_size - zeros < 24) {
        memcpy(digits, walk->body + walk->token + zeros, walk->token_size - zeros);
        digits[walk->token_size - zeros] = '\0';
    }
    *value = strtoull(digits, NULL, 10);
    if (walk->token_size > 1024) {
        rule_at(walk, PROBLEM_OUT_OF_RANGE, walk->token, 0);
    }
    return true;
}

/* T, n or m. */
static bool count(struct walk *walk, uint64_t *value)
{
    if (!number(walk, value)) {
        return false;
    }
    if (*value == 0) {
        rule_at(walk, PROBLEM_TOO_FEW, walk->token, 0);
    }
    return true;
}

static bool query(struct walk *walk, uint64_t n, uint64_t i)
{
    uint64_t l, r;
    if (!number(walk, &l)) {
        return false;
    }
    if (l < 1 || l > n) {
        rule_at(walk, PROBLEM_OUT_OF_RANGE, walk->token, 0);
    }
    if (!number(walk, &r)) {
        return false;
    }
    if (r < l || r > n) {
        rule_at(walk, PROBLEM_OUT_OF_RANGE, walk->token, 0);
    }
    if (walk->answer.code == PROBLEM_NONE) {
        uint64_t sum = 0;
        for (uint64_t heap = l; heap <= r; heap++) {
            sum ^= walk->heaps[heap - 1];
        }
        if (i % 64 == 0) {
            walk->verdicts[i / 64] = 0;
        }
        walk->verdicts[i / 64] |= (uint64_t)(sum != 0) << (63 - i % 64);
    }
    return true;
}

static bool one_case(struct walk *walk)
{
    uint64_t n, m;
    if (!count(walk, &n) || !count(walk, &m)) {
        return false;
    }
    for (uint64_t i = 0; i < n; i++) {
        if (!number(walk, &walk->heaps[i])) {
            return false;
        }
        if (walk->heaps[i] > INT64_MAX) {
            rule_at(walk, PROBLEM_OUT_OF_RANGE, walk->token, 0);
        }
    }
    for (uint64_t i = 0; i < m; i++) {
        if (!query(walk, n, i)) {
            return false;
        }
    }
    if (walk->answer.code != PROBLEM_NONE) {
        return true;
    }
    char line[32];
    size_t size = (size_t)snprintf(line, sizeof line, "%llu\n",
                                   (unsigned long long)oracle_weighted_sum(walk->verdicts, m));
    if (size > walk->limits->reply_bytes - walk->answer.out_size) {
        rule_at(walk, PROBLEM_TOO_MANY, walk->token, walk->limits->reply_bytes);
        return true;
    }
    memcpy(walk->answer.out + walk->answer.out_size, line, size);
    walk->answer.out_size += size;
    return true;
}

static bool whole_body(struct walk *walk)
{
    uint64_t cases;
    if (!count(walk, &cases)) {
        return false;
    }
    if (cases > walk->limits->cases) {
        rule_at(walk, PROBLEM_TOO_MANY, walk->token, walk->limits->cases);
    }
    for (uint64_t i = 0; i < cases; i++) {
        if (!one_case(walk)) {
            return false;
        }
    }
    return !at_token(walk) || malformed_at(walk, walk->next);
}

struct text_result text_oracle(const char *body, size_t size, const struct contest_limits *limits)
{
    struct walk walk = {.body = body, .size = size, .limits = limits};
    walk.heaps = malloc((size + 1) * sizeof *walk.heaps);
    walk.verdicts = malloc((size + 1) * sizeof *walk.verdicts);
    walk.answer.out = malloc(size * 12 + 1); /* a case takes more bytes than its answer */
    if (walk.heaps == NULL || walk.verdicts == NULL || walk.answer.out == NULL) {
        abort();
    }
    (void)whole_body(&walk);
    free(walk.heaps);
    free(walk.verdicts);
    return walk.answer;
}

void text_result_free(struct text_result *answer)
{
    free(answer->out);
    answer->out = NULL;
}
