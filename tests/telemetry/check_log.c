/* SPDX-License-Identifier: MIT */
/* check_log.c, of src/telemetry/log.c, src/telemetry/log_line.c: lines that no client can forge,
 * and a log that never waits. */
#include "telemetry/log.h"

#include "run_tests.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct log_request plain = {.level = LOG_INFO,
                                         .unix_milliseconds = 951782400007,
                                         .id = "an-id",
                                         .trace_id = "4bf92f3577b34da6a3ce929d0e0e4736",
                                         .method = "POST",
                                         .route = "/xor-game",
                                         .status = 200,
                                         .bytes_in = 16,
                                         .bytes_out = 74,
                                         .microseconds = 55,
                                         .remote = "::1",
                                         .user_agent = "curl/8",
                                         .end = "done"};

static void expect_line(enum log_format format, const struct log_request *request,
                        const char *wanted)
{
    char line[LOG_LINE_BYTES + 1];
    line[log_line(format, request, line)] = '\0';
    ck_assert_str_eq(line, wanted);
}

START_TEST(a_line_holds_what_is_known)
{
    expect_line(LOG_JSON, &plain,
                "{\"time\":\"2000-02-29T00:00:00.007Z\",\"level\":\"info\",\"id\":\"an-id\","
                "\"trace_id\":\"4bf92f3577b34da6a3ce929d0e0e4736\",\"method\":\"POST\","
                "\"route\":\"/xor-game\",\"status\":200,\"bytes_in\":16,\"bytes_out\":74,"
                "\"microseconds\":55,\"remote\":\"::1\",\"user_agent\":\"curl/8\","
                "\"end\":\"done\"}\n");
    expect_line(LOG_TEXT, &plain,
                "2000-02-29T00:00:00.007Z info POST /xor-game 200 in=16 out=74 us=55 ::1 done "
                "id=an-id trace=4bf92f3577b34da6a3ce929d0e0e4736 \"curl/8\"\n");
}
END_TEST

START_TEST(what_is_not_known_is_a_dash_or_left_out)
{
    const struct log_request bare = {
        .level = LOG_ERROR, .unix_milliseconds = 1796038113999, .problem = "overloaded"};
    expect_line(LOG_JSON, &bare,
                "{\"time\":\"2026-11-30T11:28:33.999Z\",\"level\":\"error\",\"id\":\"-\","
                "\"method\":\"-\",\"route\":\"-\",\"status\":0,\"bytes_in\":0,\"bytes_out\":0,"
                "\"microseconds\":0,\"remote\":\"-\",\"problem\":\"overloaded\",\"end\":\"-\"}\n");
    expect_line(LOG_TEXT, &bare,
                "2026-11-30T11:28:33.999Z error - - 0 in=0 out=0 us=0 - - overloaded id=-\n");
}
END_TEST

/* Every byte in a user agent: printable ASCII without quotes and line ends comes out. */
START_TEST(no_byte_of_a_client_gets_through)
{
    for (int byte = 1; byte < 256; byte++) {
        const char agent[] = {'<', (char)byte, '>', '\0'};
        struct log_request request = plain;
        request.user_agent = agent;
        char expected[16], line[LOG_LINE_BYTES + 1];
        if (byte == '"' || byte == '\\') {
            (void)snprintf(expected, sizeof expected, "\"<\\%c>\"", byte);
        } else if (byte >= ' ' && byte <= '~') {
            (void)snprintf(expected, sizeof expected, "\"<%c>\"", byte);
        } else {
            (void)snprintf(expected, sizeof expected, "\"<\\u%04x>\"", (unsigned)byte);
        }
        size_t size = log_line(LOG_JSON, &request, line);
        line[size] = '\0';
        ck_assert_msg(strstr(line, expected) != NULL, "byte %d: %s", byte, line);
        size = log_line(LOG_TEXT, &request, line);
        for (size_t i = 0; i + 1 < size; i++) {
            ck_assert_msg(line[i] >= ' ' && line[i] <= '~', "byte %d at %zu", byte, i);
        }
        ck_assert_int_eq(line[size - 1], '\n');
    }
}
END_TEST

/* The longest line there can be: the texts of clients all bad and too long. */
START_TEST(the_worst_line_fits)
{
    char bad[1000], own[LOG_CLIENT_BYTES + 1];
    memset(bad, '\x01', sizeof bad);
    bad[sizeof bad - 1] = '\0';
    memset(own, 'x', LOG_CLIENT_BYTES);
    own[LOG_CLIENT_BYTES] = '\0';
    const struct log_request worst = {.level = LOG_DEBUG,
                                      .unix_milliseconds = UINT64_C(253402300799999),
                                      .id = bad,
                                      .method = bad,
                                      .user_agent = bad,
                                      .trace_id = own,
                                      .route = own,
                                      .remote = own,
                                      .problem = own,
                                      .end = own,
                                      .status = UINT32_MAX,
                                      .bytes_in = UINT64_MAX,
                                      .bytes_out = UINT64_MAX,
                                      .microseconds = UINT64_MAX};
    char line[LOG_LINE_BYTES];
    ck_assert_uint_gt(log_line(LOG_JSON, &worst, line), 3000);
    ck_assert_uint_gt(log_line(LOG_TEXT, &worst, line), 2000);
}
END_TEST

START_TEST(levels_and_none)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++) {
        struct log log;
        log_open(&log, ends[1], LOG_AUTO, (enum log_level)level);
        ck_assert_int_eq(log.format, LOG_JSON); /* a pipe is no terminal */
        for (int line = LOG_ERROR; line <= LOG_DEBUG; line++) {
            ck_assert_int_eq(log_takes(&log, (enum log_level)line), line <= level);
        }
        log_close(&log);
    }
    struct log log;
    log_open(&log, ends[1], LOG_NONE, LOG_DEBUG);
    ck_assert(!log_takes(&log, LOG_ERROR));
    log_request(&log, &plain);
    ck_assert_uint_eq(log_dropped(&log), 0);
    log_close(&log);
    ck_assert_int_eq(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    char byte;
    ck_assert(read(ends[0], &byte, 1) < 0 && errno == EAGAIN);
    (void)close(ends[0]);
    (void)close(ends[1]);
}
END_TEST

/* What a note's line is, apart from its time. */
static void expect_note(enum log_format format, const char *before, const char *after)
{
    enum { TIME_BYTES = 24 };
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    struct log log;
    log_open(&log, ends[1], format, LOG_INFO);
    log_note(&log, LOG_DEBUG, "not taken");
    log_note(&log, LOG_INFO, "a \"note\"\n");
    log_close(&log);
    (void)close(ends[1]);
    char line[LOG_LINE_BYTES];
    ssize_t size = read(ends[0], line, sizeof line - 1);
    ck_assert_int_eq(size, (ssize_t)(strlen(before) + TIME_BYTES + strlen(after)));
    line[size] = '\0';
    ck_assert(strncmp(line, before, strlen(before)) == 0);
    ck_assert_str_eq(line + strlen(before) + TIME_BYTES, after);
    (void)close(ends[0]);
}

START_TEST(a_note_is_a_line)
{
    expect_note(LOG_JSON, "{\"time\":\"",
                "\",\"level\":\"info\",\"message\":\"a \\\"note\\\"\\u000a\"}\n");
    expect_note(LOG_TEXT, "", " info a \\\"note\\\"\\x0a\n");
}
END_TEST

enum { MANY = 20000 };

/* Fill the log's pipe or socket; no call waits (the test's time limit), what did not fit is
 * counted, and the lines that did are whole. */
static void fill(int reader, int writer, bool ask)
{
    struct log log;
    log_open(&log, writer, LOG_JSON, LOG_INFO);
    if (ask) { /* as where the pipe is another user's */
        if (log.is_own) {
            (void)close(log.file);
        }
        log.is_own = false;
        log.polls = true;
        log.file = writer;
    }
    for (int i = 0; i < MANY; i++) {
        log_request(&log, &plain);
    }
    uint64_t dropped = log_dropped(&log);
    ck_assert_uint_gt(dropped, 0);
    ck_assert_uint_lt(dropped, MANY);
    log_close(&log);
    (void)close(writer);
    FILE *lines = fdopen(reader, "r");
    ck_assert(lines != NULL);
    char line[LOG_LINE_BYTES], wanted[LOG_LINE_BYTES + 1];
    wanted[log_line(LOG_JSON, &plain, wanted)] = '\0';
    uint64_t written = 0;
    while (fgets(line, sizeof line, lines) != NULL) {
        ck_assert_str_eq(line, wanted);
        written++;
    }
    ck_assert_uint_eq(written + dropped, MANY);
    (void)fclose(lines);
}

START_TEST(a_full_pipe_is_not_waited_for)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    fill(ends[0], ends[1], _i == 1);
}
END_TEST

START_TEST(a_full_socket_is_not_waited_for)
{
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    fill(ends[0], ends[1], false);
}
END_TEST

START_TEST(the_flags_of_the_given_file_stay)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    struct log log;
    log_open(&log, ends[1], LOG_JSON, LOG_INFO);
    ck_assert_int_eq(fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0);
    ck_assert_int_ne(fcntl(log.file, F_GETFL) & O_NONBLOCK, 0);
    log_close(&log);
    ck_assert_int_eq(fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0);
    (void)close(ends[0]);
    (void)close(ends[1]);
}
END_TEST

START_TEST(a_reader_that_is_gone_is_counted)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    struct log log;
    log_open(&log, ends[1], LOG_JSON, LOG_INFO);
    (void)close(ends[0]);
    log_request(&log, &plain);
    log_request(&log, &plain);
    ck_assert_uint_eq(log_dropped(&log), 2);
    log_close(&log);
    (void)close(ends[1]);
    int full = open("/dev/full", O_WRONLY);
    ck_assert_int_ge(full, 0);
    log_open(&log, full, LOG_JSON, LOG_INFO);
    log_request(&log, &plain);
    ck_assert_uint_eq(log_dropped(&log), 1);
    log_close(&log);
    (void)close(full);
    log_open(&log, full, LOG_JSON, LOG_INFO); /* closed: its number may be reused */
    ck_assert(!log_takes(&log, LOG_ERROR));
    ck_assert_int_eq(log.file, -1);
    log_close(&log);
}
END_TEST

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    TCase *tcase = tcase_create("log");
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, a_line_holds_what_is_known);
    tcase_add_test(tcase, what_is_not_known_is_a_dash_or_left_out);
    tcase_add_test(tcase, no_byte_of_a_client_gets_through);
    tcase_add_test(tcase, the_worst_line_fits);
    tcase_add_test(tcase, levels_and_none);
    tcase_add_test(tcase, a_note_is_a_line);
    tcase_add_loop_test(tcase, a_full_pipe_is_not_waited_for, 0, 2);
    tcase_add_test(tcase, a_full_socket_is_not_waited_for);
    tcase_add_test(tcase, the_flags_of_the_given_file_stay);
    tcase_add_test(tcase, a_reader_that_is_gone_is_counted);
    return run_tests(tcase);
}
