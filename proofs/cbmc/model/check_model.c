/* SPDX-License-Identifier: MIT */
/* check_model.c: the model of the intrinsics beside this processor, on VECTORS pairs of registers each; and the values
 * of all 10^8 times eight digits as vector_halves of the product gives them here. CBMC proves that the two halves do not
 * depend on each other, so what each is for its own eight digits is all there is. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits/vector_numbers.h"
#include "operations.h"

enum { VECTORS = 10000000 };

static uint64_t random_word(uint64_t *state) /* xorshift64* */
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* Lanes where a sign, a width or the range of digits ends, by the number of their bytes. */
static const uint32_t edges[3][8] = {
    {0, 1, 9, 10, 0x7F, 0x80, 0x81, 0xFF},
    {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 10000, 0xFF80},
    {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFF, 0x10000, 0xFFFF0000}};

/* Any bytes, or in three registers of eight edges of one width. */
static void fill(uint64_t *state, uint8_t *bytes)
{
    uint64_t words[2] = {random_word(state), random_word(state)};
    memcpy(bytes, words, sizeof words);
    unsigned kind = (unsigned)(random_word(state) >> 61), size = 1U << kind % 4;
    if (kind >= 4 && size <= 4) {
        for (unsigned i = 0; i < REGISTER_BYTES; i += size) {
            memcpy(bytes + i, &edges[kind % 4][bytes[i] % 8], size); /* of a little-endian word */
        }
    }
}

static void print(const char *what, const uint8_t *bytes)
{
    fprintf(stderr, "  %s", what);
    for (unsigned i = 0; i < REGISTER_BYTES; i++) {
        fprintf(stderr, " %02x", bytes[i]);
    }
    fputc('\n', stderr);
}

static void compare(void)
{
    uint64_t state = UINT64_C(88172645463325252);
    uint8_t a[REGISTER_BYTES], b[REGISTER_BYTES];
    for (unsigned n = 0; n < VECTORS; n++) {
        fill(&state, a);
        fill(&state, b);
        for (unsigned i = 0; processor_operations[i].name != NULL; i++) {
            uint8_t is[REGISTER_BYTES] = {0}, modelled[REGISTER_BYTES] = {0};
            processor_operations[i].run(a, b, is);
            model_operations[i].run(a, b, modelled);
            if (memcmp(is, modelled, sizeof is) != 0) {
                fprintf(stderr, "%s: the model is not the processor\n", model_operations[i].name);
                print("of       ", a);
                print("and      ", b);
                print("processor", is);
                print("model    ", modelled);
                exit(1);
            }
        }
    }
}

/* Both halves take every value: the upper one has the two times four digits of the lower one in the other order. */
VECTOR_TARGET static void read_all_halves(void)
{
    static uint8_t digits[10000][4];
    for (unsigned i = 0; i < 10000; i++) {
        for (unsigned j = 0, rest = i; j < 4; j++, rest /= 10) {
            digits[i][3 - j] = (uint8_t)(rest % 10);
        }
    }
    for (unsigned i = 0; i < 10000; i++) {
        for (unsigned j = 0; j < 10000; j++) {
            uint8_t bytes[REGISTER_BYTES];
            memcpy(bytes, digits[i], 4);
            memcpy(bytes + 4, digits[j], 4);
            memcpy(bytes + 8, digits[j], 4);
            memcpy(bytes + 12, digits[i], 4);
            uint64_t halves = vector_halves(_mm_loadu_si128((const __m128i *)(const void *)bytes));
            if (halves != ((uint64_t)(j * 10000 + i) << 32 | (i * 10000 + j))) {
                fprintf(stderr, "vector_halves of %04u%04u and %04u%04u: %016" PRIx64 "\n", i, j, j,
                        i, halves);
                exit(1);
            }
        }
    }
}

int main(void)
{
    unsigned operations = 0;
    while (processor_operations[operations].name != NULL) {
        operations++;
    }
    compare();
    read_all_halves();
    printf("model: %u intrinsics, %d vectors each, and all values of eight digits\n", operations,
           VECTORS);
}
