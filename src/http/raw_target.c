/* SPDX-License-Identifier: MIT */
/* raw_target.c: a copy within the connection, or a mapping. */
#include "http/raw_target.h"

#include <string.h>
#include <sys/mman.h>

void raw_target_drop(struct raw_target *target)
{
    if (target->mapped_bytes > 0) {
        (void)munmap(target->text, target->mapped_bytes);
    }
    target->text = NULL;
    target->mapped_bytes = 0;
}

bool raw_target_keep(struct raw_target *target, const char *uri)
{
    size_t size = strlen(uri) + 1;
    raw_target_drop(target);
    if (size <= sizeof target->short_text) {
        target->text = target->short_text;
    } else {
        void *range = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (range == MAP_FAILED) {
            return false;
        }
        target->text = range;
        target->mapped_bytes = size;
    }
    target->place = uri;
    memcpy(target->text, uri, size);
    return true;
}
