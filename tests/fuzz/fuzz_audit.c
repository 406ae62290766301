/* SPDX-License-Identifier: MIT */
/* fuzz_audit.c: the audit's small grammars against the same grammars as automata, and its layout
 * check on request heads laid out as the library leaves them, sound ones and tampered ones. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_grammar.h"
#include "audit_head.h"
#include "http/audit_syntax.h"

static char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL) {
        abort();
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

static void hold(const char *what, const char *text, size_t size, bool said, enum audit_rule rule)
{
    if (said != audit_grammar_has(rule, text, size)) {
        fprintf(stderr, "%s says %d of: %.*s\n", what, said, (int)size, text);
        abort();
    }
}

static void try_syntax(const uint8_t *data, size_t size)
{
    char *exact = text_of(data, size), *text = text_of(data, size);
    char *shrunk = realloc(exact, size > 0 ? size : 1); /* no NUL to lean on */
    if (shrunk == NULL) {
        abort();
    }
    hold("digits", shrunk, size, audit_is_digits(shrunk, size), AUDIT_DIGITS);
    hold("token", shrunk, size, audit_is_token(shrunk, size), AUDIT_TOKEN);
    hold("field value", shrunk, size, audit_is_field_value(shrunk, size), AUDIT_FIELD_VALUE);
    hold("host", shrunk, size, audit_is_host(shrunk, size), AUDIT_HOST);
    size_t length = strlen(text);
    hold("target", text, length, audit_is_target(text), AUDIT_TARGET);
    hold("chunked", text, length, audit_ends_with_chunked(text), AUDIT_CHUNKED);
    free(shrunk);
    free(text);
}

/* The first byte says which of the two. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    if (data[0] % 2 == 0) {
        try_syntax(data + 1, size - 1);
    } else {
        audit_head_try(data + 1, size - 1);
    }
    return 0;
}
