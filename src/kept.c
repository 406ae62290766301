/* SPDX-License-Identifier: MIT */
/* kept.c: arrays for main: who reads their folder, and who is told: stderr, or the log once it is
 * open. */
#include "kept.h"

#include <stdio.h>

#include "system/machine.h"

static void tell_stderr(void *cls, enum arrays_report_kind kind, const char *text)
{
    (void)cls;
    (void)fprintf(stderr, "nimsumd: %s%s\n", kind == ARRAYS_WARNING ? "warning: " : "", text);
}

static void tell_log(void *cls, enum arrays_report_kind kind, const char *text)
{
    log_note(cls, kind == ARRAYS_FAULT ? LOG_ERROR : LOG_INFO, text);
}

struct arrays *kept_open(const struct config *config, const char *folder)
{
    const struct arrays_report report = {tell_stderr, NULL};
    uint64_t bytes = config->array_bytes != 0 ? config->array_bytes : machine_memory() / 4;
    return arrays_open(folder, bytes, &report);
}

bool kept_start(struct arrays *arrays, struct log *log)
{
    const struct arrays_report report = {tell_log, log};
    if (!arrays_start(arrays, &report)) {
        (void)fprintf(stderr, "nimsumd: there is no thread for reading the arrays anew\n");
        return false;
    }
    return true;
}

int kept_check(const struct config *config)
{
    struct arrays *arrays = kept_open(config, config->check_arrays);
    if (arrays == NULL) {
        return 1;
    }
    const struct snapshot *snapshot = arrays_take(arrays);
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct array *array = snapshot->arrays[i];
        (void)printf("%s %zu %s\n", array->name, array_heap_count(array), array->version);
    }
    arrays_release(arrays, snapshot);
    arrays_close(arrays);
    return fflush(stdout) == 0 ? 0 : 1;
}
