/* SPDX-License-Identifier: MIT */
/* log.c: where lines go, and how they are written without ever waiting. */
#include "telemetry/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/clock.h"

/* A second opening of the same pipe or terminal, which alone is told not to wait: the flag belongs
 * to the opening, and the one we were given is shared with whoever started us. */
static int reopen(int file)
{
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* How to write to the file without waiting: a regular file never waits for a reader. */
static void choose_way(struct log *log, int file)
{
    struct stat about;
    if (fstat(file, &about) != 0) { /* closed: its number may become anything's */
        log->format = LOG_NONE;
        return;
    }
    log->file = file;
    if (S_ISSOCK(about.st_mode)) {
        log->is_socket = true;
    } else if (!S_ISREG(about.st_mode)) {
        int own = reopen(file);
        log->is_own = own >= 0;
        log->polls = own < 0; /* another user's pipe */
        log->file = own >= 0 ? own : file;
    }
}

void log_open(struct log *log, int file, enum log_format format, enum log_level level)
{
    if (format == LOG_AUTO) {
        format = isatty(file) ? LOG_TEXT : LOG_JSON;
    }
    *log = (struct log){.format = format, .level = level, .file = -1};
    pthread_mutex_init(&log->lock, NULL);
    if (format != LOG_NONE) {
        choose_way(log, file);
    }
}

void log_close(struct log *log)
{
    if (log->is_own) {
        (void)close(log->file);
    }
    pthread_mutex_destroy(&log->lock);
    log->file = -1;
    log->format = LOG_NONE;
}

/* A pipe that says it has room takes a whole line, since a line is shorter than PIPE_BUF. */
static ssize_t write_if_room(struct log *log, const char *line, size_t size)
{
    struct pollfd room = {.fd = log->file, .events = POLLOUT};
    ssize_t written = -1;
    pthread_mutex_lock(&log->lock);
    if (poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0) {
        written = write(log->file, line, size);
    }
    pthread_mutex_unlock(&log->lock);
    return written;
}

static void write_or_drop(struct log *log, const char *line, size_t size)
{
    ssize_t written;
    do {
        errno = 0;
        written = log->is_socket ? send(log->file, line, size, MSG_DONTWAIT | MSG_NOSIGNAL)
                  : log->polls   ? write_if_room(log, line, size)
                                 : write(log->file, line, size);
    } while (written < 0 && errno == EINTR);
    if (written != (ssize_t)size) {
        atomic_fetch_add_explicit(&log->dropped, 1, memory_order_relaxed);
    }
}

void log_request(struct log *log, const struct log_request *request)
{
    if (log_takes(log, request->level)) {
        char line[LOG_LINE_BYTES];
        write_or_drop(log, line, log_line(log->format, request, line));
    }
}

void log_note(struct log *log, enum log_level level, const char *text)
{
    if (log_takes(log, level)) {
        char line[LOG_LINE_BYTES];
        uint64_t now = clock_nanoseconds(CLOCK_REALTIME) / 1000000;
        write_or_drop(log, line, log_note_line(log->format, level, now, text, line));
    }
}

uint64_t log_dropped(const struct log *log)
{
    return atomic_load_explicit(&log->dropped, memory_order_relaxed);
}
