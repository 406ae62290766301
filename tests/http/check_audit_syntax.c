/* SPDX-License-Identifier: MIT */
/* check_audit_syntax.c, of src/http/audit_syntax.c: the grammars of a request's head, row by
 * row. */
#include "http/audit_syntax.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct row {
    const char *text;
    bool valid;
};

/* A copy in a heap block of exactly size bytes: a sanitizer sees a step beyond it. */
static char *exact_copy(const char *text, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert(copy != NULL);
    memcpy(copy, text, size);
    return copy;
}

static void judge(const struct row *row, bool (*is_valid)(const char *, size_t))
{
    size_t size = strlen(row->text);
    char *copy = exact_copy(row->text, size);
    bool valid = is_valid(copy, size);
    free(copy);
    ck_assert_msg(valid == row->valid, "\"%s\": %d", row->text, valid);
}

static void judge_text(const struct row *row, bool (*is_valid)(const char *))
{
    char *copy = exact_copy(row->text, strlen(row->text) + 1);
    bool valid = is_valid(copy);
    free(copy);
    ck_assert_msg(valid == row->valid, "\"%s\": %d", row->text, valid);
}

static const struct row digits[] = {
    {"0", true},    {"00", true},   {"18446744073709551616", true},
    {"9", true},    {"", false},    {"-1", false},
    {"+1", false},  {" 1", false},  {"1 ", false},
    {"1a", false},  {"/", false},   {":", false},
    {"1,1", false}, {"0x1", false}, {"\xD9\xA1", false}, /* an Arabic digit */
};

START_TEST(test_digits)
{
    judge(&digits[_i], audit_is_digits);
}
END_TEST

static const struct row tokens[] = {
    {"GET", true},
    {"x", true},
    {"Content-Type", true},
    {"!#$%&'*+-.^_`|~", true},
    {"0123456789", true},
    {"azAZ", true},
    {"", false},
    {" ", false},
    {"a b", false},
    {"a\t", false},
    {"Host ", false},
    {" Host", false},
    {"a:b", false},
    {"(a)", false},
    {"a,b", false},
    {"a/b", false},
    {"a;b", false},
    {"a<b>", false},
    {"a=b", false},
    {"a?b", false},
    {"a@b", false},
    {"[a]", false},
    {"a\\b", false},
    {"{a}", false},
    {"\"a\"", false},
    {"a\r", false},
    {"a\x7F", false},
    {"\xC3\xA9", false},
};

START_TEST(test_token)
{
    judge(&tokens[_i], audit_is_token);
}
END_TEST

/* Byte by byte: the characters that the RFCs name, counted. */
START_TEST(test_bytes)
{
    int tokens_valid = 0, hosts_valid = 0, targets_valid = 0;
    for (int byte = 1; byte < 256; byte++) {
        const char text[3] = {'/', (char)byte}, host[3] = {'a', (char)byte};
        tokens_valid += audit_is_token(text + 1, 1);
        hosts_valid += audit_is_host(host, 2);
        targets_valid += audit_is_target(text);
    }
    ck_assert_int_eq(tokens_valid, 62 + 15);
    ck_assert_int_eq(hosts_valid, 62 + 4 + 10 + 1);   /* sub-delims without ",", and ":" */
    ck_assert_int_eq(targets_valid, 62 + 4 + 11 + 6); /* ":@/?[]" */
    ck_assert(!audit_is_token("\0", 1) && !audit_is_host("a\0", 2));
}
END_TEST

/* Anything but the controls, HTAB excepted. */
static bool is_field_byte(int byte)
{
    return byte == '\t' || (byte >= ' ' && byte != 0x7F);
}

START_TEST(test_field_value)
{
    ck_assert(audit_is_field_value("", 0));
    for (int byte = 0; byte < 256; byte++) {
        char text[3] = {'a', (char)byte, 'b'};
        bool valid = is_field_byte(byte);
        ck_assert_msg(audit_is_field_value(text, 3) == valid, "byte %d", byte);
        ck_assert_msg(audit_is_field_value(text, 2) == valid, "byte %d at the end", byte);
        ck_assert(audit_is_field_value(text, 1));
    }
}
END_TEST

/* Longer values are looked through eight bytes at a time: every byte at every place, before each
 * kind of neighbour, in a block of exactly the value's size. */
START_TEST(test_long_field_value)
{
    enum { LONGEST = 27 };
    static const int neighbours[] = {0x00, '\t', 0x1F, ' ', 'a', 0x7E, 0x7F, 0x80, 0xFF};
    for (size_t size = 8; size <= LONGEST; size++) {
        char *text = malloc(size);
        ck_assert_ptr_nonnull(text);
        memset(text, 'a', size);
        ck_assert(audit_is_field_value(text, size));
        for (size_t at = 0; at < size; at++) {
            size_t next = (at + 1) % size;
            for (int i = 0; i < (int)COUNT_OF(neighbours) * 256; i++) {
                int byte = i % 256, neighbour = neighbours[i / 256];
                text[at] = (char)byte;
                text[next] = (char)neighbour;
                if (audit_is_field_value(text, size) !=
                    (is_field_byte(byte) && is_field_byte(neighbour))) {
                    ck_abort_msg("%d at %zu and %d behind it, of %zu", byte, at, neighbour, size);
                }
            }
            text[at] = text[next] = 'a';
        }
        free(text);
    }
}
END_TEST

static const struct row hosts[] = {
    /* names and IPv4 addresses */
    {"localhost", true},
    {"a", true},
    {"nim.example", true},
    {"nim.example.", true},
    {"XN--NXASMQ6B.example", true},
    {"a_b.example", true},
    {"127.0.0.1", true},
    {"1.2.3.4:80", true},
    {"%41", true},
    {"caf%C3%A9.example:1", true},
    {"a!$&'()*+;=~b", true},
    /* IP literals */
    {"[::1]", true},
    {"[::]", true},
    {"[::1]:8080", true},
    {"[2001:DB8::ff:0]:", true},
    {"[::ffff:1.2.3.4]:65535", true},
    {"[v1.a]", true},
    /* ports */
    {"localhost:", true},
    {"localhost:8080", true},
    {"localhost:99999", true},
    {"localhost:0x50", false},
    {"localhost:-1", false},
    {"localhost:80:80", false},
    {"localhost: 80", false},
    {"localhost:80 ", false},
    {":80", false},
    {":", false},
    /* what is none */
    {"", false},
    {" ", false},
    {" a", false},
    {"a ", false},
    {"a b", false},
    {"a\t", false},
    {"a,b", false},
    {"a, b", false},
    {"a:80, b:80", false},
    {"user@a", false},
    {"user:pass@a", false},
    {"@", false},
    {"a/", false},
    {"a/b", false},
    {"a?b", false},
    {"a#b", false},
    {"a\\b", false},
    {"http://a", false},
    {"\"a\"", false},
    {"<a>", false},
    {"\xC3\xA9", false},
    {"%", false},
    {"%4", false},
    {"a%4", false},
    {"%4g", false},
    {"%g4", false},
    {"[]", false},
    {"[:]", false},
    {"[", false},
    {"[::1", false},
    {"::1", false},
    {"]", false},
    {"[::1]a", false},
    {"[::1]:a", false},
    {"[::1][::1]", false},
    {"a[::1]", false},
    {"[[::1]]", false},
    {"[fe80::1%25eth0]", false},
    {"[::g]", false},
    {"[a b]", false},
};

START_TEST(test_host)
{
    judge(&hosts[_i], audit_is_host);
}
END_TEST

static const struct row targets[] = {
    {"/", true},
    {"*", true},
    {"/xor-game", true},
    {"/xor-game?nums=1,2,3&x=%20", true},
    {"/?", true},
    {"/??a=/?", true},
    {"http://a:80/b?c", true},
    {"/a-._~!$&'()*+,;=:@", true},
    {"/%41%7e%FF", true},
    {"/%01", true},
    {"", false},
    {"/ ", false},
    {"/a b", false},
    {"/\t", false},
    {"/\x01", false},
    {"/\x7F", false},
    {"/\xC3\xA9", false},
    {"/#", false},
    {"/\"", false},
    {"/<", false},
    {"/>", false},
    {"/\\", false},
    {"/^", false},
    {"/`", false},
    {"/{", false},
    {"/|", false},
    {"/}", false},
    {"/%", false},
    {"/%4", false},
    {"/%4g", false},
    {"/%g4", false},
    {"/%%41", false},
    {"/%00", false},
    {"/a%00b", false},
    {"/?a=%00", false},
    {"/%2500", true}, /* decoded once */
    {"/%0", false},
    {"/%0a%0d", true},
};

START_TEST(test_target)
{
    judge_text(&targets[_i], audit_is_target);
}
END_TEST

static const struct row codings[] = {
    {"gzip, chunked", true},
    {"gzip,chunked", true},
    {"gzip ,\tchunked", true},
    {"gzip, CHUNKED", true},
    {"gzip, deflate, Chunked", true},
    {", chunked", true},
    {"chunked, chunked", true},
    {"chunked", false}, /* alone it is no list */
    {"", false},
    {"gzip", false},
    {"xchunked", false},
    {"gzip, xchunked", false},
    {"gzip;chunked", false},
    {"\"chunked", false},
    {"chunked, gzip", false},
    {"gzip, chunked;q=1", false},
    {"gzip, chunke", false},
    {"gzip, chunkedx", false},
    {"gzip, chunked,", false},
};

START_TEST(test_ends_with_chunked)
{
    judge_text(&codings[_i], audit_ends_with_chunked);
}
END_TEST

/* 128 and 129 characters. */
#define EIGHT "01234567"
#define LONG_ID                                                                                    \
    EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT

static const struct row ids[] = {
    {"a", true},      {"A-z_0.9", true}, {LONG_ID, true}, {"", false},    {LONG_ID "8", false},
    {"a b", false},   {" a", false},     {"a:b", false},  {"a\"", false}, {"a/b", false},
    {"a\x80", false}, {"a\n", false},    {"a%20", false}, {"{a}", false},
};

START_TEST(test_request_id)
{
    judge_text(&ids[_i], audit_is_request_id);
}
END_TEST

#define TRACE  "4bf92f3577b34da6a3ce929d0e0e4736"
#define PARENT "00f067aa0ba902b7"
#define ZEROS  "0000000000000000"

static const struct row traces[] = {
    {"00-" TRACE "-" PARENT "-01", true},
    {"00-" TRACE "-" PARENT "-00", true},
    {"00-" TRACE "-" PARENT "-ff", true},
    {"01-" TRACE "-" PARENT "-01", true}, /* later versions may go on */
    {"cc-" TRACE "-" PARENT "-01-more", true},
    {"cc-" TRACE "-" PARENT "-01.more", false},
    {"00-" TRACE "-" PARENT "-01-more", false},
    {"00-" TRACE "-" PARENT "-01-", false},
    {"ff-" TRACE "-" PARENT "-01", false}, /* no version */
    {"0-" TRACE "-" PARENT "-01", false},
    {"00-" ZEROS ZEROS "-" PARENT "-01", false},
    {"00-" TRACE "-" ZEROS "-01", false},
    {"00-4BF92F3577B34DA6A3CE929D0E0E4736-" PARENT "-01", false},
    {"00-" TRACE "-00F067AA0BA902B7-01", false},
    {"00-" TRACE "0-" PARENT "-01", false},
    {"00-4bf92f3577b34da6a3ce929d0e0e473-" PARENT "-01", false},
    {"00-4bf92f3577b34da6a3ce929d0e0e473g-" PARENT "-01", false},
    {"00_" TRACE "-" PARENT "-01", false},
    {"00-" TRACE "_" PARENT "-01", false},
    {"00-" TRACE "-" PARENT "_01", false},
    {"00-" TRACE "-" PARENT "-0", false},
    {"00-" TRACE "-" PARENT "-", false},
    {"00-" TRACE "-" PARENT, false},
    {"00-" TRACE, false},
    {"00-", false},
    {"00", false},
    {"0", false},
    {"", false},
    {" 00-" TRACE "-" PARENT "-01", false},
    {"00-" TRACE "-" PARENT "-01 ", false},
};

static bool is_trace(const char *text)
{
    const char *id = audit_trace_id(text);
    return id != NULL && memcmp(id, TRACE, sizeof TRACE - 1) == 0;
}

START_TEST(test_trace_id)
{
    judge_text(&traces[_i], is_trace);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("grammars");
    tcase_add_loop_test(tcase, test_digits, 0, (int)COUNT_OF(digits));
    tcase_add_loop_test(tcase, test_token, 0, (int)COUNT_OF(tokens));
    tcase_add_test(tcase, test_bytes);
    tcase_add_test(tcase, test_field_value);
    tcase_add_test(tcase, test_long_field_value);
    tcase_add_loop_test(tcase, test_host, 0, (int)COUNT_OF(hosts));
    tcase_add_loop_test(tcase, test_target, 0, (int)COUNT_OF(targets));
    tcase_add_loop_test(tcase, test_ends_with_chunked, 0, (int)COUNT_OF(codings));
    tcase_add_loop_test(tcase, test_request_id, 0, (int)COUNT_OF(ids));
    tcase_add_loop_test(tcase, test_trace_id, 0, (int)COUNT_OF(traces));
    return run_tests(tcase);
}
