/* SPDX-License-Identifier: MIT */
/* data.h: what the files of bench_data share. Whatever fails ends the program. */
#ifndef NIMSUM_BENCH_DATA_H
#define NIMSUM_BENCH_DATA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The file folder/name with the ending, empty. */
FILE *data_create(const char *folder, const char *name, const char *ending);

/* Close it; what was written has then arrived. */
void data_finish(FILE *file);

/* ranges.json and ranges.txt: the case of instance_make(). */
void data_write_ranges(const char *folder, size_t n, size_t m, uint64_t seed);

/* For KIND headline, uniform, sparse (instance.h): KIND.json asks for verdicts alone,
 * KIND-moves.json and KIND-counts.json for winning_moves and move_counts too. position.json is the
 * one position of the headline's heaps with "include": [], range.json the one query over all of
 * them. */
void data_write_moves(const char *folder, size_t n, size_t m, uint64_t seed);

#endif
