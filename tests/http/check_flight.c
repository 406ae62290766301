/* SPDX-License-Identifier: MIT */
/* check_flight.c, of src/http/flight.c, src/system/clock.c: a stop waits for the requests in
 * flight, no longer than it may, and lets none begin afterwards. */
#include "http/flight.h"

#include "run_tests.h"

#include <check.h>
#include <time.h>

#include "system/clock.h"

static uint64_t from_now(uint64_t milliseconds)
{
    return clock_nanoseconds(CLOCK_MONOTONIC) + milliseconds * 1000000;
}

START_TEST(nothing_in_flight_is_not_waited_for)
{
    struct flight flight;
    flight_init(&flight);
    ck_assert(flight_wait(&flight, 0));
    ck_assert(flight_enter(&flight));
    flight_leave(&flight);
    ck_assert(flight_wait(&flight, 0));
    flight_destroy(&flight);
}
END_TEST

START_TEST(the_wait_ends_in_time)
{
    struct flight flight;
    flight_init(&flight);
    ck_assert(flight_enter(&flight) && flight_enter(&flight));
    flight_leave(&flight);
    uint64_t moment = from_now(100);
    ck_assert(!flight_wait(&flight, moment));
    ck_assert_uint_ge(clock_nanoseconds(CLOCK_MONOTONIC), moment);
    flight_destroy(&flight);
}
END_TEST

/* The one that came too late is counted all the same, so that its end is its end. */
START_TEST(none_begins_once_it_is_closed)
{
    struct flight flight;
    flight_init(&flight);
    ck_assert(flight_enter(&flight));
    flight_close(&flight);
    ck_assert(!flight_enter(&flight));
    flight_leave(&flight);
    ck_assert(!flight_wait(&flight, 0));
    flight_leave(&flight);
    ck_assert(flight_wait(&flight, 0));
    flight_destroy(&flight);
}
END_TEST

static void *leave_soon(void *cls)
{
    const struct timespec time = {.tv_nsec = 100 * 1000000};
    (void)nanosleep(&time, NULL);
    flight_leave(cls);
    return NULL;
}

START_TEST(who_leaves_last_ends_the_wait)
{
    struct flight flight;
    pthread_t threads[2];
    flight_init(&flight);
    for (int i = 0; i < 2; i++) {
        ck_assert(flight_enter(&flight));
        ck_assert_int_eq(pthread_create(&threads[i], NULL, leave_soon, &flight), 0);
    }
    ck_assert(flight_wait(&flight, from_now(20000)));
    for (int i = 0; i < 2; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    flight_destroy(&flight);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("flight");
    tcase_add_test(tcase, nothing_in_flight_is_not_waited_for);
    tcase_add_test(tcase, the_wait_ends_in_time);
    tcase_add_test(tcase, none_begins_once_it_is_closed);
    tcase_add_test(tcase, who_leaves_last_ends_the_wait);
    return run_tests(tcase);
}
