/* SPDX-License-Identifier: MIT */
/* notify.c: one datagram a message. */
#include "system/notify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/address.h"

static void notify(const char *message)
{
    const char *path = getenv("NOTIFY_SOCKET");
    if (path == NULL) {
        return;
    }
    struct sockaddr_un name;
    socklen_t size = path[0] == '/' || path[0] == '@' ? address_of_path(&name, path) : 0;
    int fd = -1;
    errno = EINVAL;
    if (size > 0) {
        fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    }
    if (fd < 0 || sendto(fd, message, strlen(message), MSG_NOSIGNAL, (const struct sockaddr *)&name,
                         size) < 0) {
        (void)fprintf(stderr, "nimsumd: warning: NOTIFY_SOCKET %.100s: %s\n", path,
                      strerror(errno));
    }
    if (fd >= 0) {
        (void)close(fd);
    }
}

void notify_ready(void)
{
    notify("READY=1");
}

void notify_stopping(uint64_t seconds)
{
    char message[64];
    (void)snprintf(message, sizeof message, "STOPPING=1\nEXTEND_TIMEOUT_USEC=%" PRIu64,
                   seconds * 1000000);
    notify(message);
}
