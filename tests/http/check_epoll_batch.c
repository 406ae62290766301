/* SPDX-License-Identifier: MIT */
/* check_epoll_batch.c: the epoll_wait that stands before libc's. */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 6, LOOK_NANOSECONDS = 100000 };

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

static int64_t nanoseconds(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Looks without time to wait may be left out, but not for long; one with time never is. */
START_TEST(events_are_seen_soon)
{
    struct epoll_event events[FILES + 1];
    for (int round = 0; round < 100; round++) {
        const uint64_t one = 1;
        int got = 0;
        ck_assert_int_eq(write(files[0], &one, sizeof one), sizeof one);
        int64_t asked = 0, began = nanoseconds();
        while (got == 0 && asked - began <= LOOK_NANOSECONDS) {
            asked = nanoseconds();
            got = epoll_wait(epoll, events, FILES + 1, 0);
        }
        ck_assert_int_gt(got, 0);
        ck_assert_int_eq(write(files[1], &one, sizeof one), sizeof one);
        ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 1000), 1);
    }
}
END_TEST

/* A look right after another is left out. */
START_TEST(looks_are_left_out)
{
    struct epoll_event events[FILES + 1];
    const uint64_t one = 1;
    int looked = 0;
    ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 1000), FILES);
    for (int round = 0; round < 100; round++) {
        ck_assert_int_eq(write(files[0], &one, sizeof one), sizeof one);
        int64_t began = nanoseconds();
        while (epoll_wait(epoll, events, FILES + 1, 0) == 0) {
            began = nanoseconds();
        }
        ck_assert_int_eq(write(files[0], &one, sizeof one), sizeof one);
        int got = epoll_wait(epoll, events, FILES + 1, 0);
        if (nanoseconds() - began < LOOK_NANOSECONDS) {
            ck_assert_int_eq(got, 0);
            looked++;
        }
        ck_assert_int_eq(got > 0 ? got : epoll_wait(epoll, events, FILES + 1, 1000), 1);
    }
    printf("check_epoll_batch: %d of 100 rounds were quick enough to tell\n", looked);
}
END_TEST

/* Without events the time is waited out. */
START_TEST(silence_is_waited_for)
{
    struct epoll_event events[FILES + 1];
    ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 1000), FILES);
    int64_t began = nanoseconds();
    ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 20), 0);
    ck_assert_int_ge(nanoseconds() - began, 19000000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("epoll batch");
    TCase *tcase = tcase_create("epoll batch");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_batch_is_never_filled);
    tcase_add_test(tcase, a_batch_of_one_is_allowed);
    tcase_add_test(tcase, events_are_seen_soon);
    tcase_add_test(tcase, looks_are_left_out);
    tcase_add_test(tcase, silence_is_waited_for);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
