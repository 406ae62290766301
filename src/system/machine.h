/* SPDX-License-Identifier: MIT */
/* machine.h: what the machine or the container gives: cores, memory, files. */
#ifndef NIMSUM_SYSTEM_MACHINE_H
#define NIMSUM_SYSTEM_MACHINE_H

#include <stdint.h>

/* Cores this process may run on, at least 1. */
unsigned machine_cores(void);

/* Bytes of memory: the least limit of the control groups that this process is in (a container, a
 * unit of systemd), or the machine's where that is less. */
uint64_t machine_memory(void);

/* Raise the limit of open files as far as allowed; returns it. */
uint64_t machine_raise_files(void);

#endif
