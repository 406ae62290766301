/* SPDX-License-Identifier: MIT */
/* check_epoll_batch.c, of src/http/epoll_batch.c: the epoll_wait that stands before libc's. */
#include "run_tests.h"

#include <check.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { FILES = 6 };

static int epoll, files[FILES];

/* Each file has an event, told once. */
static void setup(void)
{
    epoll = epoll_create1(0);
    ck_assert_int_ge(epoll, 0);
    for (int i = 0; i < FILES; i++) {
        files[i] = eventfd(1, 0);
        ck_assert_int_ge(files[i], 0);
        struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = files[i]};
        ck_assert_int_eq(epoll_ctl(epoll, EPOLL_CTL_ADD, files[i], &event), 0);
    }
}

static void teardown(void)
{
    for (int i = 0; i < FILES; i++) {
        (void)close(files[i]);
    }
    (void)close(epoll);
}

/* The loop asks again while its batch was filled: it never is, and no event is lost by that. */
START_TEST(a_batch_is_never_filled)
{
    struct epoll_event events[FILES];
    int seen = 0, got;
    while ((got = epoll_wait(epoll, events, 3, 1)) > 0) {
        ck_assert_int_lt(got, 3);
        seen += got;
    }
    ck_assert_int_eq(got, 0);
    ck_assert_int_eq(seen, FILES);
}
END_TEST

START_TEST(a_batch_of_one_is_allowed)
{
    struct epoll_event event;
    ck_assert_int_eq(epoll_wait(epoll, &event, 1, 1), 1);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("epoll batch");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_batch_is_never_filled);
    tcase_add_test(tcase, a_batch_of_one_is_allowed);
    return run_tests(tcase);
}
