/* SPDX-License-Identifier: MIT */
/* relief.c: progress by the second. */
#include "http/relief.h"

#include "http/peer.h"

/* Bytes moved so far in this phase. On a unix socket the peer's share is not told: one that takes
 * more at the moment of the look has moved enough. */
static uint64_t moved(const struct connection *c, enum phase phase, uint64_t before)
{
    if (phase == PHASE_BODY) {
        return atomic_load_explicit(&c->body_bytes, memory_order_relaxed);
    }
    if (c->is_unix) {
        return before + (peer_has_room(c->socket) ? RELIEF_BYTES : 0);
    }
    return peer_acknowledged(c->socket);
}

void relief_look(struct connection *c, uint64_t now)
{
    enum phase phase = connection_phase(atomic_load(&c->state));
    struct progress *progress = &c->progress;
    bool holds = (phase == PHASE_BODY || phase == PHASE_REPLY) &&
                 atomic_load_explicit(&c->held_bytes, memory_order_relaxed) > 0;
    if (!holds || phase != progress->phase) {
        *progress = (struct progress){.phase = phase, .since = now};
        if (holds) {
            progress->moved = moved(c, phase, 0);
        }
        return;
    }
    if (now - progress->since >= RELIEF_MILLISECONDS) {
        uint64_t bytes = moved(c, phase, progress->moved);
        /* Fewer than before: another request. */
        progress->stands_still = bytes >= progress->moved && bytes - progress->moved < RELIEF_BYTES;
        progress->moved = bytes;
        progress->since = now;
    }
}

bool relief_goes_before(const struct connection *c, const struct connection *other)
{
    enum phase phase = connection_phase(atomic_load(&c->state));
    size_t held = atomic_load_explicit(&c->held_bytes, memory_order_relaxed);
    size_t most = other == NULL ? 0
                                : atomic_load_explicit(&other->held_bytes, memory_order_relaxed);
    return c->progress.stands_still && phase == c->progress.phase && held > most;
}
