/* SPDX-License-Identifier: MIT */
/* reference_internal.h: what the reference's files share. */
#ifndef NIMSUM_TESTS_JSON_REFERENCE_INTERNAL_H
#define NIMSUM_TESTS_JSON_REFERENCE_INTERNAL_H

#include "reference.h"

struct reader {
    const unsigned char *body;
    size_t size, at;
    unsigned depth, nesting;
    bool too_deep;
};

/* The next byte, or -1 at the end, which is a fault wherever a byte is due. */
static inline int peek(const struct reader *r)
{
    return r->at < r->size ? r->body[r->at] : -1;
}

static inline bool take(struct reader *r, int wanted)
{
    if (peek(r) != wanted) {
        return false;
    }
    r->at++;
    return true;
}

/* Read a string; out is what it says. */
bool reference_string(struct reader *r, struct bytes *out);

#endif
