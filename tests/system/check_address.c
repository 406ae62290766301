/* SPDX-License-Identifier: MIT */
/* check_address.c, of src/system/address.c: the forms of an address, and what is none. */
#include "system/address.h"

#include "run_tests.h"

#include <check.h>
#include <string.h>

static const struct {
    const char *text;
    enum address_kind kind;
    const char *host, *port;
} good[] = {
    {"127.0.0.1:8080", ADDRESS_TCP, "127.0.0.1", "8080"},
    {"[::1]:0", ADDRESS_TCP, "::1", "0"},
    {"localhost:65535", ADDRESS_TCP, "localhost", "65535"},
    {"unix:/run/nimsum.sock", ADDRESS_UNIX, "/run/nimsum.sock", ""},
    {"systemd", ADDRESS_INHERITED, NULL, ""},
};

START_TEST(forms_are_read)
{
    struct address address;
    ck_assert(address_read(&address, good[_i].text));
    ck_assert_int_eq(address.kind, good[_i].kind);
    if (good[_i].host != NULL) {
        ck_assert_str_eq(address.host, good[_i].host);
    }
    ck_assert_str_eq(address.port, good[_i].port);
}
END_TEST

static const char *const bad[] = {"",       "127.0.0.1", ":",       "host:65536", "host:x",
                                  "[::1:0", "unix:",     "host:-1", "host:"};

START_TEST(others_are_refused)
{
    struct address address;
    ck_assert_msg(!address_read(&address, bad[_i]), "\"%s\" was taken", bad[_i]);
}
END_TEST

START_TEST(paths_have_a_size)
{
    struct sockaddr_un name;
    char path[sizeof name.sun_path + 1];
    memset(path, 'p', sizeof path - 1);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    ck_assert_uint_eq(address_of_path(&name, path), 0);
    path[sizeof path - 2] = '\0'; /* the longest with its end */
    ck_assert_uint_gt(address_of_path(&name, path), strlen(path));
    ck_assert_str_eq(name.sun_path, path);
    ck_assert_uint_gt(address_of_path(&name, "@name"), 0);
    ck_assert_int_eq(name.sun_path[0], '\0'); /* an abstract one */
    ck_assert_int_eq(strncmp(name.sun_path + 1, "name", 4), 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("address");
    tcase_add_loop_test(tcase, forms_are_read, 0, (int)COUNT_OF(good));
    tcase_add_loop_test(tcase, others_are_refused, 0, (int)COUNT_OF(bad));
    tcase_add_test(tcase, paths_have_a_size);
    return run_tests(tcase);
}
