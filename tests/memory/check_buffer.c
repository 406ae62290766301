/* SPDX-License-Identifier: MIT */
/* check_buffer.c, of src/memory/buffer.c: growth from malloc to mapping and beyond, the maximum,
 * and what a refusal leaves. */
#include "memory/buffer.h"

#include "run_tests.h"
#include "seed.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MIB = 1024 * 1024 };

static struct budget budget;
static struct account account;

static void start(size_t limit_bytes)
{
    budget_free(&budget); /* of the test before; at first it is all zeros */
    budget_init(&budget, limit_bytes);
    account = (struct account){.budget = &budget};
}

static void setup(void)
{
    start((size_t)64 * MIB);
}

/* Byte i of every test's content. */
static char content(size_t i)
{
    return (char)(i * 131 + i / 251);
}

static bool append_content(struct buffer *buffer, size_t size)
{
    char *bytes = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = content(buffer->size + i);
    }
    bool done = buffer_append(buffer, bytes, size);
    free(bytes);
    return done;
}

static void assert_content(const struct buffer *buffer, size_t size)
{
    size_t right = 0;
    while (right < buffer->size && buffer->data[right] == content(right)) {
        right++;
    }
    ck_assert_uint_eq(buffer->size, size);
    ck_assert_uint_eq(right, size);
}

static void assert_charged(const struct buffer *buffer)
{
    ck_assert_uint_eq(account.held_bytes, buffer->capacity);
    ck_assert_uint_eq(budget.used_bytes, buffer->capacity);
    ck_assert_uint_le(buffer->size, buffer->capacity);
    ck_assert_uint_le(buffer->capacity, buffer->maximum);
}

static void assert_given_back(struct buffer *buffer)
{
    buffer_free(buffer);
    ck_assert_ptr_null(buffer->data);
    ck_assert_uint_eq(buffer->size, 0);
    ck_assert_uint_eq(buffer->capacity, 0);
    ck_assert_uint_eq(account.held_bytes, 0);
    ck_assert_uint_eq(budget.used_bytes, 0);
}

START_TEST(an_empty_buffer_allocates_nothing)
{
    struct buffer buffer;
    buffer_init(&buffer, &account, MIB);
    ck_assert_ptr_null(buffer.data);
    ck_assert(buffer_reserve(&buffer, 0));
    ck_assert(buffer_append(&buffer, NULL, 0));
    ck_assert_ptr_null(buffer.data);
    ck_assert_uint_eq(account.held_bytes, 0);
    assert_given_back(&buffer);
}
END_TEST

/* From the first bytes over malloc and the mapping to several steps of it: nothing is lost, and
 * once mapped nothing moves. */
START_TEST(growth_keeps_the_content)
{
    static const size_t pieces[] = {61, 1000, 4096, 70001, 3 * MIB};
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct buffer buffer;
        buffer_init(&buffer, &account, (size_t)32 * MIB);
        size_t wanted = pieces[i] < 4096 ? 200000 : (size_t)9 * MIB;
        const char *mapped = NULL;
        while (buffer.size < wanted) {
            ck_assert(append_content(&buffer, pieces[i]));
            assert_charged(&buffer);
            ck_assert_int_eq(buffer.range.reserved != 0, buffer.capacity >= BUFFER_MAP_BYTES);
            ck_assert(mapped == NULL || mapped == buffer.data);
            mapped = buffer.range.reserved != 0 ? buffer.data : NULL;
        }
        ck_assert_ptr_nonnull(mapped);
        assert_content(&buffer, (wanted + pieces[i] - 1) / pieces[i] * pieces[i]);
        assert_given_back(&buffer);
        ck_assert(append_content(&buffer, 10)); /* usable again */
        assert_content(&buffer, 10);
        assert_given_back(&buffer);
    }
}
END_TEST

START_TEST(reserved_room_is_charged_and_writable)
{
    static const size_t sizes[] = {1,
                                   511,
                                   512,
                                   513,
                                   BUFFER_MAP_BYTES - 1,
                                   BUFFER_MAP_BYTES,
                                   BUFFER_MAP_BYTES + 1,
                                   2 * MIB,
                                   2 * MIB + 1,
                                   5 * MIB};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct buffer buffer;
        buffer_init(&buffer, &account, (size_t)8 * MIB);
        ck_assert(buffer_reserve(&buffer, sizes[i]));
        ck_assert_uint_eq(buffer.size, 0);
        ck_assert_uint_ge(buffer.capacity, sizes[i]);
        memset(buffer.data, 'x', buffer.capacity);
        assert_charged(&buffer);
        assert_given_back(&buffer);
    }
}
END_TEST

/* Trimmed, it is charged for what it holds, and grows again. */
START_TEST(what_is_beyond_is_given_back)
{
    static const size_t sizes[] = {0, 1, 1000, BUFFER_MAP_BYTES - 1, BUFFER_MAP_BYTES, 5 * MIB + 1};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct buffer buffer;
        buffer_init(&buffer, &account, (size_t)32 * MIB);
        ck_assert(append_content(&buffer, sizes[i]));
        buffer_trim(&buffer);
        ck_assert_uint_eq(buffer.capacity, sizes[i]);
        ck_assert_uint_le(buffer.range.reserved, mapping_steps(sizes[i]));
        assert_charged(&buffer);
        ck_assert(append_content(&buffer, (size_t)3 * MIB));
        assert_content(&buffer, sizes[i] + (size_t)3 * MIB);
        assert_charged(&buffer);
        assert_given_back(&buffer);
    }
}
END_TEST

START_TEST(the_maximum_is_reached_and_never_passed)
{
    static const size_t maxima[] = {
        0,      1,           511,    513, 100000, BUFFER_MAP_BYTES - 1, BUFFER_MAP_BYTES,
        200001, 3 * MIB + 7, 4 * MIB};
    for (size_t i = 0; i < COUNT_OF(maxima); i++) {
        struct buffer buffer;
        buffer_init(&buffer, &account, maxima[i]);
        ck_assert(append_content(&buffer, maxima[i] / 3));
        ck_assert(append_content(&buffer, maxima[i] - maxima[i] / 3));
        assert_charged(&buffer);
        ck_assert_uint_eq(buffer.capacity, maxima[i]);
        ck_assert(!buffer.over_maximum);
        ck_assert(!append_content(&buffer, 1));
        ck_assert(buffer.over_maximum);
        ck_assert_int_eq(account.refusal, BUDGET_OK); /* not the account's doing */
        ck_assert(!buffer_reserve(&buffer, SIZE_MAX));
        assert_content(&buffer, maxima[i]);
        assert_given_back(&buffer);
    }
}
END_TEST

/* The account refuses at any size: the buffer stays as it was, and goes on once there is room. */
START_TEST(a_refusal_leaves_the_buffer_as_it_was)
{
    for (size_t limit = 512; limit <= (size_t)16 * MIB; limit *= 2) {
        start(limit);
        struct buffer buffer;
        buffer_init(&buffer, &account, (size_t)64 * MIB);
        while (append_content(&buffer, limit / 60 + 1)) {
            assert_charged(&buffer);
        }
        struct buffer before = buffer;
        ck_assert_int_eq(account.refusal, BUDGET_TOO_LARGE);
        ck_assert(!append_content(&buffer, limit));
        ck_assert_mem_eq(&before, &buffer, sizeof buffer);
        ck_assert(!buffer.over_maximum);
        assert_charged(&buffer);
        assert_content(&buffer, before.size);
        budget.limit_bytes = (size_t)64 * MIB;
        ck_assert(append_content(&buffer, 500));
        assert_content(&buffer, before.size + 500);
        assert_given_back(&buffer);
    }
}
END_TEST

/* A buffer that found no address range for its whole maximum still grows: by moving. */
START_TEST(a_small_reservation_grows_too)
{
    struct buffer buffer;
    buffer_init(&buffer, &account, SIZE_MAX / 4); /* no system has so much */
    for (size_t size = 0; size < (size_t)9 * MIB; size += 300000) {
        ck_assert(append_content(&buffer, 300000));
        assert_charged(&buffer);
    }
    ck_assert_uint_lt(buffer.range.reserved, SIZE_MAX / 4);
    assert_content(&buffer, buffer.size);
    assert_given_back(&buffer);
}
END_TEST

/* Sizes near the end of size_t neither wrap nor are taken. */
START_TEST(a_size_that_nothing_has)
{
    start(SIZE_MAX);
    struct buffer buffer;
    buffer_init(&buffer, &account, SIZE_MAX);
    ck_assert(append_content(&buffer, 100));
    for (size_t less = 100; less < (size_t)4 * MIB; less += less) {
        ck_assert(!buffer_reserve(&buffer, SIZE_MAX - less) && !buffer.over_maximum);
        assert_charged(&buffer);
    }
    assert_content(&buffer, 100);
    assert_given_back(&buffer);
}
END_TEST

START_TEST(random_growth)
{
    struct seed seed = seed_start("check_buffer");
    for (int round = 0; round < 200; round++) {
        struct buffer buffer;
        size_t maximum = 1 + seed_below(&seed, (uint64_t)1 << (8 + seed_below(&seed, 15)));
        start(1 + seed_below(&seed, (size_t)8 * MIB));
        buffer_init(&buffer, &account, maximum);
        size_t size = 0;
        for (int i = 0; i < 20; i++) {
            size_t more = seed_below(&seed, (uint64_t)1 << seed_below(&seed, 20));
            bool fits = more <= maximum - size;
            bool done = append_content(&buffer, more);
            ck_assert(!done || fits);
            ck_assert(done || !fits || account.refusal != BUDGET_OK);
            size += done ? more : 0;
            assert_charged(&buffer);
        }
        assert_content(&buffer, size);
        assert_given_back(&buffer);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("buffer");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, an_empty_buffer_allocates_nothing);
    tcase_add_test(tcase, growth_keeps_the_content);
    tcase_add_test(tcase, reserved_room_is_charged_and_writable);
    tcase_add_test(tcase, what_is_beyond_is_given_back);
    tcase_add_test(tcase, the_maximum_is_reached_and_never_passed);
    tcase_add_test(tcase, a_refusal_leaves_the_buffer_as_it_was);
    tcase_add_test(tcase, a_small_reservation_grows_too);
    tcase_add_test(tcase, a_size_that_nothing_has);
    tcase_add_test(tcase, random_growth);
    return run_tests(tcase);
}
