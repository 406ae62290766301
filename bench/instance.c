/* SPDX-License-Identifier: MIT */
/* instance.c: draw the case, then answer it the plain way. */
#include "instance.h"

#include <stdio.h>
#include <stdlib.h>

#include "random.h"

enum { POOL = 1024, HEAP_BITS = 30, MODULUS = 1000000007 };

void *must_allocate(size_t bytes)
{
    void *block = malloc(bytes);
    if (block == NULL) {
        (void)fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return block;
}

/* The places 0..n in the order of their pool numbers: those of pool number k are
 * places[first[k]..first[k + 1]). */
struct places {
    uint16_t *kind; /* the pool number of each place */
    uint32_t *places;
    uint32_t first[POOL + 1];
};

static struct places draw_places(size_t n, uint64_t *random)
{
    struct places p = {
        must_allocate((n + 1) * sizeof *p.kind), must_allocate((n + 1) * sizeof *p.places), {0}};
    uint32_t next[POOL];
    for (size_t i = 0; i <= n; i++) {
        p.kind[i] = i == 0 ? 0 : (uint16_t)random_below(random, POOL);
        p.first[p.kind[i] + 1]++;
    }
    for (size_t k = 0; k < POOL; k++) {
        next[k] = p.first[k];
        p.first[k + 1] += p.first[k];
    }
    for (size_t i = 0; i <= n; i++) {
        p.places[next[p.kind[i]]++] = (uint32_t)i;
    }
    return p;
}

/* Two different places a < b: the query is a + 1 .. b. */
static void draw_query(const struct places *p, size_t n, uint64_t *random, uint32_t query[2])
{
    for (;;) {
        uint32_t a = (uint32_t)random_below(random, n + 1);
        uint32_t b = (uint32_t)random_below(random, n + 1);
        if (random_next(random) >> 63 != 0) {
            uint32_t begin = p->first[p->kind[a]], end = p->first[p->kind[a] + 1];
            b = p->places[begin + random_below(random, end - begin)];
        }
        if (a != b) {
            query[0] = (a < b ? a : b) + 1;
            query[1] = a < b ? b : a;
            return;
        }
    }
}

static void answer(struct instance *x)
{
    uint32_t *prefix = must_allocate((x->n + 1) * sizeof *prefix);
    prefix[0] = 0;
    for (size_t i = 0; i < x->n; i++) {
        prefix[i + 1] = prefix[i] ^ x->heaps[i];
    }
    for (size_t i = 0; i < x->m; i++) {
        unsigned f = prefix[x->queries[2 * i + 1]] != prefix[x->queries[2 * i] - 1];
        x->bits[i] = (char)('0' + f);
        x->wins += f;
        x->weighted_sum = (2 * x->weighted_sum + f) % MODULUS;
    }
    free(prefix);
}

static struct instance allocate(size_t n, size_t m)
{
    return (struct instance){.n = n,
                             .m = m,
                             .heaps = must_allocate(n * sizeof(uint32_t)),
                             .queries = must_allocate(2 * m * sizeof(uint32_t)),
                             .bits = must_allocate(m + 1)};
}

struct instance instance_make(size_t n, size_t m, uint64_t seed)
{
    struct instance x = allocate(n, m);
    uint64_t random = seed;
    uint32_t pool[POOL] = {0}; /* the empty prefix is of kind 0 */
    for (size_t k = 1; k < POOL; k++) {
        pool[k] = (uint32_t)random_below(&random, UINT64_C(1) << HEAP_BITS);
    }
    struct places p = draw_places(n, &random);
    for (size_t i = 0; i < n; i++) {
        x.heaps[i] = pool[p.kind[i]] ^ pool[p.kind[i + 1]];
    }
    for (size_t i = 0; i < m; i++) {
        draw_query(&p, n, &random, x.queries + 2 * i);
    }
    free(p.kind);
    free(p.places);
    answer(&x);
    return x;
}

struct instance instance_make_uniform(size_t n, size_t m, uint64_t seed)
{
    struct instance x = allocate(n, m);
    for (size_t i = 0; i < n; i++) {
        x.heaps[i] = (uint32_t)random_below(&seed, UINT64_C(1) << HEAP_BITS);
    }
    for (size_t i = 0; i < m; i++) {
        uint32_t a = (uint32_t)random_below(&seed, n) + 1;
        uint32_t b = (uint32_t)random_below(&seed, n) + 1;
        x.queries[2 * i] = a < b ? a : b;
        x.queries[2 * i + 1] = a < b ? b : a;
    }
    answer(&x);
    return x;
}

struct instance instance_make_sparse(size_t n, size_t m, uint64_t seed)
{
    struct instance x = allocate(n, m);
    uint32_t zeros = (uint32_t)n - HEAP_BITS;
    for (size_t i = 0; i < n; i++) {
        x.heaps[i] = i < zeros ? 0 : UINT32_C(1) << (i - zeros);
    }
    for (size_t i = 0; i < m; i++) {
        x.queries[2 * i] = (uint32_t)random_below(&seed, zeros) + 1;
        x.queries[2 * i + 1] = zeros + 1 + (uint32_t)random_below(&seed, HEAP_BITS);
    }
    answer(&x);
    return x;
}
