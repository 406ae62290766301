/* SPDX-License-Identifier: MIT */
/* cgroup.h: the memory that control groups leave to this process. */
#ifndef NIMSUM_SYSTEM_CGROUP_H
#define NIMSUM_SYSTEM_CGROUP_H

#include <stdint.h>

/* The least memory limit, in bytes, of a process's control group and of all groups above it, as far
 * up as they can be seen; UINT64_MAX where there is none.
 *
 * groups: the file that lists the process's groups, /proc/self/cgroup. mount: the folder where they
 * are mounted, /sys/fs/cgroup: version 2 in itself, version 1's memory controller in "memory" below
 * it. What is absent, unreadable or longer than a path can be sets no limit: in a container the
 * list may name groups of the host, and the container's own is then the mount's root.
 */
uint64_t cgroup_memory(const char *groups, const char *mount);

#endif
