/* data.c: the bodies that are sent and the replies that must come back, as files.
 *
 *     bench_data ranges DIR N M SEED     one case of Nim on ranges, as JSON and as contest text
 *     bench_data boards DIR BOARDS SEED  boards of ten numbers: one alone, all in a batch
 *
 * A file NAME holds a body, NAME.reply the one right reply, byte by byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "random.h"

enum { NUMBERS = 10, NUMBER_LIMIT = 1 << 16 };

static FILE *create(const char *folder, const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void finish(FILE *file)
{
    if (ferror(file) != 0 || fclose(file) != 0) {
        perror("cannot write");
        exit(1);
    }
}

static void write_json(const char *folder, const struct instance *x)
{
    FILE *body = create(folder, "ranges.json"), *reply = create(folder, "ranges.json.reply");
    for (size_t i = 0; i < x->n; i++) {
        (void)fprintf(body, i == 0 ? "{\"heaps\":[%u" : ",%u", x->heaps[i]);
    }
    for (size_t i = 0; i < x->m; i++) {
        (void)fprintf(body, i == 0 ? "],\"queries\":[[%u,%u]" : ",[%u,%u]", x->queries[2 * i],
                      x->queries[2 * i + 1]);
    }
    (void)fputs("],\"verdicts\":\"bits\"}", body);
    (void)fprintf(reply,
                  "{\"verdicts\":\"%.*s\",\"wins\":%llu,\"weighted_sum\":%llu,"
                  "\"modulus\":1000000007,\"convention\":\"normal\",\"index_base\":1}",
                  (int)x->m, x->bits, (unsigned long long)x->wins,
                  (unsigned long long)x->weighted_sum);
    finish(body);
    finish(reply);
}

static void write_text(const char *folder, const struct instance *x)
{
    FILE *body = create(folder, "ranges.txt"), *reply = create(folder, "ranges.txt.reply");
    (void)fprintf(body, "1\n%zu %zu\n", x->n, x->m);
    for (size_t i = 0; i < x->n; i++) {
        (void)fprintf(body, i + 1 < x->n ? "%u " : "%u\n", x->heaps[i]);
    }
    for (size_t i = 0; i < x->m; i++) {
        (void)fprintf(body, "%u %u\n", x->queries[2 * i], x->queries[2 * i + 1]);
    }
    (void)fprintf(reply, "%llu\n", (unsigned long long)x->weighted_sum);
    finish(body);
    finish(reply);
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
    FILE *body = create(folder, "board.json"), *reply = create(folder, "board.json.reply");
    unsigned board[NUMBERS];
    draw_board(&seed, board);
    (void)fputs("{\"nums\":", body);
    put_board(body, reply, board);
    (void)fputs("}", body);
    finish(body);
    finish(reply);

    body = create(folder, "boards.json");
    reply = create(folder, "boards.json.reply");
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
    finish(body);
    finish(reply);
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "ranges") == 0) {
        struct instance x = instance_make(strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10),
                                          strtoull(argv[5], NULL, 10));
        write_json(argv[2], &x);
        write_text(argv[2], &x);
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "boards") == 0) {
        write_boards(argv[2], strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
        return 0;
    }
    (void)fputs("usage: bench_data ranges DIR N M SEED | boards DIR BOARDS SEED\n", stderr);
    return 2;
}
