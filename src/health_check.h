/* SPDX-License-Identifier: MIT */
/* health_check.h: nimsumd as its own health check, for containers that have no curl. */
#ifndef NIMSUM_HEALTH_CHECK_H
#define NIMSUM_HEALTH_CHECK_H

#include "config.h"

/* Ask the service that these options describe, or config->health_check where that is not empty
 * (an address as for --listen, or http://HOST[:PORT][/PATH]; the path is /readyz where it names
 * none). Returns 0 when it answers 200 within 2 seconds; else 1 with a message to stderr, where
 * need be by ending the process. */
int health_check_run(const struct config *config);

#endif
