/* SPDX-License-Identifier: MIT */
/* problem_names.c: how near two names are, and the sentence that tells them. */
#include "problem_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 }; /* a longer text resembles no name of ours */

/* The ways of being near, the nearest first; below NEAR_BEGINNING it is a count of edits. */
enum nearness { NEAR_SAME, NEAR_EDITS = 2, NEAR_BEGINNING, NEAR_PART, NEAR_NONE };

/* A name as it is compared. */
struct folded {
    char text[LONGEST];
    size_t size;
};

/* Capitals, "-" or "_", and slashes at the ends make no difference. */
static struct folded fold(const char *text, size_t size)
{
    struct folded out = {.size = 0};
    while (size > 0 && text[size - 1] == '/') {
        size--;
    }
    while (size > 0 && *text == '/') {
        text++;
        size--;
    }
    if (size > LONGEST) {
        return out;
    }
    for (; out.size < size; out.size++) {
        char c = text[out.size];
        out.text[out.size] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c == '-' ? '_' : c;
    }
    return out;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, leave out, replace or swap with their neighbour (optimal string alignment). */
static size_t edits(const struct folded *a, const struct folded *b)
{
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b->size; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a->size; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b->size; j++) {
            char x = a->text[i - 1], y = b->text[j - 1];
            row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == b->text[j - 2] && a->text[i - 2] == y) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
    }
    return rows[a->size % 3][b->size];
}

static bool holds(const struct folded *whole, const struct folded *part)
{
    return part->size >= 3 && memmem(whole->text, whole->size, part->text, part->size) != NULL;
}

static size_t nearness(const struct folded *text, const char *name)
{
    struct folded known = fold(name, strlen(name));
    size_t shorter = least(text->size, known.size), longer = text->size + known.size - shorter;
    size_t common = 0;
    if (longer - shorter <= NEAR_EDITS) {
        size_t distance = edits(text, &known);
        if (distance == NEAR_SAME || (distance <= NEAR_EDITS && 3 * distance <= longer)) {
            return distance;
        }
    }
    while (common < shorter && text->text[common] == known.text[common]) {
        common++;
    }
    if (common >= 3 && common + 2 >= shorter) {
        return NEAR_BEGINNING;
    }
    return holds(&known, text) || holds(text, &known) ? NEAR_PART : NEAR_NONE;
}

void names_add(struct names *names, const char *name)
{
    if (names->count < NAMES_MOST) {
        names->name[names->count++] = name;
    }
}

/* The names in the order of their nearness, otherwise as they were added; returns the first one's.
 */
static size_t sort(const struct names *names, const char *text, size_t size, struct names *sorted)
{
    struct folded folded = fold(text, size);
    size_t near[NAMES_MOST] = {0}, nearest = NEAR_NONE;
    for (size_t i = 0; i < names->count; i++) {
        near[i] = nearness(&folded, names->name[i]);
        nearest = least(nearest, near[i]);
    }
    sorted->count = 0;
    for (size_t wanted = nearest; wanted <= NEAR_NONE; wanted++) {
        for (size_t i = 0; i < names->count; i++) {
            if (near[i] == wanted) {
                names_add(sorted, names->name[i]);
            }
        }
    }
    return nearest;
}

const char *names_nearest(const struct names *names, const char *text, size_t size)
{
    struct names sorted;
    return sort(names, text, size, &sorted) == NEAR_NONE ? NULL : sorted.name[0];
}

const char *names_tell(const struct names *names, const char *text, size_t size,
                       char out[NAMES_TOLD_BYTES])
{
    struct names sorted;
    size_t nearest = sort(names, text, size, &sorted);
    int used = 0;
    out[0] = '\0';
    if (nearest != NEAR_NONE) {
        used = snprintf(out, NAMES_TOLD_BYTES, "; did you mean \"%s\"?", sorted.name[0]);
    } else if (sorted.count > 0) {
        used = snprintf(out, NAMES_TOLD_BYTES, ".");
    }
    for (size_t i = 0; i < sorted.count; i++) {
        const char *before = i == 0 ? " Known:" : ",";
        if ((size_t)used + strlen(before) + 1 + strlen(sorted.name[i]) < NAMES_TOLD_BYTES) {
            used += snprintf(out + used, NAMES_TOLD_BYTES - (size_t)used, "%s %s", before,
                             sorted.name[i]);
        }
    }
    return out;
}
