/* SPDX-License-Identifier: MIT */
/* budget.c: one atomic counter; the accounts remember what each request took from it. */
#include "memory/budget.h"

/* A request of a million heaps and a million queries has buffers of 14 MB, and of 52 with the
 * largest list of winning moves. */
enum { MOST_KEPT_BYTES = 64 * 1024 * 1024 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void init(struct budget *budget, size_t limit_bytes, size_t reserve, size_t most_kept)
{
    budget->limit_bytes = limit_bytes;
    budget->large_bytes = limit_bytes - reserve;
    atomic_init(&budget->used_bytes, 0);
    mappings_init(&budget->mappings, most_kept);
}

void budget_init(struct budget *budget, size_t limit_bytes)
{
    size_t reserve = limit_bytes / 16;
    if (reserve < BUDGET_LEAST_RESERVE) {
        reserve = least(limit_bytes / 4, BUDGET_LEAST_RESERVE);
    }
    init(budget, limit_bytes, reserve, least(limit_bytes / 8, MOST_KEPT_BYTES));
}

void budget_init_plain(struct budget *budget, size_t limit_bytes)
{
    init(budget, limit_bytes, 0, 0);
}

void budget_free(struct budget *budget)
{
    mappings_free(&budget->mappings);
}

size_t budget_shortage(const struct budget *budget)
{
    size_t used = atomic_load_explicit(&budget->used_bytes, memory_order_relaxed);
    size_t most = budget->large_bytes - (budget->limit_bytes - budget->large_bytes);
    return used > most ? used - most : 0;
}

/* How far the use of the whole budget may go for a request that holds so many bytes. */
static size_t bound(const struct budget *budget, size_t held_bytes, bool is_large)
{
    if (is_large || held_bytes > BUDGET_SMALL_BYTES) {
        return budget->large_bytes;
    }
    size_t reserve = budget->limit_bytes - budget->large_bytes;
    return budget->limit_bytes - reserve / 1024 * (held_bytes / (2 * BUDGET_SMALL_BYTES / 1024));
}

bool budget_is_full(const struct budget *budget)
{
    size_t most = bound(budget, BUDGET_SMALL_BYTES, false);
    size_t small = most < BUDGET_SMALL_BYTES ? most : BUDGET_SMALL_BYTES;
    return atomic_load_explicit(&budget->used_bytes, memory_order_relaxed) > most - small;
}

static bool refuse(struct account *account, enum budget_status reason)
{
    if (account->refusal == BUDGET_OK) {
        account->refusal = reason;
    }
    return false;
}

/* What account_take would answer while so many bytes are used. */
static enum budget_status judge(const struct account *account, size_t bytes, size_t used)
{
    const struct budget *budget = account->budget;
    if (bytes > budget->limit_bytes || account->held_bytes > budget->limit_bytes - bytes) {
        return BUDGET_TOO_LARGE;
    }
    size_t most = bound(budget, account->held_bytes + bytes, account->is_large);
    if (account->held_bytes + bytes > most) {
        return BUDGET_TOO_LARGE;
    }
    return used > most - bytes ? BUDGET_BUSY : BUDGET_OK;
}

bool account_may_take(const struct account *account, size_t bytes)
{
    return account->budget == NULL || bytes == 0 ||
           judge(account, bytes,
                 atomic_load_explicit(&account->budget->used_bytes, memory_order_relaxed)) ==
               BUDGET_OK;
}

bool account_take(struct account *account, size_t bytes)
{
    struct budget *budget = account->budget;
    if (budget != NULL && bytes > 0) {
        size_t used = atomic_load_explicit(&budget->used_bytes, memory_order_relaxed);
        do {
            enum budget_status status = judge(account, bytes, used);
            if (status != BUDGET_OK) {
                return refuse(account, status);
            }
        } while (!atomic_compare_exchange_weak_explicit(
            &budget->used_bytes, &used, used + bytes, memory_order_relaxed, memory_order_relaxed));
    }
    account->held_bytes += bytes;
    return true;
}

void account_give(struct account *account, size_t bytes)
{
    if (account->budget != NULL) {
        atomic_fetch_sub_explicit(&account->budget->used_bytes, bytes, memory_order_relaxed);
    }
    account->held_bytes -= bytes;
}

void account_note_no_memory(struct account *account)
{
    (void)refuse(account, BUDGET_NO_MEMORY);
}
