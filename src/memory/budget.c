/* SPDX-License-Identifier: MIT */
/* budget.c: one atomic counter; the accounts remember what each request took from it. */
#include "memory/budget.h"

/* A request of a million heaps and a million queries has buffers of 14 MB, and of 52 with the
 * largest list of winning moves. */
enum { MOST_KEPT_BYTES = 64 * 1024 * 1024 };

void budget_init(struct budget *budget, size_t limit_bytes)
{
    budget->limit_bytes = limit_bytes;
    atomic_init(&budget->used_bytes, 0);
    mappings_init(&budget->mappings,
                  limit_bytes / 8 < MOST_KEPT_BYTES ? limit_bytes / 8 : MOST_KEPT_BYTES);
}

void budget_free(struct budget *budget)
{
    mappings_free(&budget->mappings);
}

bool budget_is_tight(const struct budget *budget)
{
    size_t used = atomic_load_explicit(&budget->used_bytes, memory_order_relaxed);
    return used > budget->limit_bytes - budget->limit_bytes / 8;
}

static bool refuse(struct account *account, enum budget_status reason)
{
    if (account->refusal == BUDGET_OK) {
        account->refusal = reason;
    }
    return false;
}

/* Take bytes from the budget itself. */
static bool take(struct account *account, size_t bytes)
{
    struct budget *budget = account->budget;
    if (budget != NULL && bytes > 0) {
        if (bytes > budget->limit_bytes || account->held_bytes > budget->limit_bytes - bytes) {
            return refuse(account, BUDGET_TOO_LARGE);
        }
        size_t used = atomic_load_explicit(&budget->used_bytes, memory_order_relaxed);
        do {
            if (used > budget->limit_bytes - bytes) {
                return refuse(account, BUDGET_BUSY);
            }
        } while (!atomic_compare_exchange_weak_explicit(
            &budget->used_bytes, &used, used + bytes, memory_order_relaxed, memory_order_relaxed));
    }
    account->held_bytes += bytes;
    return true;
}

bool account_take(struct account *account, size_t bytes)
{
    size_t covered = bytes < account->prepaid_bytes ? bytes : account->prepaid_bytes;
    if (!take(account, bytes - covered)) {
        return false;
    }
    account->prepaid_bytes -= covered;
    return true;
}

bool account_prepay(struct account *account, size_t bytes)
{
    if (!take(account, bytes)) {
        return false;
    }
    account->prepaid_bytes += bytes;
    return true;
}

void account_refund(struct account *account)
{
    size_t unused = account->prepaid_bytes;
    account->prepaid_bytes = 0;
    account_give(account, unused);
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
