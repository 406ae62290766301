/* SPDX-License-Identifier: MIT */
/* library_refusals.c: one kind of line of the library's log, and what the socket tells. */
#include "http/library_refusals.h"

#include <string.h>

#include "http/connection.h"
#include "http/peer.h"

/* 0.9.75 to 1.0.10: "Error processing request (HTTP response code is %u ('%s')). ..." */
static const char sign[] = "Error processing request (HTTP response code is %u";

void library_refusals_note(void *refusals, const char *format, va_list arguments)
{
    struct library_refusals *noted = refusals;
    if (strncmp(format, sign, sizeof sign - 1) == 0) {
        noted->pending++;
        noted->status = va_arg(arguments, unsigned);
    }
}

void library_refusals_tell(struct library_refusals *refusals, struct connection *c)
{
    if (refusals->pending == 0 || connection_phase(atomic_load(&c->state)) == PHASE_CUT ||
        (c->in_flight && c->seen.status != 0) || peer_ended_first(c->socket)) {
        return;
    }
    refusals->pending--;
    if (c->in_flight) {
        c->seen.status = refusals->status; /* the request's own line tells it */
        c->is_of_library = true;
    } else {
        char id[OBSERVE_ID_BYTES + 1]; /* its one trace */
        observe_make_id(c->observer->ids, id);
        observe_unseen(c->observer, PROBLEM_BAD_REQUEST, refusals->status, id, c->remote, "done");
    }
}
