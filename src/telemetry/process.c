/* SPDX-License-Identifier: MIT */
/* process.c: from /proc, where it is mounted. */
#include "telemetry/process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "system/clock.h"

static void read_memory(struct process_figures *figures)
{
    long page = sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) {
        return;
    }
    char line[128];
    if (page > 0 && fgets(line, sizeof line, file) != NULL) {
        char *end = line;
        figures->virtual_bytes = strtoull(end, &end, 10) * (uint64_t)page;
        figures->resident_bytes = strtoull(end, &end, 10) * (uint64_t)page;
    }
    (void)fclose(file);
}

static void read_files(struct process_figures *figures)
{
    long most = sysconf(_SC_OPEN_MAX);
    figures->most_files = most > 0 ? (uint64_t)most : 0;
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL) {
        return;
    }
    uint64_t entries = 0;
    while (readdir(directory) != NULL) {
        entries++;
    }
    (void)closedir(directory);
    figures->open_files = entries > 3 ? entries - 3 : 0; /* ".", ".." and the directory itself */
}

void process_read(struct process_figures *figures)
{
    *figures = (struct process_figures){.resident_bytes = 0};
    read_memory(figures);
    read_files(figures);
    figures->cpu_nanoseconds = clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}
