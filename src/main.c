/* SPDX-License-Identifier: MIT */
/* main.c: nimsumd: read the options, listen, serve until told to stop. */
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

#include "config.h"
#include "health_check.h"
#include "kept.h"
#include "system/machine.h"
#include "system/notify.h"
#include "http/server.h"
#include "signals.h"
#include "sockets.h"

enum { EXIT_RUNTIME = 1, EXIT_USAGE = 2 };

enum {
    RESERVED_FILES = 64,          /* for everything that is no connection */
    CONNECTION_BYTES = 36 * 1024, /* what an idle connection costs */
    MAX_THREADS = 4,              /* one thread serves over 60 000 small requests a second */
    STOP_SECONDS = 5,             /* what a stop takes at most, besides grace and drain */
    GIBIBYTE = 1 << 30
};

/* As many connections as the files allow, or fewer: at the limit of files a listener would try to
 * accept for ever. False after a message: there is not one for each I/O thread. */
static bool complete_connections(struct config *config, bool has_admin, uint64_t memory)
{
    uint64_t files = machine_raise_files(), wanted = config->limits.connections;
    uint64_t own = SERVER_FILES + SERVER_FILES_A_THREAD * config->server.threads +
                   (has_admin ? SERVER_FILES_A_THREAD + SERVER_ADMIN_CONNECTIONS : 0);
    if (files < own + config->server.threads) {
        (void)fprintf(stderr,
                      "nimsumd: the limit of open files is %" PRIu64 ", but %" PRIu64
                      " are needed with %" PRIu64 " I/O threads%s\n",
                      files, own + config->server.threads, config->server.threads,
                      has_admin ? " and an admin address" : "");
        return false;
    }
    uint64_t most = files - own;
    if (wanted > most) {
        (void)fprintf(stderr,
                      "nimsumd: warning: the limit of open files, %" PRIu64 ", allows for %" PRIu64
                      " connections, not %" PRIu64 "\n",
                      files, most, wanted);
        config->limits.connections = most;
    } else if (wanted == 0) {
        uint64_t by_files = files - RESERVED_FILES < most && files > 2 * RESERVED_FILES
                                ? files - RESERVED_FILES
                                : most;
        uint64_t by_memory = memory / 8 / CONNECTION_BYTES;
        config->limits.connections = by_files < by_memory ? by_files : by_memory;
    }
    if (config->limits.connections < config->server.threads) { /* each has one at least */
        config->server.threads = config->limits.connections;
    }
    return true;
}

/* Work out what the machine decides where no option did. False after a message. */
static bool complete(struct config *config, bool has_admin)
{
    uint64_t memory = machine_memory();
    struct api_limits *limits = &config->limits;
    api_limits_follow(limits);
    if (limits->request_memory_bytes == 0) {
        limits->request_memory_bytes = memory / 2 < GIBIBYTE ? memory / 2 : GIBIBYTE;
    }
    unsigned cores = machine_cores();
    if (config->server.threads == 0) {
        config->server.threads = cores < MAX_THREADS ? cores : MAX_THREADS;
    }
    if (config->server.workers == 0) {
        config->server.workers = cores < 2 ? 2 : cores;
    }
    return complete_connections(config, has_admin, memory);
}

/* Large buffers are mapped by ourselves (buffer.h). The library's and cJSON's memory should go back
 * to the system too: a threshold set by hand is not raised by the first large block that is freed.
 */
static void tune_malloc(void)
{
    (void)mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    (void)mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

/* Where stdin, stdout or stderr is closed, the next file opened would take its number, and a
 * client's connection would be sent what is meant for stderr. */
static void hold_standard_files(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) {
            (void)open("/", O_RDONLY); /* no such device: writing to it fails as well */
        }
    }
}

/* Serve until a signal says stop. */
static void wait_for_stop(const struct signals *signals, struct api *api)
{
    while (signals_wait(signals, EXIT_RUNTIME) == SIGNALS_RELOAD) {
        if (api->arrays != NULL) {
            arrays_reload(api->arrays);
        } else {
            log_note(api->log, LOG_INFO, "SIGHUP: there is nothing to read anew");
        }
    }
}

static int serve(const struct config *config, const struct sockets *sockets,
                 const struct signals *signals, struct arrays *arrays, struct log *log)
{
    struct api api = {.limits = config->limits,
                      .version = NIMSUM_VERSION,
                      .cors_origin = config->cors_origin,
                      .log = log,
                      .arrays = arrays,
                      .has_admin = sockets->admin.fd >= 0};
    struct server_config server_config = config->server;
    server_config.listen_socket = sockets->main.fd;
    server_config.listen_is_inherited = sockets->main.is_inherited;
    server_config.admin_socket = sockets->admin.fd;
    budget_init(&api.budget, (size_t)config->limits.request_memory_bytes);
    char error[SERVER_ERROR_BYTES];
    struct server *server = server_start(&api, &server_config, error);
    if (server != NULL) {
        notify_ready();
        sockets_announce(sockets);
        wait_for_stop(signals, &api);
        notify_stopping(config->server.grace_seconds + config->server.drain_seconds + STOP_SECONDS);
        server_stop(server);
    } else {
        (void)fprintf(stderr, "nimsumd: %s\n", error);
    }
    budget_free(&api.budget);
    return server != NULL ? 0 : EXIT_RUNTIME;
}

/* The arrays first: a start that cannot have them ends before anybody connects. */
static int open_and_serve(struct config *config, const struct signals *signals)
{
    struct sockets sockets;
    struct arrays *arrays = NULL;
    struct log log;
    int status = EXIT_RUNTIME;
    if (config->arrays != NULL && (arrays = kept_open(config, config->arrays)) == NULL) {
        return EXIT_RUNTIME;
    }
    log_open(&log, STDERR_FILENO, (enum log_format)config->log_format,
             (enum log_level)config->log_level);
    if (sockets_open(&sockets, config)) {
        if (complete(config, sockets.admin.fd >= 0) &&
            (arrays == NULL || kept_start(arrays, &log))) {
            status = serve(config, &sockets, signals, arrays, &log);
        }
        sockets_remove(&sockets);
    }
    arrays_close(arrays); /* before the log that it tells */
    log_close(&log);
    return status;
}

int main(int argc, char **argv)
{
    struct config config;
    switch (config_read(&config, argc, argv)) {
    case CONFIG_EXIT_OK: return 0;
    case CONFIG_EXIT_BAD: return EXIT_USAGE;
    case CONFIG_HEALTH_CHECK: return health_check_run(&config);
    case CONFIG_CHECK_ARRAYS: return kept_check(&config);
    case CONFIG_RUN: break;
    }
    hold_standard_files();
    tune_malloc();
    struct signals signals;
    signals_take(&signals);
    if (server_library_warning() != NULL) {
        (void)fprintf(stderr, "nimsumd: warning: %s\n", server_library_warning());
    }
    return open_and_serve(&config, &signals);
}
