/* SPDX-License-Identifier: MIT */
/* budget.h: the one allowance of request memory that all requests of the process share.
 *
 * A request holds an account on the budget. Every byte it keeps (body numbers, envelope, search
 * memory, reply) is taken from its account first, so the process never holds more than the budget
 * allows, and a refusal can tell the two cases apart: a request that could not fit even alone, and
 * a request that would fit if others did not hold the memory now.
 */
#ifndef NIMSUM_MEMORY_BUDGET_H
#define NIMSUM_MEMORY_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "memory/mapping.h"

/* A sixteenth of the budget is a reserve: at least BUDGET_LEAST_RESERVE, where that is no more than
 * a quarter. It is for requests that need BUDGET_SMALL_BYTES or less in all: one that holds nothing
 * yet may use all of it, one that holds so many bytes half of it. So whatever large requests do,
 * small ones are served, and the smallest longest. */
enum { BUDGET_SMALL_BYTES = 256 * 1024, BUDGET_LEAST_RESERVE = 1024 * 1024 };

struct budget {
    size_t limit_bytes;
    size_t large_bytes; /* the limit less the reserve: so far the use may go by large requests */
    _Atomic size_t used_bytes;
    struct mappings mappings; /* kept warm between requests: beside the limit, at most 1/8 of it */
};

enum budget_status {
    BUDGET_OK,
    BUDGET_TOO_LARGE, /* this request would pass the whole budget by itself */
    BUDGET_BUSY,      /* other requests hold the memory: it may fit later */
    BUDGET_NO_MEMORY  /* the system refused, whatever the budget says */
};

/* One request's share. Not thread-safe: a request is worked on by one thread at a time. */
struct account {
    struct budget *budget;      /* borrowed; NULL: unlimited (tests, tools) */
    size_t held_bytes;          /* taken from the budget */
    bool is_large;              /* known to need more than BUDGET_SMALL_BYTES, however little yet */
    enum budget_status refusal; /* the first refusal, or BUDGET_OK */
};

void budget_init(struct budget *budget, size_t limit_bytes);

/* One without a reserve that keeps no pages warm: for a few long-lived blocks. */
void budget_init_plain(struct budget *budget, size_t limit_bytes);

/* Give back what is kept between requests. Every account must be empty. */
void budget_free(struct budget *budget);

/* How many bytes must be given back until large requests have room, as much as the reserve; 0: they
 * have it. */
size_t budget_shortage(const struct budget *budget);

/* True while a request that needs BUDGET_SMALL_BYTES would be refused. */
bool budget_is_full(const struct budget *budget);

/* Take bytes. On false nothing was taken and account->refusal holds the first reason. Thread-safe
 * between accounts, O(1). */
bool account_take(struct account *account, size_t bytes);

/* Whether account_take would succeed now. */
bool account_may_take(const struct account *account, size_t bytes);

/* Give back bytes taken before. Thread-safe between accounts, O(1). */
void account_give(struct account *account, size_t bytes);

/* Note that the system refused memory that the budget had allowed. */
void account_note_no_memory(struct account *account);

#endif
