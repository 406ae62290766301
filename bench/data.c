/* SPDX-License-Identifier: MIT */
/* data.c: the bodies that are sent and the replies that must come back, as files.
 *
 *     bench_data ranges DIR N M SEED     one case of Nim on ranges, as JSON and as contest text
 *     bench_data moves DIR N M SEED      cases whose winning moves are asked for, and a position
 *     bench_data boards DIR BOARDS SEED  boards of ten numbers: one alone, all in a batch
 *
 * A file NAME holds a body, NAME.reply the one right reply, byte by byte.
 */
#include "data.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { NUMBERS = 10, NUMBER_LIMIT = 1 << 16 };

FILE *data_create(const char *folder, const char *name, const char *ending)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

void data_finish(FILE *file)
{
    if (ferror(file) != 0 || fclose(file) != 0) {
        perror("cannot write");
        exit(1);
    }
}

static void draw_board(uint64_t *random, unsigned board[NUMBERS])
{
    for (size_t i = 0; i < NUMBERS; i++) {
        board[i] = (unsigned)random_below(random, NUMBER_LIMIT);
    }
    if (random_next(random) >> 63 != 0) { /* every other board has the XOR 0 */
        board[NUMBERS - 1] = 0;
        for (size_t i = 0; i + 1 < NUMBERS; i++) {
            board[NUMBERS - 1] ^= board[i];
        }
    }
}

static void put_board(FILE *body, FILE *reply, const unsigned board[NUMBERS])
{
    unsigned x = 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        (void)fprintf(body, i == 0 ? "[%u" : ",%u", board[i]);
        x ^= board[i];
    }
    (void)fputs("]", body);
    (void)fprintf(reply,
                  "{\"winner\":\"alice\",\"alice_wins\":true,\"xor\":%u,\"count\":%d,"
                  "\"reason\":\"%s\"}",
                  x, NUMBERS, x == 0 ? "xor-zero" : "even-count");
}

static void write_boards(const char *folder, size_t boards, uint64_t seed)
{
    FILE *body = data_create(folder, "board.json", ""),
         *reply = data_create(folder, "board.json", ".reply");
    unsigned board[NUMBERS];
    draw_board(&seed, board);
    (void)fputs("{\"nums\":", body);
    put_board(body, reply, board);
    (void)fputs("}", body);
    data_finish(body);
    data_finish(reply);

    body = data_create(folder, "boards.json", "");
    reply = data_create(folder, "boards.json", ".reply");
    (void)fputs("{\"boards\":[", body);
    (void)fputs("{\"results\":[", reply);
    for (size_t i = 0; i < boards; i++) {
        if (i > 0) {
            (void)fputs(",", body);
            (void)fputs(",", reply);
        }
        draw_board(&seed, board);
        put_board(body, reply, board);
    }
    (void)fputs("]}", body);
    (void)fputs("]}", reply);
    data_finish(body);
    data_finish(reply);
}

int main(int argc, char **argv)
{
    if (argc == 6 && (strcmp(argv[1], "ranges") == 0 || strcmp(argv[1], "moves") == 0)) {
        size_t n = strtoull(argv[3], NULL, 10), m = strtoull(argv[4], NULL, 10);
        uint64_t seed = strtoull(argv[5], NULL, 10);
        if (strcmp(argv[1], "moves") == 0) {
            data_write_moves(argv[2], n, m, seed);
        } else {
            data_write_ranges(argv[2], n, m, seed);
        }
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "boards") == 0) {
        write_boards(argv[2], strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
        return 0;
    }
    (void)fputs("usage: bench_data ranges DIR N M SEED | moves DIR N M SEED | "
                "boards DIR BOARDS SEED\n",
                stderr);
    return 2;
}
