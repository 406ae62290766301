/* SPDX-License-Identifier: MIT */
/* search_fixture.c: see search_fixture.h. */
#include "search_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum nimsum_search_status search(const uint64_t *numbers, size_t count,
                                 const struct nimsum_search_limits *limits,
                                 struct nimsum_search_result *result)
{
    size_t bytes = nimsum_search_workspace_bytes(numbers, count, limits->max_positions);
    void *workspace = malloc(bytes);
    ck_assert_ptr_nonnull(workspace);
    memset(workspace, 0xA5, bytes);
    enum nimsum_search_status status = nimsum_search_board(numbers, count, limits, workspace, bytes,
                                                           result);
    free(workspace);
    return status;
}

void powers(uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        numbers[i] = UINT64_C(1) << (63 - i);
    }
}
