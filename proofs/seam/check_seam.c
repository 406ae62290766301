/* SPDX-License-Identifier: MIT */
/* check_seam.c TABLE: libnimsum against a table that Coq computed from the definitions of proofs/coq, which the
 * theorems there are about. proofs/coq/Tables.v says what the columns are.
 *
 * A line is a row: the table's name, then numbers. Ends with "seam: K rows equal", or says where not. */
#include <nimsum/array.h>
#include <nimsum/chalkboard.h>
#include <nimsum/moves.h>
#include <nimsum/position.h>
#include <nimsum/ranges.h>
#include <nimsum/weighted_sum.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/winning.h"

enum { MOST_NUMBERS = 64, MOST_RANGES = MOST_NUMBERS * (MOST_NUMBERS + 1) / 2, MOST_CELLS = 4096 };

struct row {
    const char *table;
    size_t line;
    uint64_t cells[MOST_CELLS];
    size_t count, next;
    bool differs;
};

static void equal(struct row *row, const char *what, uint64_t got, uint64_t expected)
{
    if (got != expected) {
        fprintf(stderr, "seam: line %zu (%s): %s: %" PRIu64 " instead of %" PRIu64 "\n", row->line,
                row->table, what, got, expected);
        row->differs = true;
    }
}

static uint64_t take(struct row *row)
{
    if (row->next == row->count) {
        equal(row, "cells", row->count, row->count + 1);
        return 0;
    }
    return row->cells[row->next++];
}

/* The next cell of the row must be what the library gave. */
static void expect(struct row *row, const char *what, uint64_t got)
{
    equal(row, what, got, take(row));
}

/* A list of numbers: how many, and the numbers themselves. Sets count. */
static const uint64_t *take_list(struct row *row, size_t *count)
{
    *count = take(row);
    if (*count > MOST_NUMBERS || *count > row->count - row->next) {
        equal(row, "numbers in the list", *count, row->count - row->next);
        *count = 0;
    }
    const uint64_t *list = &row->cells[row->next];
    row->next += *count;
    return list;
}

#define NUMBER      uint32_t
#define WIDTH(name) name##_u32
#include "seam_width.inc"
#undef NUMBER
#undef WIDTH

#define NUMBER      uint64_t
#define WIDTH(name) name##_u64
#include "seam_width.inc"
#undef NUMBER
#undef WIDTH

static void verdict_row(struct row *row)
{
    uint64_t nim_sum = take(row), large = take(row), misere = take(row);
    size_t answers = row->next;
    verdict_u32(row, (uint32_t)nim_sum, (uint32_t)large, misere != 0);
    row->next = answers;
    verdict_u64(row, nim_sum, (uint32_t)large, misere != 0);
}

static void rule_row(struct row *row)
{
    uint64_t nim_sum = take(row), misere = take(row), large = take(row);
    struct winning rule = winning_rule(nim_sum, misere != 0, large);
    expect(row, "first player wins", rule.first_player);
    expect(row, "bit", rule.bit);
    expect(row, "change", rule.change);
}

static void board_row(struct row *row)
{
    size_t count;
    const uint64_t *numbers = take_list(row, &count);
    size_t answers = row->next;
    board_u32(row, numbers, count);
    row->next = answers;
    board_u64(row, numbers, count);
}

static void position_row(struct row *row)
{
    enum nimsum_convention convention = take(row) != 0 ? NIMSUM_MISERE : NIMSUM_NORMAL;
    size_t count;
    const uint64_t *heaps = take_list(row, &count);
    size_t answers = row->next;
    position_u32(row, convention, heaps, count);
    row->next = answers;
    position_u64(row, convention, heaps, count);
}

static void range_row(struct row *row)
{
    enum nimsum_convention convention = take(row) != 0 ? NIMSUM_MISERE : NIMSUM_NORMAL;
    size_t count;
    const uint64_t *heaps = take_list(row, &count);
    size_t answers = row->next;
    for (unsigned base = 0; base <= 1; base++) {
        row->next = answers;
        range_u32(row, convention, heaps, count, base);
        row->next = answers;
        range_u64(row, convention, heaps, count, base);
    }
}

static void query_row(struct row *row)
{
    uint64_t width = take(row), base = take(row), heap_count = take(row);
    uint64_t l = take(row), r = take(row);
    if (heap_count > MOST_NUMBERS) {
        equal(row, "heaps", heap_count, MOST_NUMBERS);
    } else if (width == 32) {
        query_u32(row, (unsigned)base, heap_count, (uint32_t)l, (uint32_t)r);
    } else {
        query_u64(row, (unsigned)base, heap_count, l, r);
    }
}

static void sum_row(struct row *row)
{
    size_t m = take(row);
    const uint64_t *words = &row->cells[row->next];
    for (size_t i = 0; i < m / 64 + (m % 64 != 0); i++) {
        take(row);
    }
    if (row->differs) {
        return;
    }
    expect(row, "weighted sum", nimsum_weighted_sum(words, m));
    expect(row, "wins", nimsum_count_wins(words, m));
}

static void step_row(struct row *row)
{
    uint64_t sum = take(row), word = take(row), bits = take(row);
    expect(row, "sum", nimsum_weighted_sum_step(sum, word, (unsigned)bits));
}

static const struct table {
    const char *name;
    void (*check)(struct row *row);
} tables[] = {
    {"verdict", verdict_row},   {"rule", rule_row},   {"board", board_row},
    {"position", position_row}, {"range", range_row}, {"query", query_row},
    {"sum", sum_row},           {"step", step_row},
};

enum { TABLES = sizeof tables / sizeof tables[0] };

/* Reads a line into row; returns its table, TABLES where there is none of that name. */
static size_t parse(char *line, struct row *row)
{
    char *at = line + strcspn(line, " \n");
    char *end = at;
    size_t table = 0;
    while (table < TABLES && (strlen(tables[table].name) != (size_t)(at - line) ||
                              memcmp(line, tables[table].name, (size_t)(at - line)) != 0)) {
        table++;
    }
    row->table = table < TABLES ? tables[table].name : "unknown";
    row->next = row->count = 0;
    row->differs = false;
    for (uint64_t cell = strtoull(at, &end, 10); end != at && row->count < MOST_CELLS;
         cell = strtoull(at, &end, 10)) {
        row->cells[row->count++] = cell;
        at = end;
    }
    return *end == '\n' ? table : TABLES;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: check_seam TABLE\n");
        return EXIT_FAILURE;
    }
    static struct row row;
    size_t rows[TABLES] = {0}, equal_rows = 0, size = 0;
    char *line = NULL;
    bool failed = false;
    for (row.line = 1; getline(&line, &size, file) > 0; row.line++) {
        size_t table = parse(line, &row);
        if (table == TABLES) {
            equal(&row, "lines understood", 0, 1);
        } else {
            tables[table].check(&row);
            equal(&row, "cells looked at", row.next, row.count);
            rows[table]++;
        }
        failed |= row.differs;
        equal_rows += !row.differs;
    }
    for (size_t i = 0; i < TABLES; i++) {
        if (rows[i] == 0) {
            fprintf(stderr, "seam: no row of %s\n", tables[i].name);
            failed = true;
        }
    }
    failed |= ferror(file) != 0;
    free(line);
    fclose(file);
    if (!failed) {
        printf("seam: %zu rows equal\n", equal_rows);
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
