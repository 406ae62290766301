/* SPDX-License-Identifier: MIT */
/* check_late_reply.c, of src/http/late_reply.c: its literal problem is the row of the table, and
 * what is sent is one whole reply. */
#include "http/late_reply.h"

#include "run_tests.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/server_internal.h"
#include "problem.h"

enum { REPLY_BYTES = 4096 };

/* The reply with that id to a connection of the service that allows an origin (NULL: none), as text;
 * returns its body. */
static const char *sent(char reply[REPLY_BYTES], const char *id, const char *allowed)
{
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    struct api api = {.cors_origin = allowed};
    struct server *server = calloc(1, sizeof *server);
    ck_assert_ptr_nonnull(server);
    server->api = &api;
    const struct connection c = {.server = server, .socket = ends[0]};
    late_reply_send(&c, id);
    ssize_t size = recv(ends[1], reply, REPLY_BYTES - 1, MSG_DONTWAIT);
    ck_assert_int_gt(size, 0);
    reply[size] = '\0';
    (void)close(ends[0]);
    (void)close(ends[1]);
    free(server);
    const char *end = strstr(reply, "\r\n\r\n");
    ck_assert_ptr_nonnull(end);
    return end + 4;
}

static const char *text_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    ck_assert_msg(text != NULL, "there is no %s", name);
    return text;
}

START_TEST(the_problem_is_its_row)
{
    const struct problem_kind *kind = problem_kind(PROBLEM_REQUEST_TIMEOUT);
    char reply[REPLY_BYTES], type[64], status[32];
    cJSON *told = cJSON_Parse(sent(reply, "an-id.7", NULL));
    (void)snprintf(type, sizeof type, "/problems/%s", kind->code);
    (void)snprintf(status, sizeof status, "HTTP/1.1 %d ", (int)kind->status);
    ck_assert_str_eq(text_of(told, "type"), type);
    ck_assert_str_eq(text_of(told, "title"), kind->title);
    ck_assert_str_eq(text_of(told, "code"), kind->code);
    ck_assert_str_eq(text_of(told, "request_id"), "an-id.7");
    ck_assert_str_ne(text_of(told, "detail"), "");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(told, "status");
    ck_assert(cJSON_IsNumber(number) && number->valuedouble == kind->status);
    ck_assert_int_eq(cJSON_GetArraySize(told), 6);
    ck_assert_int_eq(strncmp(reply, status, strlen(status)), 0);
    cJSON_Delete(told);
}
END_TEST

/* Its length is told right also where its id is the longest and the fields of CORS stand in it. */
START_TEST(the_reply_is_whole)
{
    char reply[REPLY_BYTES], id[OBSERVE_ID_BYTES], length[64];
    memset(id, 'x', sizeof id - 1);
    id[sizeof id - 1] = '\0';
    const char *allowed = _i == 0 ? NULL : "https://app.example";
    const char *body = sent(reply, id, allowed);
    (void)snprintf(length, sizeof length, "\r\nContent-Length: %zu\r\n", strlen(body));
    ck_assert_ptr_nonnull(strstr(reply, length));
    ck_assert_ptr_nonnull(strstr(reply, "\r\nConnection: close\r\n"));
    ck_assert_int_eq(body[strlen(body) - 1], '\n');
    const char *field = strstr(reply, "\r\nAccess-Control-Allow-Origin: https://app.example\r\n");
    ck_assert_int_eq(field != NULL, allowed != NULL);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("late reply");
    tcase_add_test(tcase, the_problem_is_its_row);
    tcase_add_loop_test(tcase, the_reply_is_whole, 0, 2);
    return run_tests(tcase);
}
