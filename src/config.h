/* SPDX-License-Identifier: MIT */
/* config.h: the daemon's options, from the command line and from the environment. */
#ifndef NIMSUM_CONFIG_H
#define NIMSUM_CONFIG_H

#include "api/api.h"
#include "http/server.h"

#define CONFIG_LISTEN "127.0.0.1:8080" /* the default */

struct config {
    const char *listen;             /* as address_read() takes it */
    const char *admin_listen;       /* the same, or NULL */
    const char *health_check;       /* on CONFIG_HEALTH_CHECK: whom to ask; empty: this listen */
    const char *check_arrays;       /* on CONFIG_CHECK_ARRAYS: the folder */
    const char *arrays;             /* the folder of the operator's arrays, or NULL */
    uint64_t array_bytes;           /* of all arrays; 0: a quarter of the memory */
    uint64_t socket_mode;           /* permissions of unix sockets */
    const char *cors_origin;        /* as api_is_cors_origin() takes it, or NULL */
    uint64_t log_format, log_level; /* enum log_format, enum log_level */
    struct server_config server; /* without its sockets; threads, workers 0: the machine decides */
    struct api_limits limits;    /* 0 where the machine decides */
};

enum config_status {
    CONFIG_RUN,
    CONFIG_HEALTH_CHECK,
    CONFIG_CHECK_ARRAYS,
    CONFIG_EXIT_OK,
    CONFIG_EXIT_BAD
};

/* Read the options: an argument goes before its environment variable, which goes before the
 * default. On CONFIG_EXIT_OK help or version was printed; on CONFIG_EXIT_BAD a message went to
 * stderr. Text is borrowed from argv and the environment. */
enum config_status config_read(struct config *config, int argc, char **argv);

#endif
