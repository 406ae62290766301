/* SPDX-License-Identifier: MIT */
/* inherit.c: taking the sockets of a service manager. */
#include "system/inherit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_DESCRIPTOR = 3, MAX_SOCKETS = 2 };

/* The number in an environment variable, or -1. */
static long number_in(const char *name)
{
    const char *text = getenv(name);
    char *end;
    if (text == NULL || text[0] < '0' || text[0] > '9') {
        return -1;
    }
    errno = 0;
    long value = strtol(text, &end, 10);
    return *end == '\0' && errno == 0 ? value : -1;
}

static int option_of(int fd, int option)
{
    int value = -1;
    socklen_t size = sizeof value;
    return getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

static bool is_listening_stream(int fd)
{
    int domain = option_of(fd, SO_DOMAIN);
    return option_of(fd, SO_TYPE) == SOCK_STREAM && option_of(fd, SO_ACCEPTCONN) == 1 &&
           (domain == AF_INET || domain == AF_INET6 || domain == AF_UNIX);
}

static bool take(struct listen_socket *out, int fd, char error[LISTEN_TEXT_BYTES])
{
    if (!is_listening_stream(fd)) {
        (void)snprintf(error, LISTEN_TEXT_BYTES,
                       "descriptor %d of LISTEN_FDS is not a listening stream socket", fd);
        return false;
    }
    int flags = fcntl(fd, F_GETFL);
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 || flags < 0 ||
        fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0) {
        (void)snprintf(error, LISTEN_TEXT_BYTES, "descriptor %d of LISTEN_FDS: %s", fd,
                       strerror(errno));
        return false;
    }
    *out = (struct listen_socket){.fd = fd, .is_inherited = true};
    return true;
}

/* Whether the next of the names, which colons part, is "admin"; *names moves past it. */
static bool next_is_admin(const char **names)
{
    size_t size = strcspn(*names, ":");
    bool is_admin = size == 5 && memcmp(*names, "admin", 5) == 0;
    *names += (*names)[size] == ':' ? size + 1 : size;
    return is_admin;
}

bool inherit_sockets(struct inherited *out, char error[LISTEN_TEXT_BYTES])
{
    *out = (struct inherited){.main = {.fd = -1}, .admin = {.fd = -1}};
    if (getenv("LISTEN_FDS") == NULL || number_in("LISTEN_PID") != (long)getpid()) {
        return true;
    }
    long count = number_in("LISTEN_FDS");
    if (count < 0 || count > MAX_SOCKETS) {
        (void)snprintf(error, LISTEN_TEXT_BYTES,
                       "LISTEN_FDS is \"%.20s\": one socket can be used, and one named admin",
                       getenv("LISTEN_FDS"));
        return false;
    }
    const char *names = getenv("LISTEN_FDNAMES");
    names = names == NULL ? "" : names;
    for (int fd = FIRST_DESCRIPTOR; fd < FIRST_DESCRIPTOR + count; fd++) {
        bool is_admin = next_is_admin(&names);
        struct listen_socket *one = is_admin ? &out->admin : &out->main;
        if (one->fd >= 0) {
            (void)snprintf(error, LISTEN_TEXT_BYTES, "two of the sockets in LISTEN_FDS are %s",
                           is_admin ? "named admin" : "not named admin");
            return false;
        }
        if (!take(one, fd, error)) {
            return false;
        }
    }
    return true;
}
