/* SPDX-License-Identifier: MIT */
/* read_file.c: open, read in pieces, look whether it is still the same file, make the array. */
#include "arrays/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arrays/file_reader.h"
#include "arrays/locate.h"

enum { PIECE_BYTES = 256 * 1024, SETTLED_SECONDS = 2 };

struct load {
    const struct file_source *source;
    int file;
    struct stat before;
    struct file_reader reader;
    struct array *array; /* being made */
    char *error;
};

/* "DIR/FILE: what"; returns false. */
static bool fail(const struct load *load, const char *what)
{
    (void)snprintf(load->error, ARRAYS_TEXT_BYTES, "%s/%s: %s", load->source->folder_name,
                   load->source->file_name, what);
    return false;
}

static bool fail_for_memory(const struct load *load)
{
    const struct budget *budget = load->source->budget;
    char what[160];
    switch (load->array->account.refusal) {
    case BUDGET_TOO_LARGE:
        (void)snprintf(what, sizeof what,
                       "needs more than the %zu bytes that all arrays may take (--array-bytes)",
                       budget->limit_bytes);
        return fail(load, what);
    case BUDGET_BUSY:
        (void)snprintf(what, sizeof what,
                       "does not fit: what arrays hold and what is being read may take %zu bytes "
                       "in all (--array-bytes)",
                       budget->limit_bytes);
        return fail(load, what);
    default: return fail(load, "there is no memory for it");
    }
}

/* A time that is nearly now may be that of the next change, too: clocks of files tick slowly. */
static bool is_settled(const struct timespec *changed)
{
    struct timespec now;
    return clock_gettime(CLOCK_REALTIME, &now) == 0 &&
           now.tv_sec - changed->tv_sec > SETTLED_SECONDS;
}

static struct file_identity identity_of(const struct stat *status)
{
    return (struct file_identity){.is_known = true,
                                  .device = status->st_dev,
                                  .inode = status->st_ino,
                                  .size = status->st_size,
                                  .modified = status->st_mtim,
                                  .changed = status->st_ctim};
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool file_identity_is(const struct file_identity *identity, const struct stat *status)
{
    return identity->is_known && identity->device == status->st_dev &&
           identity->inode == status->st_ino && identity->size == status->st_size &&
           is_same_time(&identity->modified, &status->st_mtim) &&
           is_same_time(&identity->changed, &status->st_ctim);
}

static bool open_file(struct load *load)
{
    /* Not to wait for a pipe's other end. */
    load->file = openat(load->source->folder, load->source->file_name,
                        O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (load->file < 0 || fstat(load->file, &load->before) != 0) {
        return fail(load, strerror(errno));
    }
    return S_ISREG(load->before.st_mode) || fail(load, "is not a regular file");
}

/* True: read to its end, or to where the reader stopped. */
static bool read_pieces(struct load *load, off_t *total)
{
    char *piece = malloc(PIECE_BYTES);
    if (piece == NULL) {
        return fail(load, "there is no memory for it");
    }
    ssize_t size = 1;
    *total = 0;
    while (size > 0 && !atomic_load_explicit(load->source->is_stopped, memory_order_relaxed)) {
        size = read(load->file, piece, PIECE_BYTES);
        if (size < 0 && errno == EINTR) {
            size = 1;
            continue;
        }
        *total += size > 0 ? size : 0;
        if (size > 0 && !file_reader_feed(&load->reader, piece, (size_t)size)) {
            break;
        }
    }
    free(piece);
    if (size < 0) {
        return fail(load, strerror(errno));
    }
    return !atomic_load_explicit(load->source->is_stopped, memory_order_relaxed) ||
           fail(load, "not read: the service is about to stop");
}

/* What is wrong, without the place in front, and of the file where the readers speak of the
 * body. */
static void word_problem(const struct problem *problem, char what[PROBLEM_DETAIL_BYTES + 1])
{
    static const char body[] = "the body";
    const char *detail = problem->detail;
    size_t size = problem->detail_size;
    const char *after = problem->has_place ? memmem(detail, size, ": ", 2) : NULL;
    if (after != NULL && strncmp(detail, "line ", 5) == 0) {
        size -= (size_t)(after + 2 - detail);
        detail = after + 2;
    }
    memcpy(what, detail, size);
    what[size] = '\0';
    char *last = NULL; /* a key may say so, too, but stands in front */
    for (char *found = strstr(what, body); found != NULL; found = strstr(found + 1, body)) {
        last = found;
    }
    if (last != NULL) {
        memcpy(last, "the file", sizeof body - 1);
    }
}

static bool tell_problem(const struct load *load, const struct problem *problem)
{
    char what[PROBLEM_DETAIL_BYTES + 1];
    word_problem(problem, what);
    struct place place = problem->place;
    if (!problem->has_place && !(problem->has_pointer && locate(load->file, problem, &place))) {
        return fail(load, what);
    }
    (void)snprintf(load->error, ARRAYS_TEXT_BYTES, "%s/%s:%llu:%llu: %s", load->source->folder_name,
                   load->source->file_name, (unsigned long long)place.line,
                   (unsigned long long)place.column, what);
    return false;
}

/* What was fed, as an array. */
static bool finish(struct load *load)
{
    struct problem problem = {.code = PROBLEM_NONE};
    bool wide = false;
    if (!file_reader_end(&load->reader, &load->array->block, &wide, &problem)) {
        return problem.code != PROBLEM_NONE ? tell_problem(load, &problem) : fail_for_memory(load);
    }
    return array_make_ready(load->array, wide) || fail_for_memory(load);
}

/* Whether the open file is what it was. One that was replaced meanwhile has lost its name, which
 * changes its ctime, but not what is read. */
static bool is_still(const struct load *load, const struct stat *after)
{
    struct file_identity before = identity_of(&load->before);
    if (after->st_nlink != load->before.st_nlink) {
        before.changed = after->st_ctim;
    }
    return file_identity_is(&before, after);
}

static bool load_it(struct load *load, struct file_identity *identity)
{
    off_t total;
    struct stat after;
    if (!read_pieces(load, &total)) {
        return false;
    }
    bool made = finish(load);
    *identity = identity_of(&load->before);
    /* Looked at last, and told first: what is wrong may be half of a file that is being written. */
    if (fstat(load->file, &after) != 0 || !is_still(load, &after) ||
        (made && total != after.st_size)) {
        return fail(load, "was changed while it was read");
    }
    identity->is_known = is_settled(&load->before.st_ctim);
    return made;
}

bool read_file(const struct file_source *source, struct array **array,
               struct file_identity *identity, char error[ARRAYS_TEXT_BYTES])
{
    struct load load = {.source = source, .error = error};
    load.array = array_new(source->array_name, source->budget);
    bool done = false;
    if (load.array == NULL) {
        return fail(&load, "there is no memory for it");
    }
    if (open_file(&load)) {
        file_reader_init(&load.reader, source->form, &load.array->account,
                         (size_t)load.before.st_size);
        done = load_it(&load, identity);
        file_reader_free(&load.reader);
    }
    if (load.file >= 0) {
        (void)close(load.file);
    }
    if (!done) {
        array_release(load.array);
    }
    *array = load.array;
    return done;
}
