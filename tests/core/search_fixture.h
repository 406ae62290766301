/* SPDX-License-Identifier: MIT */
/* search_fixture.h: a search in a workspace that hides no fault. */
#ifndef NIMSUM_SEARCH_FIXTURE_H
#define NIMSUM_SEARCH_FIXTURE_H

#include <nimsum/search.h>

/* Search in a dirty heap block of exactly the size asked for. */
enum nimsum_search_status search(const uint64_t *numbers, size_t count,
                                 const struct nimsum_search_limits *limits,
                                 struct nimsum_search_result *result);

/* Distinct powers of two, count <= 64: every set of them is a board of its own, and only the empty
 * one has XOR 0. */
void powers(uint64_t *numbers, size_t count);

#endif
