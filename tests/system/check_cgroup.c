/* SPDX-License-Identifier: MIT */
/* check_cgroup.c, of src/system/cgroup.c: trees as the kernel shows them, in a folder of our
 * own. */
#include "system/cgroup.h"

#include "run_tests.h"

#include <check.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define V1     "memory.limit_in_bytes"
#define NO_V1  "9223372036854771712\n" /* what version 1 says where there is no limit */
#define LIST   "list"
#define MOUNT  "mount"
#define NOBODY UINT64_MAX

struct file {
    const char *path, *text;
};

static const struct {
    const char *name;
    const char *list; /* NULL: there is none */
    struct file files[6];
    uint64_t limit;
} trees[] = {
    {"no groups", NULL, {{"other", "1"}}, NOBODY},
    {"no list, version 2", NULL, {{"memory.max", "1000\n"}}, 1000},
    {"no list, version 1", NULL, {{"memory/" V1, "1000\n"}}, 1000},
    {"a container's root, version 2", "0::/\n", {{"memory.max", "67108864\n"}}, 67108864},
    {"a container's root, version 1",
     "2:cpu:/docker/ab\n1:memory:/docker/ab\n0::/\n", /* the host's names */
     {{"memory/" V1, "67108864\n"}},
     67108864},
    {"a unit",
     "0::/system.slice/nimsumd.service\n",
     {{"system.slice/nimsumd.service/memory.max", "1073741824\n"},
      {"system.slice/memory.max", "max\n"}},
     1073741824},
    {"a unit, version 1",
     "9:name=systemd:/system.slice/nimsumd.service\n4:memory:/system.slice/nimsumd.service\n",
     {{"memory/system.slice/nimsumd.service/" V1, "1073741824\n"},
      {"memory/system.slice/" V1, NO_V1},
      {"memory/" V1, NO_V1}},
     1073741824},
    {"its slice has less",
     "0::/a/b/c\n",
     {{"a/b/c/memory.max", "30\n"}, {"a/b/memory.max", "20\n"}, {"a/memory.max", "40\n"}},
     20},
    {"the first slice has less",
     "0::/a/b\n",
     {{"a/b/memory.max", "30\n"}, {"a/memory.max", "max\n"}, {"memory.max", "10\n"}},
     10},
    {"no limit at all", "0::/a\n", {{"a/memory.max", "max\n"}, {"memory.max", "max\n"}}, NOBODY},
    {"other groups' limits",
     "0::/a\n3:cpu,memory:/b\n2:memory:/d\n",
     {{"a/memory.max", "50\n"},
      {"ab/memory.max", "1\n"},
      {"b/memory.max", "2\n"},
      {"a/c/memory.max", "3\n"},
      {"memory/c/" V1, "4\n"}},
     50},
    {"both versions",
     "2:memory:/a\n0::/b\n",
     {{"memory/a/" V1, "70\n"}, {"b/memory.max", "60\n"}},
     60},
    {"a colon in the name", "0::/a:b\n", {{"a:b/memory.max", "5\n"}, {"a/memory.max", "1\n"}}, 5},
    {"out of the name space", "0::/../a\n", {{"a/memory.max", "1\n"}, {"memory.max", "9\n"}}, 9},
    {"what is no list", "memory\n::\n0:\n\n", {{"memory.max", "8\n"}}, 8},
    {"what is no number", "0::/a\n", {{"a/memory.max", ""}, {"memory.max", "-1\n"}}, NOBODY},
    {"no end of the line", "0::/a", {{"a/memory.max", "12"}}, 12},
};

static char root[] = "/tmp/check_cgroup.XXXXXX";

static void enter_folder(void)
{
    (void)snprintf(strrchr(root, '.'), sizeof ".XXXXXX", ".XXXXXX");
    ck_assert(mkdtemp(root) != NULL && chdir(root) == 0);
    ck_assert_int_eq(mkdir(MOUNT, 0700), 0);
}

static void leave_folder(void)
{
    char command[64];
    (void)snprintf(command, sizeof command, "rm -r %s", root);
    ck_assert(chdir("/") == 0 && system(command) == 0); /* NOLINT(cert-env33-c): ours alone */
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* The file, and the folders on its way. */
static void plant(const struct file *file)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, MOUNT "/%s", file->path);
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    write_file(path, file->text);
}

START_TEST(test_tree)
{
    for (size_t i = 0; i < COUNT_OF(trees[_i].files) && trees[_i].files[i].path != NULL; i++) {
        plant(&trees[_i].files[i]);
    }
    if (trees[_i].list != NULL) {
        write_file(LIST, trees[_i].list);
    }
    uint64_t limit = cgroup_memory(LIST, MOUNT);
    ck_assert_msg(limit == trees[_i].limit, "%s: %" PRIu64, trees[_i].name, limit);
}
END_TEST

/* Names longer than a path can be set no limit, and what stands above them still does. */
START_TEST(test_long_names)
{
    static char list[4 * PATH_MAX];
    plant(&(struct file){"a/memory.max", "7\n"});
    for (size_t size = PATH_MAX - 64; size < sizeof list - 16;
         size += size < PATH_MAX + 64 ? 1 : 999) {
        (void)snprintf(list, sizeof list, "0::/a/%0*d\n", (int)size, 0);
        write_file(LIST, list);
        ck_assert_uint_eq(cgroup_memory(LIST, MOUNT), 7);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("cgroup");
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    tcase_add_loop_test(tcase, test_tree, 0, (int)COUNT_OF(trees));
    tcase_add_test(tcase, test_long_names);
    return run_tests(tcase);
}
