/* SPDX-License-Identifier: MIT */
/* data_ranges.c: the bodies and replies of Nim on ranges. */
#include "data.h"

#include <stdlib.h>

#include "instance.h"
#include "moves.h"

/* What a body asks for besides the verdicts. */
enum extra { EXTRA_NONE, EXTRA_MOVES, EXTRA_COUNTS };

static void put_heaps(FILE *body, const struct instance *x)
{
    for (size_t i = 0; i < x->n; i++) {
        (void)fprintf(body, i == 0 ? "{\"heaps\":[%u" : ",%u", x->heaps[i]);
    }
}

static void put_moves(FILE *reply, const struct moves *moves, size_t m)
{
    (void)fputs(",\"winning_moves\":[", reply);
    for (size_t i = 0; i < m; i++) {
        const char *comma = i == 0 ? "" : ",";
        if (moves->counts[i] == 0) {
            (void)fprintf(reply, "%snull", comma);
        } else {
            (void)fprintf(reply, "%s{\"heap\":%u,\"take\":%u}", comma, moves->heaps[i],
                          moves->takes[i]);
        }
    }
    (void)fputs("]", reply);
}

static void put_counts(FILE *reply, const struct moves *moves, size_t m)
{
    for (size_t i = 0; i < m; i++) {
        (void)fprintf(reply, i == 0 ? ",\"move_counts\":[%u" : ",%u", moves->counts[i]);
    }
    (void)fputs("]", reply);
}

/* moves: needed for the extras alone. */
static void write_json(const char *folder, const char *name, const struct instance *x,
                       enum extra extra, const struct moves *moves)
{
    FILE *body = data_create(folder, name, ".json");
    FILE *reply = data_create(folder, name, ".json.reply");
    put_heaps(body, x);
    for (size_t i = 0; i < x->m; i++) {
        (void)fprintf(body, i == 0 ? "],\"queries\":[[%u,%u]" : ",[%u,%u]", x->queries[2 * i],
                      x->queries[2 * i + 1]);
    }
    (void)fputs("],\"verdicts\":\"bits\"", body);
    (void)fprintf(reply, "{\"verdicts\":\"%.*s\"", (int)x->m, x->bits);
    if (extra == EXTRA_MOVES) {
        (void)fputs(",\"include\":[\"winning_moves\"]", body);
        put_moves(reply, moves, x->m);
    }
    if (extra == EXTRA_COUNTS) {
        (void)fputs(",\"include\":[\"move_counts\"]", body);
        put_counts(reply, moves, x->m);
    }
    (void)fputs("}", body);
    (void)fprintf(reply,
                  ",\"wins\":%llu,\"weighted_sum\":%llu,\"modulus\":1000000007,"
                  "\"convention\":\"normal\",\"index_base\":1}",
                  (unsigned long long)x->wins, (unsigned long long)x->weighted_sum);
    data_finish(body);
    data_finish(reply);
}

static void write_text(const char *folder, const struct instance *x)
{
    FILE *body = data_create(folder, "ranges", ".txt");
    FILE *reply = data_create(folder, "ranges", ".txt.reply");
    (void)fprintf(body, "1\n%zu %zu\n", x->n, x->m);
    for (size_t i = 0; i < x->n; i++) {
        (void)fprintf(body, i + 1 < x->n ? "%u " : "%u\n", x->heaps[i]);
    }
    for (size_t i = 0; i < x->m; i++) {
        (void)fprintf(body, "%u %u\n", x->queries[2 * i], x->queries[2 * i + 1]);
    }
    (void)fprintf(reply, "%llu\n", (unsigned long long)x->weighted_sum);
    data_finish(body);
    data_finish(reply);
}

void data_write_ranges(const char *folder, size_t n, size_t m, uint64_t seed)
{
    struct instance x = instance_make(n, m, seed);
    write_json(folder, "ranges", &x, EXTRA_NONE, NULL);
    write_text(folder, &x);
}

static void write_kind(const char *folder, const char *kind, const struct instance *x)
{
    static const char *const endings[] = {
        [EXTRA_NONE] = "", [EXTRA_MOVES] = "-moves", [EXTRA_COUNTS] = "-counts"};
    struct moves moves = moves_make(x);
    for (enum extra extra = EXTRA_NONE; extra <= EXTRA_COUNTS; extra++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s%s", kind, endings[extra]);
        write_json(folder, name, x, extra, &moves);
    }
    moves_free(&moves);
}

static void write_position(const char *folder, const struct instance *x)
{
    FILE *body = data_create(folder, "position", ".json");
    FILE *reply = data_create(folder, "position", ".json.reply");
    put_heaps(body, x);
    (void)fputs("],\"include\":[]}", body);
    struct position p = position_make(x);
    (void)fprintf(reply,
                  "{\"winner\":\"%s\",\"first_player_wins\":%s,\"nim_sum\":%u,"
                  "\"remoteness\":%llu,\"convention\":\"normal\",\"index_base\":1}",
                  p.nim_sum != 0 ? "first" : "second", p.nim_sum != 0 ? "true" : "false", p.nim_sum,
                  (unsigned long long)p.remoteness);
    data_finish(body);
    data_finish(reply);

    uint32_t whole[] = {1, (uint32_t)x->n};
    char bit[] = {(char)('0' + (p.nim_sum != 0)), '\0'};
    struct instance one = *x;
    one.m = 1;
    one.queries = whole;
    one.bits = bit;
    one.wins = one.weighted_sum = p.nim_sum != 0;
    write_json(folder, "range", &one, EXTRA_NONE, NULL);
}

void data_write_moves(const char *folder, size_t n, size_t m, uint64_t seed)
{
    struct instance headline = instance_make(n, m, seed);
    struct instance uniform = instance_make_uniform(n, m, seed);
    struct instance sparse = instance_make_sparse(n, m, seed);
    write_kind(folder, "headline", &headline);
    write_kind(folder, "uniform", &uniform);
    write_kind(folder, "sparse", &sparse);
    write_position(folder, &headline);
}
