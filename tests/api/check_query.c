/* check_query.c: the first parameter of a query, decoded. */
#include "query.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define A63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct {
    const char *query, *name; /* name NULL: no parameter */
} queries[] = {
    {"", NULL},
    {"&", NULL},
    {"&&&", NULL},
    {"nums=1", "nums"},
    {"nums", "nums"},
    {"nums=", "nums"},
    {"&&nums=1&heaps=2", "nums"},
    {"nums&heaps", "nums"},
    {"=1", ""},
    {"=", ""},
    {"&=&a=b", ""},
    {"a=b=c", "a"},
    {"a+b=1", "a+b"},
    {"%6eums=1", "nums"},
    {"%6Eums=1", "nums"},
    {"a%3Db%26c=1", "a=b&c"},
    {"a%25%32%35=1", "a%25"}, /* decoded once */
    {"%", "%"},
    {"%4", "%4"},
    {"%4&1=2", "%4"},
    {"%zz=1", "%zz"},
    {"%4g=1", "%4g"},
    {"%g4=1", "%g4"},
    {"a%4=1", "a%4"},
    {"caf%C3%A9=1", "caf??"},
    {"%7f%20=1", "\x7f "},
    {A63 "b=1", A63 "b"},
    {A63 "bc=1", A63 "b"},
    {A63 "%62c=1", A63 "b"},
    {A63 "%6=1", A63 "%"},
};

START_TEST(test_query)
{
    /* In a heap block of exactly its size, so that a sanitizer sees a step beyond. */
    char *query = strdup(queries[_i].query);
    ck_assert(query != NULL);
    struct query_parameter parameter = {.name_size = 0};
    bool found = query_first(query, &parameter);
    const char *name = queries[_i].name;
    ck_assert_msg(found == (name != NULL), "%s: found %d", query, found);
    if (name != NULL) {
        ck_assert_msg(parameter.name_size == strlen(name) &&
                          memcmp(parameter.name, name, parameter.name_size) == 0,
                      "%s: %.*s", query, (int)parameter.name_size, parameter.name);
    }
    free(query);
}
END_TEST

/* A name with U+0000 in it has its size, not its text's length. */
START_TEST(test_nul)
{
    struct query_parameter parameter;
    ck_assert(query_first("a%00b=1", &parameter));
    ck_assert_uint_eq(parameter.name_size, 3);
    ck_assert_mem_eq(parameter.name, "a\0b", 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("query");
    TCase *tcase = tcase_create("first");
    tcase_add_loop_test(tcase, test_query, 0, (int)(sizeof queries / sizeof queries[0]));
    tcase_add_test(tcase, test_nul);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
