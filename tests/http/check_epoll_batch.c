/* check_epoll_batch.c: the epoll_wait that stands before libc's. */
#include <check.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 6, STEPS_AT_MOST = 8 };

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

/* Looks without time to wait may be left out, but not for long; one with time never is. */
START_TEST(events_are_seen_soon)
{
    struct epoll_event events[FILES + 1];
    for (int round = 0; round < 100; round++) {
        const uint64_t one = 1;
        int steps = 0, got = 0;
        ck_assert_int_eq(write(files[0], &one, sizeof one), sizeof one);
        for (; got == 0 && steps <= STEPS_AT_MOST; steps++) {
            got = epoll_wait(epoll, events, FILES + 1, 0);
        }
        ck_assert_int_gt(got, 0);
        ck_assert_int_le(steps, STEPS_AT_MOST);
        ck_assert_int_eq(write(files[1], &one, sizeof one), sizeof one);
        ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 1000), 1);
    }
}
END_TEST

/* Without events the time is waited out. */
START_TEST(silence_is_waited_for)
{
    struct epoll_event events[FILES + 1];
    ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 1000), FILES);
    struct timespec before, after;
    (void)clock_gettime(CLOCK_MONOTONIC, &before);
    ck_assert_int_eq(epoll_wait(epoll, events, FILES + 1, 20), 0);
    (void)clock_gettime(CLOCK_MONOTONIC, &after);
    ck_assert_int_ge((after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec,
                     19000000);
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
    tcase_add_test(tcase, silence_is_waited_for);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
