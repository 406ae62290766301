/* SPDX-License-Identifier: MIT */
/* check_arrays.c, of src/arrays/arrays.c, src/arrays/array.c, src/arrays/file_reader.c,
 * src/arrays/folder.c, src/arrays/locate.c, src/arrays/read_file.c, src/arrays/table.c,
 * src/arrays/text_heaps.c: folders of files, good and bad, at the start and at a reload. */
#include "folder_fixture.h"
#include "run_tests.h"

#include <check.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 10 << 20 };

/* xxhsum -H2 of 1, 2, 2 and of 2^63-1, 0 as 64-bit little-endian. */
#define VERSION_1_2_2 "04a638c5599c4f3857315981eae78c35"
#define VERSION_WIDE  "1ee1c78c3b47e4c448b8b7ba063cb2a9"

static struct arrays *open_arrays(struct folder_fixture *f)
{
    struct arrays *arrays = arrays_open(f->path, MOST_BYTES, &f->report);
    if (arrays != NULL) {
        ck_assert(arrays_start(arrays, &f->report));
    }
    return arrays;
}

/* The present version of an array, "" where there is none. */
static const char *version_of(struct arrays *arrays, const char *name,
                              char out[ARRAY_VERSION_BYTES + 1])
{
    const struct snapshot *snapshot = arrays_take(arrays);
    const struct array *array = snapshot_find(snapshot, name, strlen(name));
    (void)snprintf(out, ARRAY_VERSION_BYTES + 1, "%s", array == NULL ? "" : array->version);
    arrays_release(arrays, snapshot);
    return out;
}

static void expect_version(struct arrays *arrays, const char *name, const char *version)
{
    char present[ARRAY_VERSION_BYTES + 1];
    ck_assert_str_eq(version_of(arrays, name, present), version);
}

/* The numbers make the version, however they are written. */
START_TEST(test_forms)
{
    struct folder_fixture f;
    fixture_open(&f);
    fixture_write(&f, "list.json", "[1,2,2]", 0);
    fixture_write(&f, "object.json", " {\n\"heaps\" : [1.0, 2e0,\n 200e-2 ] }\n", 0);
    fixture_write(&f, "text.txt", "1\t002\r\n\n2", 0);
    fixture_write(&f, "wide-1.json", "[9223372036854775807,0]", 0);
    fixture_write(&f, "WIDE_2.txt", "9223372036854775807 0\n", 0);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_msg(arrays != NULL, "%s", f.told);
    expect_version(arrays, "list", VERSION_1_2_2);
    expect_version(arrays, "object", VERSION_1_2_2);
    expect_version(arrays, "text", VERSION_1_2_2);
    expect_version(arrays, "wide-1", VERSION_WIDE);
    expect_version(arrays, "WIDE_2", VERSION_WIDE);
    expect_version(arrays, "lis", "");
    expect_version(arrays, "listing", "");
    const struct snapshot *snapshot = arrays_take(arrays);
    const struct array *array = snapshot_find(snapshot, "text", 4);
    ck_assert_uint_eq(array_heap_count(array), 3);
    ck_assert_uint_eq(array_nim_sum(array), 1);
    ck_assert_uint_eq(array_largest(array), 2);
    array = snapshot_find(snapshot, "wide-1", 6);
    ck_assert_uint_eq(array_nim_sum(array), INT64_MAX);
    ck_assert_uint_eq(array_largest(array), INT64_MAX);
    arrays_release(arrays, snapshot);
    ck_assert_str_eq(f.told, "");
    arrays_close(arrays);
    fixture_close(&f);
}
END_TEST

struct bad {
    const char *name, *text; /* of a file beside good.txt; text NULL: see make_bad() */
    size_t size;
    const char *told;
};

static const struct bad bads[] = {
    {"a.json", "\"1,2\"", 0,
     "fault: DIR/a.json:1:1: the file must be a list of integers, not a string"},
    {"a.json", "{\"heaps\":[1],\n \"more\":1}", 0,
     "fault: DIR/a.json:2:9: \"more\" is not a key of the file"},
    {"a.json", "{\"heaps\":[1],\"heaps\":[2]}", 0,
     "fault: DIR/a.json:1:22: \"heaps\" stands twice in the file"},
    {"a.json", "\n{ }", 0, "fault: DIR/a.json:2:1: the file lacks \"heaps\": an array needs heaps"},
    {"a.json", "{\"heaps\":\n7}", 0,
     "fault: DIR/a.json:2:1: heaps must be a list of integers, not a number"},
    {"a.json", "[1,\n [2]]", 0, "fault: DIR/a.json:2:2: [1] must be an integer"},
    {"a.json", "[[1,2],[3]]", 0, "fault: DIR/a.json:1:2: [0] must be an integer"},
    {"a.json", "[\"x\",{\"a\":[1]},2]", 0, "fault: DIR/a.json:1:2: [0] must be an integer"},
    {"a.json", "[]", 0, "fault: DIR/a.json:1:1: the file must hold at least one number"},
    {"a.json", "{\"heaps\": []}", 0, "fault: DIR/a.json:1:11: heaps must hold at least one number"},
    {"a.json", "", 0, "fault: DIR/a.json:1:1: "},
    {"a.json", "[1,2", 0, "fault: DIR/a.json:1:5: "},
    {"a.json", "[1,\n2,]", 0, "fault: DIR/a.json:2:3: "},
    {"a.json", "\xEF\xBB\xBF[1]", 0, "fault: DIR/a.json:1:1: "},
    {"a.json", "[1,2,\n  9223372036854775808]", 0,
     "fault: DIR/a.json:2:3: [2] must not pass 9223372036854775807"},
    {"a.json", "{\"heaps\":[0,\t1.5]}", 0,
     "fault: DIR/a.json:1:14: heaps[1] must not have a fraction"},
    {"a.json", "[3,-1]", 0, "fault: DIR/a.json:1:4: [1] must not be negative"},
    {"a.txt", "", 0, "fault: DIR/a.txt:1:1: the file must hold at least one number"},
    {"a.txt", " \n\n", 0, "fault: DIR/a.txt:3:1: the file must hold at least one number"},
    {"a.txt", "1\n 2 x3", 0, "fault: DIR/a.txt:2:4: an integer is plain digits"},
    {"a.txt", "1 -2", 0, "fault: DIR/a.txt:1:3: an integer is plain digits"},
    {"a.txt", "1 2.5 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", 0,
     "fault: DIR/a.txt:1:3: an integer is plain digits"},
    {"a.txt", "1\n\n9223372036854775808", 0,
     "fault: DIR/a.txt:3:1: must not pass 9223372036854775807"},
    {"a.txt",
     "\xEF\xBB\xBF"
     "1",
     0, "fault: DIR/a.txt:1:1: an integer is plain digits"},
    {"a.txt", "1\0002", 3, "fault: DIR/a.txt:1:1: an integer is plain digits"},
    {"a.json", NULL, 0, "fault: DIR/a.json: No such file or directory"}, /* a dangling link */
    {"b.json", NULL, 0, "fault: DIR/b.json: is not a regular file"},     /* a pipe */
    {"c.json", NULL, 0, "fault: DIR/c.txt: c.json is the same array"},   /* twins */
    {"d.txt", NULL, 0,
     "fault: DIR/d.txt: needs more than the 10485760 bytes that all arrays may take "
     "(--array-bytes)"},
};

static void make_large(struct folder_fixture *f, const char *name)
{
    char path[PATH_BYTES];
    FILE *file = fopen(fixture_path(f, name, path), "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 1400000; i++) {
        (void)fputs("1 ", file);
    }
    ck_assert_int_eq(fclose(file), 0);
}

static void make_bad(struct folder_fixture *f, const struct bad *bad)
{
    char path[PATH_BYTES];
    (void)fixture_path(f, bad->name, path);
    if (bad->text != NULL) {
        fixture_write(f, bad->name, bad->text, bad->size);
    } else if (bad->name[0] == 'a') {
        ck_assert_int_eq(symlink("nowhere", path), 0);
    } else if (bad->name[0] == 'b') {
        ck_assert_int_eq(mkfifo(path, 0600), 0);
    } else if (bad->name[0] == 'c') {
        fixture_write(f, "c.json", "[1]", 0);
        fixture_write(f, "c.txt", "1", 0);
    } else {
        make_large(f, bad->name);
    }
}

/* At the start a fault ends it; every fault is told. */
START_TEST(test_faults_at_the_start)
{
    struct folder_fixture f;
    fixture_open(&f);
    fixture_write(&f, "good.txt", "1 2 2", 0);
    fixture_write(&f, "z.json", "[", 0);
    make_bad(&f, &bads[_i]);
    ck_assert_ptr_null(open_arrays(&f));
    fixture_expect(&f, bads[_i].told);
    fixture_expect(&f, "fault: DIR/z.json:1:2: ");
    fixture_close(&f);
}
END_TEST

/* At a reload the others are swapped in, and the array of the bad file stays as it was. */
START_TEST(test_faults_at_a_reload)
{
    struct folder_fixture f;
    char old_name[80], had[ARRAY_VERSION_BYTES + 1], name[8];
    const struct bad *bad = &bads[_i];
    fixture_open(&f);
    fixture_write(&f, "good.txt", "7", 0);
    (void)snprintf(old_name, sizeof old_name, "%c.txt", bad->name[0]);
    (void)snprintf(name, sizeof name, "%c", bad->name[0]);
    fixture_write(&f, old_name, "5", 0);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_msg(arrays != NULL, "%s", f.told);
    (void)version_of(arrays, name, had);
    fixture_remove(&f, old_name);
    make_bad(&f, bad);
    fixture_write(&f, "good.txt", "1 2 2", 0);
    ck_assert(!fixture_reload(arrays));
    fixture_expect(&f, bad->told);
    expect_version(arrays, name, had);
    expect_version(arrays, "good", VERSION_1_2_2);
    fixture_remove(&f, bad->name);
    fixture_remove(&f, "c.txt");
    ck_assert(fixture_reload(arrays));
    expect_version(arrays, name, "");
    arrays_close(arrays);
    fixture_close(&f);
}
END_TEST

START_TEST(test_names)
{
    struct folder_fixture f;
    char path[PATH_BYTES];
    fixture_open(&f);
    fixture_write(&f, "a.json", "[1]", 0);
    static const char *const passed_over[] = {"with blank.json", "a.yaml",     "noextension",
                                              ".json.txt.json2", "UPPER.JSON", "two.dots.json"};
    for (size_t i = 0; i < COUNT_OF(passed_over); i++) {
        fixture_write(&f, passed_over[i], "not read", 0);
    }
    fixture_write(&f, ".hidden.json", "not read", 0);
    ck_assert_int_eq(mkdir(fixture_path(&f, "folder.json", path), 0700), 0);
    ck_assert_int_eq(symlink("a.json", fixture_path(&f, "link.json", path)), 0);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_msg(arrays != NULL, "%s", f.told);
    ck_assert_uint_eq(arrays_figures(arrays).count, 2);
    fixture_expect(
        &f, "warning: DIR/with blank.json: passed over: an array is NAME.json or NAME.txt, NAME "
            "being 1 to 64 of A-Z a-z 0-9 _ -");
    ck_assert_ptr_null(strstr(f.told, "hidden"));
    ck_assert_ptr_null(strstr(f.told, "folder.json"));
    ck_assert_ptr_null(strstr(f.told, "fault"));
    ck_assert_ptr_nonnull(strstr(f.told, "UPPER.JSON"));
    ck_assert_ptr_nonnull(strstr(f.told, "two.dots.json"));
    arrays_close(arrays);
    fixture_close(&f);
}
END_TEST

START_TEST(test_no_arrays)
{
    struct folder_fixture f;
    fixture_open(&f);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_ptr_nonnull(arrays);
    fixture_expect(&f, "warning: DIR: there are no arrays in it");
    arrays_close(arrays);
    fixture_forget(&f);
    char path[64];
    (void)snprintf(path, sizeof path, "%s", f.path);
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert_ptr_null(open_arrays(&f));
    fixture_expect(&f, "fault: DIR: No such file or directory");
    ck_assert_int_eq(mkdir(path, 0700), 0);
    fixture_close(&f);
}
END_TEST

/* What a file holds decides, not that it was written again; what is unchanged is shared. */
START_TEST(test_reload)
{
    struct folder_fixture f;
    fixture_open(&f);
    fixture_write(&f, "same.json", "[1,2,2]", 0);
    fixture_write(&f, "changed.json", "[3]", 0);
    fixture_write(&f, "gone.json", "[4]", 0);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_ptr_nonnull(arrays);
    const struct snapshot *before = arrays_take(arrays);
    const struct array *same = snapshot_find(before, "same", 4);
    fixture_write(&f, "same.json", "[1, 2, 2]", 0);
    fixture_write(&f, "changed.json", "[1,2,2]", 0);
    fixture_write(&f, "new.txt", "1 2 2", 0);
    fixture_remove(&f, "gone.json");
    ck_assert(fixture_reload(arrays));
    fixture_expect(&f, "note: arrays reloaded: 1 new, 1 changed, 1 as they were, 1 gone, 0 faults");
    const struct snapshot *after = arrays_take(arrays);
    ck_assert_ptr_eq(snapshot_find(after, "same", 4), same);
    ck_assert_str_eq(snapshot_find(after, "changed", 7)->version, VERSION_1_2_2);
    ck_assert_str_eq(snapshot_find(after, "new", 3)->version, VERSION_1_2_2);
    ck_assert_ptr_null(snapshot_find(after, "gone", 4));
    /* Who had the old table still has it, and its memory goes with him. */
    ck_assert_uint_eq(snapshot_find(before, "gone", 4)->narrow.nim_sum, 4);
    uint64_t held = arrays_figures(arrays).bytes;
    arrays_release(arrays, before);
    ck_assert_uint_lt(arrays_figures(arrays).bytes, held);
    arrays_release(arrays, after);
    /* A folder that is gone changes nothing. */
    char aside[80];
    (void)snprintf(aside, sizeof aside, "%s.aside", f.path);
    ck_assert_int_eq(rename(f.path, aside), 0);
    ck_assert(!fixture_reload(arrays));
    fixture_expect(&f, "fault: DIR: No such file or directory");
    expect_version(arrays, "same", VERSION_1_2_2);
    ck_assert_int_eq(rename(aside, f.path), 0);
    arrays_close(arrays);
    fixture_close(&f);
}
END_TEST

static bool is_mapped(const char *page)
{
    unsigned char is_resident;
    return mincore((void *)(uintptr_t)page, 1, &is_resident) == 0;
}

/* Old and new do not fit beside one another: that is a fault, and the old one stays. */
START_TEST(test_memory)
{
    struct folder_fixture f;
    fixture_open(&f);
    char *text = malloc(1100000);
    ck_assert_ptr_nonnull(text);
    memset(text, ' ', 1100000);
    for (size_t i = 0; i < 1100000; i += 2) {
        text[i] = '1';
    }
    fixture_write(&f, "a.txt", text, 1100000);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_msg(arrays != NULL, "%s", f.told);
    char had[ARRAY_VERSION_BYTES + 1];
    (void)version_of(arrays, "a", had);
    text[0] = '0';
    const struct snapshot *in_use = arrays_take(arrays);
    fixture_write(&f, "a.txt", text, 1100000);
    bool fits = fixture_reload(arrays);
    if (fits) { /* two fit, three do not */
        (void)version_of(arrays, "a", had);
        text[2] = '0';
        fixture_write(&f, "a.txt", text, 1100000);
        fits = fixture_reload(arrays);
    }
    ck_assert(!fits);
    fixture_expect(&f, "fault: DIR/a.txt: does not fit: what arrays hold and what is being read "
                       "may take 10485760 bytes in all (--array-bytes)");
    expect_version(arrays, "a", had);
    const char *pages = snapshot_find(in_use, "a", 1)->block.data;
    arrays_release(arrays, in_use);
    for (int i = 0; i < 2000 && is_mapped(pages); i++) {
        (void)usleep(5000);
    }
    ck_assert(!is_mapped(pages));
    ck_assert(fixture_reload(arrays));
    arrays_close(arrays);
    free(text);
    fixture_close(&f);
}
END_TEST

/* Asked for many times at once: done, and done again for what came meanwhile, but not as often. */
START_TEST(test_coalesced)
{
    struct folder_fixture f;
    fixture_open(&f);
    fixture_write(&f, "a.txt", "1", 0);
    struct arrays *arrays = open_arrays(&f);
    ck_assert_ptr_nonnull(arrays);
    for (int i = 0; i < 1000; i++) {
        arrays_reload(arrays);
    }
    fixture_write(&f, "a.txt", "1 2 2", 0);
    ck_assert(fixture_reload(arrays));
    ck_assert(fixture_reload(arrays));
    expect_version(arrays, "a", VERSION_1_2_2);
    ck_assert_uint_le(arrays_figures(arrays).reloads, 1002);
    arrays_close(arrays);
    fixture_close(&f);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("arrays");
    enum { BADS = COUNT_OF(bads) };
    tcase_add_test(tcase, test_forms);
    tcase_add_loop_test(tcase, test_faults_at_the_start, 0, BADS);
    tcase_add_loop_test(tcase, test_faults_at_a_reload, 0, BADS);
    tcase_add_test(tcase, test_names);
    tcase_add_test(tcase, test_no_arrays);
    tcase_add_test(tcase, test_reload);
    tcase_add_test(tcase, test_memory);
    tcase_add_test(tcase, test_coalesced);
    tcase_set_timeout(tcase, 60);
    return run_tests(tcase);
}
