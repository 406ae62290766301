/* SPDX-License-Identifier: MIT */
/* log.h: the access log: one line a request, as JSON or as text for a person, and a few lines about
 * the service itself.
 *
 * A line never holds a body, a query or a raw path, and what a client wrote (method, id, user
 * agent) is cut and escaped to printable ASCII, so that no request can forge a line or steer a
 * terminal. Each line is one write. Where it cannot be written at once it is dropped and counted:
 * a reader that is slow, gone or full never holds up a request.
 */
#ifndef NIMSUM_TELEMETRY_LOG_H
#define NIMSUM_TELEMETRY_LOG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_format { LOG_AUTO, LOG_JSON, LOG_TEXT, LOG_NONE };

/* A line is written where its level is at most the log's. */
enum log_level { LOG_ERROR, LOG_INFO, LOG_DEBUG };

enum {
    LOG_LINE_BYTES = 4096,  /* what a pipe takes whole or not at all (PIPE_BUF) */
    LOG_CLIENT_BYTES = 128, /* of a client's text, before escaping */
    LOG_NOTE_BYTES = 512,   /* of a note */
};

struct log {
    enum log_format format; /* never LOG_AUTO */
    enum log_level level;
    int file;             /* -1: nothing is written */
    bool is_own;          /* file is ours to close */
    bool is_socket;       /* each write can be told not to wait */
    bool polls;           /* it can not: ask whether there is room, one thread at a time */
    pthread_mutex_t lock; /* where it polls */
    atomic_uint_fast64_t dropped;
};

/* One request. Text members are borrowed for the call; NULL is told as "-". */
struct log_request {
    enum log_level level;
    uint64_t unix_milliseconds;
    const char *id, *trace_id; /* trace_id NULL: left out */
    const char *method, *route;
    unsigned status; /* 0: there was no reply */
    uint64_t bytes_in, bytes_out, microseconds;
    const char *remote, *user_agent; /* user_agent NULL: left out */
    const char *end;                 /* how the request ended */
    const char *problem;             /* the code of what was wrong; NULL: left out */
};

/* A log on a file (borrowed until log_close); one that is closed takes nothing. LOG_AUTO: text on a
 * terminal, else JSON. SIGPIPE must be ignored. */
void log_open(struct log *log, int file, enum log_format format, enum log_level level);
void log_close(struct log *log);

/* Whether a line of this level is written. */
static inline bool log_takes(const struct log *log, enum log_level level)
{
    return log->format != LOG_NONE && level <= log->level;
}

/* Write the request's line, if the log takes it. Thread-safe, never waits. */
void log_request(struct log *log, const struct log_request *request);

/* Write a line about the service itself: text is ours, of which LOG_NOTE_BYTES are told. Otherwise
 * like log_request. */
void log_note(struct log *log, enum log_level level, const char *text);

/* The lines alone, ended by LF; their size is returned. For log_request, log_note and tests. */
size_t log_line(enum log_format format, const struct log_request *request,
                char line[LOG_LINE_BYTES]);
size_t log_note_line(enum log_format format, enum log_level level, uint64_t unix_milliseconds,
                     const char *text, char line[LOG_LINE_BYTES]);

/* Lines that could not be written. */
uint64_t log_dropped(const struct log *log);

#endif
