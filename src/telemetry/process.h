/* SPDX-License-Identifier: MIT */
/* process.h: what the system says of this process. */
#ifndef NIMSUM_TELEMETRY_PROCESS_H
#define NIMSUM_TELEMETRY_PROCESS_H

#include <stdint.h>

struct process_figures {
    uint64_t resident_bytes, virtual_bytes; /* 0: unknown */
    uint64_t open_files, most_files;        /* 0: unknown */
    uint64_t cpu_nanoseconds;
};

/* Read all of it anew; what cannot be read is 0. */
void process_read(struct process_figures *figures);

#endif
