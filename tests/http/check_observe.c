/* SPDX-License-Identifier: MIT */
/* check_observe.c, of src/http/observe.c: ids, addresses, and what is kept of a request's head.
 */
#include "http/observe.h"

#include "run_tests.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <string.h>

static struct api api;
static struct observe_ids ids;
static const struct observer observer = {.api = &api, .ids = &ids};

START_TEST(ids_are_different_and_hexadecimal)
{
    char one[OBSERVE_ID_BYTES + 1], two[OBSERVE_ID_BYTES + 1];
    observe_ids_start(&ids);
    observe_make_id(&ids, one);
    observe_make_id(&ids, two);
    ck_assert_uint_eq(strlen(one), 32);
    ck_assert_uint_eq(strspn(one, "0123456789abcdef"), 32);
    ck_assert_str_ne(one, two);
    ck_assert_int_eq(strncmp(one, two, 16), 0); /* of one process */
}
END_TEST

START_TEST(addresses_are_told_without_ports)
{
    char remote[OBSERVE_REMOTE_BYTES];
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(99)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    ck_assert_int_eq(inet_pton(AF_INET, "192.0.2.7", &four.sin_addr), 1);
    ck_assert_int_eq(inet_pton(AF_INET6, "2001:db8::1", &six.sin6_addr), 1);
    observe_remote((struct sockaddr *)(void *)&four, remote);
    ck_assert_str_eq(remote, "192.0.2.7");
    observe_remote((struct sockaddr *)(void *)&six, remote);
    ck_assert_str_eq(remote, "2001:db8::1");
    observe_remote(NULL, remote);
    ck_assert_str_eq(remote, "unix");
}
END_TEST

/* A client's own id is kept where it is well-formed; long texts are cut, not trusted. */
START_TEST(heads_are_copied)
{
    static const struct {
        const char *sent;
        bool is_kept;
    } rows[] = {{"abc-1", true}, {"a b", false}, {"", false}, {NULL, false}};
    char agent[2 * OBSERVE_AGENT_BYTES];
    memset(agent, 'a', sizeof agent - 1);
    agent[sizeof agent - 1] = '\0';
    observe_ids_start(&ids);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct observation seen;
        memset(&seen, 'x', sizeof seen);
        const struct api_head head = {.request_id = rows[i].sent, .user_agent = agent};
        observe_begin(&observer, &seen, "A-METHOD-THAT-IS-VERY-LONG", &head);
        ck_assert_int_eq(rows[i].sent != NULL && strcmp(seen.id, rows[i].sent) == 0,
                         rows[i].is_kept);
        ck_assert_uint_gt(strlen(seen.id), 0);
        ck_assert_uint_eq(strlen(seen.method), OBSERVE_METHOD_BYTES);
        ck_assert_uint_eq(strlen(seen.user_agent), OBSERVE_AGENT_BYTES);
        ck_assert_str_eq(seen.trace_id, "");
        ck_assert_uint_eq(seen.status, 0);
    }
}
END_TEST

START_TEST(a_head_reply_has_no_bytes)
{
    static const char *const methods[] = {"GET", "HEAD"};
    observe_ids_start(&ids);
    for (int i = 0; i < 2; i++) {
        struct observation seen;
        const struct api_head head = {.request_id = NULL};
        const struct api_reply reply = {.status = 200, .body = "12345", .body_size = 5};
        observe_begin(&observer, &seen, methods[i], &head);
        observe_reply(&seen, &reply);
        ck_assert_uint_eq(seen.status, 200);
        ck_assert_uint_eq(seen.bytes_out, i == 0 ? 5 : 0);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("observe");
    tcase_add_test(tcase, ids_are_different_and_hexadecimal);
    tcase_add_test(tcase, addresses_are_told_without_ports);
    tcase_add_test(tcase, heads_are_copied);
    tcase_add_test(tcase, a_head_reply_has_no_bytes);
    return run_tests(tcase);
}
