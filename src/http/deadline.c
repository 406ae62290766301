/* SPDX-License-Identifier: MIT */
/* deadline.c: a deadline for each phase; those of replies move with what the peer takes. */
#include "http/deadline.h"

#include <sys/socket.h>

#include "http/late_reply.h"
#include "http/peer.h"
#include "http/server_internal.h"

/* Whether a reply has time left. */
static bool reply_has_time(struct connection *c, uint64_t state, bool is_new, uint64_t now)
{
    if (is_new) {
        c->acked_before = peer_acknowledged(c->socket);
    }
    if (connection_deadline(state) > now) {
        return true;
    }
    uint64_t taken = peer_acknowledged(c->socket) - c->acked_before;
    return connection_deadline(state) + deadline_transfer_milliseconds(taken) > now;
}

/* Begin to watch what the kernel still has of the last reply, if anything: no phase tells that it
 * was taken. */
static void note_unsent(struct connection *c, uint64_t now)
{
    uint64_t bytes = peer_unsent(c->socket);
    c->unsent_deadline = 0;
    if (bytes > 0) {
        uint64_t time = c->server->config.reply_seconds * 1000;
        c->unsent_deadline = now + time + (c->is_unix ? deadline_transfer_milliseconds(bytes) : 0);
        c->acked_before = peer_acknowledged(c->socket);
    }
}

/* Whether that has time left. */
static bool unsent_has_time(struct connection *c, uint64_t now)
{
    if (c->unsent_deadline == 0 || now < c->unsent_deadline) {
        return true;
    }
    if (peer_unsent(c->socket) == 0) {
        c->unsent_deadline = 0;
        return true;
    }
    uint64_t taken = peer_acknowledged(c->socket) - c->acked_before;
    return now < c->unsent_deadline + deadline_transfer_milliseconds(taken);
}

void deadline_cut(struct connection *c, uint64_t state, bool is_late)
{
    const struct observer *observer = &c->server->watchdog_observer;
    enum phase phase = connection_phase(state);
    if (!atomic_compare_exchange_strong(&c->state, &state, connection_state(PHASE_CUT, 0))) {
        return;
    }
    if (is_late) {
        atomic_store(&c->is_late, true);
    }
    if (is_late && phase == PHASE_BODY) {
        late_reply_send(c, c->seen.id);
    } else if (is_late && phase == PHASE_HEAD) {
        char id[OBSERVE_ID_BYTES + 1]; /* no request was handed over, so this is its one trace */
        observe_make_id(observer->ids, id);
        late_reply_send(c, id);
        observe_unseen(observer, PROBLEM_REQUEST_TIMEOUT, 0, id, c->remote, "late");
    } else if (is_late && (phase == PHASE_REPLY || phase == PHASE_IDLE)) {
        peer_discard(c->socket);
    }
    (void)shutdown(c->socket, SHUT_RDWR);
}

void deadline_look(struct connection *c, uint64_t now)
{
    uint64_t state = atomic_load(&c->state);
    enum phase phase = connection_phase(state);
    bool is_new = c->watched_state != state;
    bool may_be_gone = !is_new && !c->looked_for_end;
    c->watched_state = state;
    c->looked_for_end = !is_new;
    if (phase == PHASE_IDLE && may_be_gone) {
        note_unsent(c, now);
    } else if (phase != PHASE_IDLE || is_new) {
        c->unsent_deadline = 0;
    }
    switch (phase) {
    case PHASE_IDLE:
    case PHASE_HEAD:
    case PHASE_BODY:
        if (connection_deadline(state) <= now || !unsent_has_time(c, now)) {
            deadline_cut(c, state, true);
        } else if (may_be_gone && peer_is_gone(c->socket)) {
            deadline_cut(c, state, false);
        }
        break;
    case PHASE_REPLY:
        if (!reply_has_time(c, state, is_new, now)) {
            deadline_cut(c, state, true);
        }
        break;
    case PHASE_WORK:
        if (peer_has_reset(c->socket)) { /* a job for nobody: it is not begun, or gives up */
            exchange_abandon(c->exchange);
            workers_drop(c->server->workers, &c->job);
        }
        break;
    case PHASE_CUT: break;
    }
}
