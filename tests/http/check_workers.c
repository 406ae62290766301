/* SPDX-License-Identifier: MIT */
/* check_workers.c, of src/http/workers.c: in which order jobs run, who makes way for whom, and
 * that the end comes. */
#include "http/workers.h"

#include "run_tests.h"

#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>

enum { QUEUE_LENGTH = 4, MOST_JOBS = 16, SHORT = 100, LONG = WORKERS_LONG_MICROSECONDS };

/* A job that tells when it runs and waits for its gate, if it has one. */
struct task {
    struct job job;
    sem_t *gate;
    bool was_dropped;
};

static struct workers *workers;
static struct task tasks[MOST_JOBS];
static sem_t begun, gates[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct task *order[MOST_JOBS];
static unsigned ran;

static void setup(void)
{
    ran = 0;
    memset(tasks, 0, sizeof tasks);
    sem_init(&begun, 0, 0);
    sem_init(&gates[0], 0, 0);
    sem_init(&gates[1], 0, 0);
    workers = workers_start(2, QUEUE_LENGTH);
    ck_assert_ptr_nonnull(workers);
}

static void run(struct job *job)
{
    struct task *task = (struct task *)(void *)job;
    sem_t *gate = task->gate;
    task->was_dropped = job->is_dropped;
    pthread_mutex_lock(&lock);
    order[ran++] = task;
    pthread_mutex_unlock(&lock);
    sem_post(&begun);
    if (gate != NULL) {
        sem_wait(gate);
    }
}

static bool offer(int i, uint64_t microseconds, sem_t *gate)
{
    tasks[i].job.run = run;
    tasks[i].job.microseconds = microseconds;
    tasks[i].gate = gate;
    if (!workers_reserve(workers, microseconds)) {
        return false;
    }
    workers_publish(workers, &tasks[i].job);
    return true;
}

/* Both workers are busy: with task 0 until gates[0] opens, with task 1 until gates[1] does. */
static void occupy(uint64_t microseconds)
{
    for (int i = 0; i < 2; i++) {
        ck_assert(offer(i, i == 0 ? LONG : microseconds, &gates[i]));
        sem_wait(&begun);
    }
}

static void open_gates(void)
{
    sem_post(&gates[0]);
    sem_post(&gates[1]);
}

/* The tasks that ran after the first two, in order. */
static void expect_order(const int *expected, unsigned count)
{
    ck_assert_uint_eq(ran, count + 2);
    for (unsigned i = 0; i < count; i++) {
        ck_assert_int_eq(order[i + 2] - tasks, expected[i]);
    }
}

START_TEST(the_shorter_goes_first)
{
    occupy(SHORT);
    ck_assert(offer(2, 40 * SHORT, NULL) && offer(3, SHORT, NULL) && offer(4, 10 * SHORT, NULL) &&
              offer(5, SHORT, NULL));
    sem_post(&gates[1]);
    for (int i = 0; i < 4; i++) {
        sem_wait(&begun);
    }
    expect_order((const int[]){3, 5, 4, 2}, 4);
    sem_post(&gates[0]);
    workers_stop(workers);
}
END_TEST

START_TEST(who_waits_long_goes_next)
{
    static const struct timespec moment = {0, 50000000};
    static const struct timespec patience = {WORKERS_PATIENCE_MILLISECONDS / 1000, 100000000};
    occupy(SHORT);
    ck_assert(offer(2, 100 * SHORT, NULL));
    nanosleep(&moment, NULL);
    ck_assert(offer(3, 40 * SHORT, NULL));
    nanosleep(&patience, NULL);
    ck_assert(offer(4, SHORT, NULL));
    sem_post(&gates[1]);
    for (int i = 0; i < 3; i++) {
        sem_wait(&begun);
    }
    expect_order((const int[]){2, 3, 4}, 3);
    sem_post(&gates[0]);
    workers_stop(workers);
}
END_TEST

/* One long job runs; another one waits for it, though a worker is idle, and short ones go by. */
START_TEST(long_work_leaves_a_worker)
{
    ck_assert(offer(0, LONG, &gates[0]));
    sem_wait(&begun);
    ck_assert(offer(1, 4 * LONG, &gates[1]));
    for (int i = 2; i < 8; i++) {
        ck_assert(offer(i, LONG - 1, NULL));
        sem_wait(&begun);
        ck_assert_ptr_eq(order[i - 1], &tasks[i]);
    }
    sem_post(&gates[0]);
    sem_wait(&begun);
    ck_assert_ptr_eq(order[7], &tasks[1]);
    sem_post(&gates[1]);
    workers_stop(workers);
}
END_TEST

START_TEST(a_full_queue_makes_way_for_the_shorter)
{
    occupy(SHORT);
    for (int i = 2; i < 2 + QUEUE_LENGTH; i++) {
        ck_assert(offer(i, i == 3 ? 8 * LONG : 2 * LONG, NULL));
    }
    ck_assert(!offer(6, 8 * LONG, NULL));
    ck_assert(offer(6, SHORT, NULL)); /* in place of 3 */
    ck_assert(offer(7, SHORT, NULL)); /* of the newest of the others */
    open_gates();
    workers_stop(workers);
    ck_assert_uint_eq(ran, 8);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(tasks[i].was_dropped, i == 3 || i == 5);
    }
    ck_assert(order[2] == &tasks[3] || order[2] == &tasks[5]); /* dropped ones are told first */
}
END_TEST

START_TEST(who_is_not_needed_is_dropped)
{
    occupy(SHORT);
    for (int i = 2; i < 2 + QUEUE_LENGTH; i++) {
        ck_assert(offer(i, SHORT, NULL));
    }
    workers_drop(workers, &tasks[0].job); /* it runs: no effect */
    workers_drop(workers, &tasks[5].job);
    workers_drop(workers, &tasks[5].job);
    ck_assert(offer(6, SHORT, NULL)); /* its place is free */
    ck_assert(!offer(7, SHORT, NULL));
    open_gates();
    workers_stop(workers);
    ck_assert_uint_eq(ran, 7);
    ck_assert(tasks[5].was_dropped && !tasks[0].was_dropped && !tasks[2].was_dropped);
}
END_TEST

START_TEST(places_are_given_back)
{
    for (int i = 0; i < QUEUE_LENGTH; i++) {
        ck_assert(workers_reserve(workers, LONG));
    }
    ck_assert(!workers_reserve(workers, SHORT)); /* no job is there to make way */
    workers_release(workers);
    ck_assert(workers_reserve(workers, LONG));
    for (int i = 0; i < QUEUE_LENGTH; i++) {
        workers_release(workers);
    }
    workers_finish(workers);
    ck_assert(!workers_reserve(workers, SHORT));
    workers_stop(workers);
}
END_TEST

static void *finish(void *cls)
{
    workers_finish(cls);
    sem_post(&begun);
    return NULL;
}

/* Who waits for the end must not take the wake-up that is for a worker: one job after another, so
 * that each idle waiter is the oldest once. */
START_TEST(the_end_comes)
{
    static const struct timespec moment = {0, 2000000};
    pthread_t finisher;
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20;
    for (int i = 0; i < QUEUE_LENGTH; i++) {
        ck_assert(workers_reserve(workers, SHORT));
    }
    nanosleep(&moment, NULL);
    ck_assert_int_eq(pthread_create(&finisher, NULL, finish, workers), 0);
    for (int i = 0; i < QUEUE_LENGTH; i++) {
        nanosleep(&moment, NULL);
        tasks[i].job.run = run;
        workers_publish(workers, &tasks[i].job);
        ck_assert_int_eq(sem_timedwait(&begun, &until), 0); /* the job */
    }
    ck_assert_int_eq(sem_timedwait(&begun, &until), 0); /* the end */
    (void)pthread_join(finisher, NULL);
    workers_stop(workers);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("workers");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_shorter_goes_first);
    tcase_add_test(tcase, who_waits_long_goes_next);
    tcase_add_test(tcase, long_work_leaves_a_worker);
    tcase_add_test(tcase, a_full_queue_makes_way_for_the_shorter);
    tcase_add_test(tcase, who_is_not_needed_is_dropped);
    tcase_add_test(tcase, places_are_given_back);
    tcase_add_loop_test(tcase, the_end_comes, 0, 20);
    return run_tests(tcase);
}
