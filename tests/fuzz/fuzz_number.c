/* SPDX-License-Identifier: MIT */
/* fuzz_number.c: numbers against the reference's arithmetic on text. Each input byte becomes one of
 * the characters that numbers are written with, so that nearly every input says something. */
#include "fuzz.h"

#include "bytes.h"
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hold(const char *start, const struct bytes *text, const char *end)
{
    struct bytes body = {.data = NULL};
    char message[COMPARE_MESSAGE_BYTES];
    bytes_add_text(&body, start);
    bytes_add(&body, text->data, text->size);
    bytes_add_text(&body, end);
    if (!compare_cut(body.data, body.size, false, message)) {
        fprintf(stderr, "%s: %s\n", compare_shown(body.data, body.size), message);
        abort();
    }
    bytes_free(&body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char characters[] = "0123456789.eE+-,";
    struct bytes text = {.data = NULL};
    for (size_t i = 0; i < size; i++) {
        const char *same = data[i] != '\0' ? strchr(characters, data[i]) : NULL;
        bytes_add(&text, same != NULL ? same : &characters[data[i] % 16], 1);
    }
    hold("", &text, "");
    hold("[", &text, "]");
    hold("[7,", &text, ",4294967296]");
    hold("[[1,", &text, "],[2,3]]");
    hold("{\"a\":", &text, "}");
    bytes_free(&text);
    return 0;
}
