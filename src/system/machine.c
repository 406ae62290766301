/* SPDX-License-Identifier: MIT */
/* machine.c: sched_getaffinity, sysconf, getrlimit; control groups are read in cgroup.c. */
#include "system/machine.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "system/cgroup.h"

unsigned machine_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return 1;
    }
    int cores = CPU_COUNT(&set);
    return cores > 0 ? (unsigned)cores : 1;
}

uint64_t machine_memory(void)
{
    uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t limit = cgroup_memory("/proc/self/cgroup", "/sys/fs/cgroup");
    return limit < memory ? limit : memory;
}

uint64_t machine_raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return 1024;
    }
    rlim_t before = files.rlim_cur;
    files.rlim_cur = files.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_max : before;
}
