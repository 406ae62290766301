/* SPDX-License-Identifier: MIT */
/* check_connection.c, of src/http/connection.c: phases and deadlines in one word, and how the
 * end of a request is told. */
#include "http/connection.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/clock.h"

static enum phase phase_of(const struct connection *c)
{
    return connection_phase(atomic_load(&c->state));
}

static uint64_t deadline_of(const struct connection *c)
{
    return connection_deadline(atomic_load(&c->state));
}

START_TEST(a_state_is_its_phase_and_its_deadline)
{
    static const uint64_t deadlines[] = {0, 1, 7, 8, 1000000007, CONNECTION_NO_DEADLINE};
    for (size_t i = 0; i < COUNT_OF(deadlines); i++) {
        for (enum phase phase = PHASE_IDLE; phase <= PHASE_CUT; phase++) {
            uint64_t state = connection_state(phase, deadlines[i]);
            ck_assert_int_eq(connection_phase(state), phase);
            ck_assert_uint_eq(connection_deadline(state), deadlines[i]);
        }
    }
}
END_TEST

START_TEST(a_deadline_counts_from_the_beginning_of_its_phase)
{
    struct connection c = {.socket = -1};
    uint64_t before = clock_milliseconds();
    ck_assert(connection_enter(&c, PHASE_BODY, 500));
    ck_assert_int_eq(phase_of(&c), PHASE_BODY);
    ck_assert_uint_ge(c.phase_start, before);
    ck_assert_uint_eq(deadline_of(&c), c.phase_start + 500);
    c.phase_start -= 100; /* as if it had begun so much earlier */
    connection_extend(&c, 2000);
    ck_assert_int_eq(phase_of(&c), PHASE_BODY);
    ck_assert_uint_eq(deadline_of(&c), c.phase_start + 2000);
    ck_assert(connection_enter(&c, PHASE_WORK, CONNECTION_NO_DEADLINE));
    ck_assert_uint_eq(deadline_of(&c), CONNECTION_NO_DEADLINE);
}
END_TEST

/* Whoever was first has decided: after a cut nothing goes on. */
START_TEST(a_cut_connection_stays_cut)
{
    struct connection c = {.socket = -1};
    atomic_store(&c.state, connection_state(PHASE_CUT, 0));
    ck_assert(!connection_enter(&c, PHASE_REPLY, 1000));
    connection_extend(&c, 1000);
    ck_assert_uint_eq(atomic_load(&c.state), connection_state(PHASE_CUT, 0));
}
END_TEST

/* A line of the log for each way in which a request can end. */
START_TEST(how_a_request_ended)
{
    static const struct {
        enum phase phase;
        bool is_late, is_of_library;
        unsigned status;
        enum MHD_RequestTerminationCode code;
        const char *told, *problem;
    } rows[] = {
        {PHASE_REPLY, false, false, 200, MHD_REQUEST_TERMINATED_COMPLETED_OK, "\"status\":200,",
         NULL},
        {PHASE_REPLY, false, false, 200, MHD_REQUEST_TERMINATED_COMPLETED_OK, "\"end\":\"done\"",
         NULL},
        {PHASE_IDLE, false, false, 200, MHD_REQUEST_TERMINATED_TIMEOUT_REACHED, "\"end\":\"idle\"",
         NULL},
        {PHASE_BODY, false, false, 0, MHD_REQUEST_TERMINATED_DAEMON_SHUTDOWN, "\"end\":\"stop\"",
         NULL},
        {PHASE_BODY, false, false, 0, MHD_REQUEST_TERMINATED_READ_ERROR, "\"end\":\"gone\"", NULL},
        {PHASE_BODY, false, false, 0, MHD_REQUEST_TERMINATED_CLIENT_ABORT, "\"end\":\"gone\"",
         NULL},
        {PHASE_BODY, false, false, 0, MHD_REQUEST_TERMINATED_WITH_ERROR, "\"end\":\"error\"", NULL},
        {PHASE_CUT, false, false, 0, MHD_REQUEST_TERMINATED_WITH_ERROR, "\"end\":\"gone\"", NULL},
        {PHASE_CUT, true, false, 0, MHD_REQUEST_TERMINATED_WITH_ERROR, "\"end\":\"late\"",
         "request-timeout"}, /* told by the watchdog */
        {PHASE_CUT, true, false, 0, MHD_REQUEST_TERMINATED_WITH_ERROR, "\"status\":408,",
         "request-timeout"},
        {PHASE_CUT, true, false, 200, MHD_REQUEST_TERMINATED_WITH_ERROR, "\"status\":200,",
         "overloaded"}, /* the reply came too slowly; there was no exchange for it */
        {PHASE_BODY, false, true, 400, MHD_REQUEST_TERMINATED_WITH_ERROR, "\"status\":400,",
         "bad-request"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int ends[2];
        char line[LOG_LINE_BYTES + 1] = "";
        ck_assert_int_eq(pipe(ends), 0);
        struct log log;
        log_open(&log, ends[1], LOG_JSON, LOG_DEBUG);
        struct api api = {.log = &log};
        struct observe_ids ids = {0};
        const struct observer observer = {.api = &api, .ids = &ids};
        struct exchange *exchange = exchange_new(&api);
        ck_assert_ptr_nonnull(exchange);
        struct connection c = {
            .observer = &observer,
            .exchange = exchange,
            .is_late = rows[i].is_late,
            .is_of_library = rows[i].is_of_library,
            .remote = "192.0.2.1",
            .seen = {.id = "the-id", .method = "POST", .status = rows[i].status}};
        atomic_store(&c.state, connection_state(rows[i].phase, 0));
        c.is_begun = rows[i].problem == NULL || strcmp(rows[i].problem, "overloaded") != 0;
        if (c.is_begun) {
            const struct api_head head = {
                .method = "POST", .target = "/xor-game", .content_type = "image/png"};
            exchange_begin(exchange, &head);
            ck_assert(
                exchange_is_refused(exchange)); /* its problem is told where there is no other */
        }
        connection_note_end(&c, rows[i].code);
        ck_assert_int_gt(read(ends[0], line, LOG_LINE_BYTES), 0);
        ck_assert_msg(strstr(line, rows[i].told) != NULL, "row %zu: %s", i, line);
        ck_assert_msg(strstr(line, rows[i].problem == NULL ? "unsupported-media-type"
                                                           : rows[i].problem) != NULL,
                      "row %zu: %s", i, line);
        exchange_free(exchange);
        log_close(&log);
        (void)close(ends[0]);
        (void)close(ends[1]);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("connection");
    tcase_add_test(tcase, a_state_is_its_phase_and_its_deadline);
    tcase_add_test(tcase, a_deadline_counts_from_the_beginning_of_its_phase);
    tcase_add_test(tcase, a_cut_connection_stays_cut);
    tcase_add_test(tcase, how_a_request_ended);
    return run_tests(tcase);
}
