/* SPDX-License-Identifier: MIT */
/* exchange.c: one request in process: the same bytes through the same code as in nimsumd, only
 * without sockets.
 *
 *     bench_exchange BODY NUMBERS TIMES ROUNDS      one line a round: "ns=..." a number of the body
 *
 * A round answers the body TIMES times. Every reply is compared with BODY.reply.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/exchange.h"
#include "instance.h"

enum { PIECE_BYTES = 16 * 1024 };

struct text {
    char *data;
    size_t size;
};

static void must(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "bench_exchange: %s\n", what);
        exit(1);
    }
}

static struct text read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    must(file != NULL && fseek(file, 0, SEEK_END) == 0, path);
    struct text text = {.size = (size_t)ftell(file)};
    text.data = must_allocate(text.size + 1);
    rewind(file);
    must(fread(text.data, 1, text.size, file) == text.size && fclose(file) == 0, path);
    return text;
}

static void answer(struct api *api, const struct text *body, const struct text *right)
{
    const struct api_head head = {.method = "POST",
                                  .target = "/nim/ranges",
                                  .content_type = "application/json",
                                  .has_length = true,
                                  .content_length = body->size};
    struct exchange *x = exchange_new(api);
    must(x != NULL, "no memory");
    exchange_begin(x, &head);
    for (size_t at = 0; at < body->size; at += PIECE_BYTES) {
        size_t left = body->size - at;
        exchange_feed(x, body->data + at, left < PIECE_BYTES ? left : PIECE_BYTES);
    }
    const struct api_reply *reply = exchange_finish(x);
    must(reply->status == 200 && reply->body_size == right->size + 1 && /* a line feed */
             memcmp(reply->body, right->data, right->size) == 0,
         "a WRONG reply");
    exchange_free(x);
}

static double now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        (void)fputs("usage: bench_exchange BODY NUMBERS TIMES ROUNDS\n", stderr);
        return 2;
    }
#define LIMIT_DEFAULT(name, standard, smallest, largest, meaning) .name = standard,
    struct api api = {.limits = {API_LIMITS(LIMIT_DEFAULT)}, .version = "bench"};
#undef LIMIT_DEFAULT
    api_limits_follow(&api.limits);
    budget_init(&api.budget, (size_t)1 << 30);
    char path[4096];
    (void)snprintf(path, sizeof path, "%s.reply", argv[1]);
    struct text body = read_text(argv[1]), right = read_text(path);
    double numbers = strtod(argv[2], NULL);
    unsigned long times = strtoul(argv[3], NULL, 10);
    for (unsigned long rounds = strtoul(argv[4], NULL, 10); rounds > 0; rounds--) {
        double began = now_ns();
        for (unsigned long i = 0; i < times; i++) {
            answer(&api, &body, &right);
        }
        (void)printf("ns=%.3f\n", (now_ns() - began) / (double)times / numbers);
    }
    budget_free(&api.budget);
    return 0;
}
