/* SPDX-License-Identifier: MIT */
/* A block of as many bytes as are asked for holds prefix XORs, counts and planes, none over another; heaps that lie in
 * it are read before they are replaced. What is called stands in by its contract, and is called once, in this order. */
#include "harness.h"
#include "core/array.c"

const number *heaps;
size_t n;
char *block;
number seen, largest, last_prefix;
struct nimsum_moves planned;
unsigned called;

number look_over_by_contract(const number *given, size_t count, number *most)
{
    PROVE(given == heaps && count == n);
    *most = largest;
    return seen;
}

struct nimsum_moves plan_by_contract(size_t count, uint64_t bits, bool with_counts)
{
    PROVE(count == n && bits == seen && with_counts);
    return planned;
}

void count_large_by_contract(const number *given, size_t count, uint32_t *large)
{
    PROVE(called == 0 && given == heaps && count == n);
    PROVE((char *)large == block + (n + 1) * sizeof(number));
    PROVE(__CPROVER_w_ok(large, (n + 1) * sizeof *large));
    called++;
}

void prefix_xor_by_contract(const number *given, size_t count, number *prefix)
{
    PROVE(called == 1 && given == heaps && count == n && (char *)prefix == block);
    PROVE(__CPROVER_w_ok(prefix, (n + 1) * sizeof *prefix));
    prefix[n] = last_prefix;
    called++;
}

void moves_by_contract(const struct W(nimsum_ranges) * game, struct nimsum_moves *moves,
                       void *workspace)
{
    PROVE(called == 2 && (char *)game->prefix == block && game->heap_count == n);
    PROVE(moves->workspace_bytes == planned.workspace_bytes);
    size_t at = (size_t)((char *)workspace - block);
    PROVE(__CPROVER_same_object(workspace, block) && at % sizeof(uint64_t) == 0);
    PROVE(at >= (n + 1) * (sizeof(number) + sizeof(uint32_t)));
    PROVE(__CPROVER_w_ok(workspace, planned.workspace_bytes));
    moves->words = workspace;
    called++;
}

int main(void)
{
    size_t room;
    ASSUME(n >= 1 && n < UINT32_MAX && room <= ANY_LENGTH);
    char bytes[room];
    number list[n];
    block = bytes;
    heaps = any_truth() ? (number *)(void *)block + 1 : list;
    called = 0;
    planned.heap_count = n;
    ASSUME(W(nimsum_array_bytes)(heaps, n) == room);
    struct W(nimsum_array) array = W(nimsum_array_prepare)(heaps, n, block);
    PROVE(called == 3 && array.heap_count == n);
    PROVE((char *)array.prefix == block && (char *)array.large == block + (n + 1) * sizeof(number));
    PROVE(array.nim_sum == last_prefix && array.largest == largest);
    PROVE((char *)array.moves.words >= block);
    END_IS_REACHED;
}
