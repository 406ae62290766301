/* SPDX-License-Identifier: MIT */
/* explain.h: one or two sentences that say why, for a student to check. */
#ifndef NIMSUM_API_GAMES_EXPLAIN_H
#define NIMSUM_API_GAMES_EXPLAIN_H

#include <nimsum/chalkboard.h>
#include <nimsum/position.h>

#include "json/writer.h"

/* A winning erasure to show, if there is one. */
struct explain_erasure {
    bool exists;
    size_t index;
    uint64_t number;
};

/* Write the explanation of a board's verdict as a JSON string. */
void explain_board(struct json_writer *w, const struct nimsum_board_verdict *verdict, size_t count,
                   const struct explain_erasure *erasure);

/* Write the explanation of a Nim position as a JSON string. move: a winning move to show, its heap
 * counted as the client counts; take 0 where there is none. */
void explain_position(struct json_writer *w, const struct nimsum_position_verdict *verdict,
                      size_t heap_count, const struct nimsum_move *move);

#endif
