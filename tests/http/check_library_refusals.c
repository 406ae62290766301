/* SPDX-License-Identifier: MIT */
/* check_library_refusals.c, of src/http/library_refusals.c: which line of the library's log is a
 * sign, and which connection it is taken for. */
#include "http/library_refusals.h"

#include "run_tests.h"

#include <check.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection.h"

static int ends[2], lines[2];
static struct log access_log;
static struct api api;
static struct observe_ids ids;
static const struct observer observer = {.api = &api, .ids = &ids};
static struct library_refusals refusals;
static struct connection c;

/* A connection on which nothing has begun, and a log that the test reads. */
static void setup(void)
{
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ck_assert_int_eq(pipe(lines), 0);
    log_open(&access_log, lines[1], LOG_JSON, LOG_DEBUG);
    api.log = &access_log;
    refusals = (struct library_refusals){.pending = 0};
    memset(&c, 0, sizeof c);
    c.socket = ends[0];
    c.observer = &observer;
    strcpy(c.remote, "unix");
}

static void teardown(void)
{
    log_close(&access_log);
    for (int i = 0; i < 2; i++) {
        (void)close(ends[i]);
        (void)close(lines[i]);
    }
}

static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    library_refusals_note(&refusals, format, arguments);
    va_end(arguments);
}

/* As libmicrohttpd 0.9.75 to 1.0.10 have it. */
static void note_refusal(unsigned status)
{
    note("Error processing request (HTTP response code is %u ('%s')). Closing connection.\n",
         status, "Bad Request");
}

/* What was logged since, as text. */
static const char *logged(void)
{
    static char text[LOG_LINE_BYTES + 1];
    ck_assert_int_eq(write(lines[1], "\n", 1), 1); /* so that there is something to read */
    ssize_t size = read(lines[0], text, LOG_LINE_BYTES);
    ck_assert_int_gt(size, 0);
    text[size - 1] = '\0';
    return text;
}

START_TEST(other_lines_are_no_sign)
{
    note("Failed to receive data: %s\n", "Connection reset by peer");
    note("Error processing request\n");
    library_refusals_tell(&refusals, &c);
    ck_assert_uint_eq(refusals.pending, 0);
    ck_assert_str_eq(logged(), "");
}
END_TEST

START_TEST(a_head_that_never_came_to_us_is_logged)
{
    note_refusal(431);
    library_refusals_tell(&refusals, &c);
    const char *line = logged();
    ck_assert_ptr_nonnull(strstr(line, "\"status\":431,"));
    ck_assert_ptr_nonnull(strstr(line, "\"problem\":\"bad-request\""));
    library_refusals_tell(&refusals, &c);
    ck_assert_str_eq(logged(), ""); /* once */
}
END_TEST

START_TEST(a_request_in_flight_takes_the_status)
{
    c.in_flight = true;
    note_refusal(400);
    library_refusals_tell(&refusals, &c);
    ck_assert_uint_eq(c.seen.status, 400);
    ck_assert(c.is_of_library);
    ck_assert_str_eq(logged(), ""); /* its own line tells it, at its end */
    ck_assert_uint_eq(refusals.pending, 0);
}
END_TEST

/* One that we have answered, or cut, was not refused by the library: the sign is another's. */
START_TEST(who_was_answered_is_not_meant)
{
    note_refusal(400);
    c.in_flight = true;
    c.seen.status = 200;
    library_refusals_tell(&refusals, &c);
    ck_assert_uint_eq(c.seen.status, 200);
    c.in_flight = false;
    atomic_store(&c.state, connection_state(PHASE_CUT, 0));
    library_refusals_tell(&refusals, &c);
    ck_assert_str_eq(logged(), "");
    ck_assert_uint_eq(refusals.pending, 1);
    atomic_store(&c.state, connection_state(PHASE_HEAD, 0));
    library_refusals_tell(&refusals, &c);
    ck_assert_uint_eq(refusals.pending, 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("library_refusals");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, other_lines_are_no_sign);
    tcase_add_test(tcase, a_head_that_never_came_to_us_is_logged);
    tcase_add_test(tcase, a_request_in_flight_takes_the_status);
    tcase_add_test(tcase, who_was_answered_is_not_meant);
    return run_tests(tcase);
}
