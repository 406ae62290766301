/* SPDX-License-Identifier: MIT */
/* ranges_case.h: one list of heaps and its queries, read from a body, made ready and answered.
 *
 * Its heaps are those of the body, or an array that is ready already (kept).
 *
 * The store keeps all numbers of a request in 32 or in 64 bits; this file is where the two meet
 * libnimsum's two sets of functions, so that no one else needs to know.
 */
#ifndef NIMSUM_API_GAMES_RANGES_CASE_H
#define NIMSUM_API_GAMES_RANGES_CASE_H

#include <nimsum/moves.h>
#include <nimsum/ranges.h>

#include "arrays/array.h"
#include "memory/buffer.h"
#include "json/number_lists.h"

enum { RANGES_BLOCK = 256 }; /* queries that are worked out at a time */

struct ranges_case {
    const struct json_number_lists *lists;
    const struct array *kept;                       /* asked in place of heaps; NULL: heaps */
    const struct json_number_list *heaps, *queries; /* queries: a table of pairs */
    unsigned misere;                                /* whether; see options.h */
    unsigned index_base;

    struct buffer verdicts; /* uint64_t words, as libnimsum packs them */
    struct buffer large;    /* misere: uint32_t counts of large heaps */
    struct buffer planes;   /* moves' workspace */
    struct nimsum_moves moves;
};

/* A case without heaps yet; its buffers serve one case after the other. */
void ranges_case_init(struct ranges_case *c, struct account *account, size_t maximum_bytes);
void ranges_case_free(struct ranges_case *c);

/* Prepare c's heaps (their numbers in the store become prefix XORs) and answer its queries until
 * the first that is no range of the heaps. *answered is how many were answered; all, if it is the
 * number of queries. False: no memory (see the account). O(heaps + queries), of a kept array
 * O(queries). */
bool ranges_case_answer(struct ranges_case *c, size_t *answered);

static inline size_t ranges_case_heap_count(const struct ranges_case *c)
{
    return c->kept != NULL ? array_heap_count(c->kept) : c->heaps->count;
}

/* The verdict words after that. */
static inline const uint64_t *ranges_case_words(const struct ranges_case *c)
{
    return (const uint64_t *)(const void *)c->verdicts.data;
}

/* The nim-sum of answered query i. O(1). */
uint64_t ranges_case_nim_sum(const struct ranges_case *c, size_t i);

/* Get ready for the two below, after ranges_case_answer has answered all queries. with_counts: for
 * the second too. False: no memory (see the account). O(heaps * bits). */
bool ranges_case_prepare_moves(struct ranges_case *c, bool with_counts);

/* A winning move of each of the queries first..end-1, RANGES_BLOCK or fewer, heaps counted from
 * index_base; take 0 where there is none. */
void ranges_case_moves(const struct ranges_case *c, size_t first, size_t end,
                       struct nimsum_move *out);

/* How many winning moves each has. */
void ranges_case_move_counts(const struct ranges_case *c, size_t first, size_t end, uint32_t *out);

#endif
