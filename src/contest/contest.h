/* SPDX-License-Identifier: MIT */
/* contest.h: the contest's own text form (2nd Hebei collegiate contest, problem B): its input in,
 * its output out.
 *
 * The body is T, then for each of T cases n and m, n heaps, and m queries l r (counted from 1, both
 * ends included, normal play); tokens are plain digits, with SP, HT, LF and CR in any amount
 * between. The answer is one weighted sum a line. The body is read as it arrives: heaps turn into
 * prefix XORs and queries into verdicts at once, so only one case's heaps are kept. Nothing is
 * allocated from a declared T, n or m.
 *
 * What can be wrong, and at which token (line, column and offset of its first byte):
 *
 * - malformed-text: a token that is not plain digits, a token after the last case, or, at the
 *   body's end, a missing token. Reading stops, and a rule that was broken before is not told.
 * - The first rule that is broken. Reading goes on, without answers, in search of malformed text.
 *     too-few       T, n or m is 0: none of them follow. At it.
 *     too-many      T passes limits.cases, at it; or the answers pass limits.reply_bytes, at the
 *                   last token of the case whose answer did not fit.
 *     out-of-range  a number of more than 1024 digits (a T, n or m of such length still counts
 *                   what follows); a heap past 2^63-1; l < 1 or l > n, at l; r > n or l > r, at r.
 * - body-too-large, without a place: one case's heaps pass limits.memory_bytes. Reading stops.
 *
 * A T, n or m that is too large to count needs no rule of its own: the body cannot hold what it
 * announces, so a token is missing.
 */
#ifndef NIMSUM_CONTEST_CONTEST_H
#define NIMSUM_CONTEST_CONTEST_H

#include "memory/buffer.h"
#include "contest/prefix.h"
#include "problem.h"
#include "contest/token.h"

struct contest_limits {
    size_t cases;        /* T at most */
    size_t reply_bytes;  /* the output's maximum */
    size_t memory_bytes; /* address space for one case's heaps */
};

/* What the next token means. */
enum contest_state {
    CONTEST_T,
    CONTEST_N,
    CONTEST_M,
    CONTEST_HEAP,
    CONTEST_L,
    CONTEST_R,
    CONTEST_SKIP, /* a heap or an end of a query, after a rule was broken */
    CONTEST_END   /* nothing: all cases are read */
};

/* The verdicts of the open case. */
struct verdicts {
    uint64_t sum;  /* of those that have left word */
    uint64_t word; /* the newest ones, the last in the lowest bit */
    unsigned bits; /* how many these are: 0..63 */
};

/* Bytes from a malformed token's fault on that are kept, to quote it and to tell its kind. */
enum { CONTEST_REST_BYTES = 17 };

struct contest_reader {
    struct contest_limits limits;
    enum contest_state state;
    bool stopped;   /* text malformed or memory refused */
    bool bad_token; /* stopped there */
    unsigned char rest_size;
    char rest[CONTEST_REST_BYTES];
    const char *piece;  /* the bytes being read */
    struct place place; /* of the first of them */
    struct token token;
    uint64_t cases, cases_done;
    uint64_t n, m; /* of the open case */
    uint64_t left; /* heaps, queries or skipped tokens still to come, the open one with them */
    uint64_t l;    /* of the open query */
    uint64_t numbers, queries; /* of the cases that were answered; numbers: heaps and ends */
    struct prefix prefix;
    struct verdicts verdicts;
    struct buffer out;      /* the answers so far, one a line */
    struct problem problem; /* the first broken rule, until malformed text replaces it */
};

/* A reader at the start of a body; allocates nothing. What it keeps is charged to account, which
 * is borrowed. */
void contest_init(struct contest_reader *reader, struct account *account,
                  const struct contest_limits *limits);

/* Release everything, out too. */
void contest_free(struct contest_reader *reader);

/* Read the next size bytes. False: the reader has stopped, contest_end() tells why; once false
 * always false. Of what is fed further, the first bytes may still be told in the problem's detail.
 * O(size), about a nanosecond a byte. */
bool contest_feed(struct contest_reader *reader, const char *bytes, size_t size);

/* No more bytes will come. True: reader->out holds the reply. False: *problem is set, or its code
 * is PROBLEM_NONE where memory was refused and the account tells why. Call it once. */
bool contest_end(struct contest_reader *reader, struct problem *problem);

#endif
