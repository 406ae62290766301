/* config.h: the daemon's options, from the command line and from the environment. */
#ifndef NIMSUM_CONFIG_H
#define NIMSUM_CONFIG_H

#include "api.h"

struct config {
    const char *listen;       /* ADDR:PORT */
    const char *admin_listen; /* the same, or NULL */
    uint64_t threads;         /* I/O threads; 0: one a core, at most 4 */
    uint64_t workers;         /* 0: one a core, at least 2 */
    uint64_t work_queue;
    uint64_t header_seconds, body_seconds, reply_seconds, idle_seconds;
    uint64_t grace_seconds, drain_seconds;
    struct api_limits limits; /* 0 where the machine decides */
};

enum config_answer { CONFIG_RUN, CONFIG_EXIT_OK, CONFIG_EXIT_BAD };

/* Read the options: an argument goes before its environment variable, which goes before the
 * default. On CONFIG_EXIT_OK help or version was printed; on CONFIG_EXIT_BAD a message went to
 * stderr. Text is borrowed from argv and the environment. */
enum config_answer config_read(struct config *config, int argc, char **argv);

#endif
