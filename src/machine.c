/* machine.c: sched_getaffinity, control groups (both versions), getrlimit. */
#include "machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

unsigned machine_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return 1;
    }
    int cores = CPU_COUNT(&set);
    return cores > 0 ? (unsigned)cores : 1;
}

/* The number in a file, or UINT64_MAX where there is none ("max"). */
static uint64_t number_in(const char *path)
{
    uint64_t value = UINT64_MAX;
    char text[32];
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return value;
    }
    if (fgets(text, sizeof text, file) != NULL && text[0] >= '0' && text[0] <= '9') {
        value = strtoull(text, NULL, 10);
    }
    (void)fclose(file);
    return value;
}

uint64_t machine_memory(void)
{
    uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t v2 = number_in("/sys/fs/cgroup/memory.max");
    uint64_t v1 = number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    memory = v2 < memory ? v2 : memory;
    return v1 < memory ? v1 : memory;
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
