/* SPDX-License-Identifier: MIT */
/* listen.c: from an address to a listening socket, and back. */
#include "system/listen.h"

#include <errno.h>
#include <netdb.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "system/listen_unix.h"

static int open_at(const struct addrinfo *place)
{
    int on = 1;
    int fd = socket(place->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -1;
    }
    /* A restart must not wait for old connections in TIME_WAIT; a second copy still fails to bind.
     */
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        bind(fd, place->ai_addr, place->ai_addrlen) == 0 && listen(fd, LISTEN_BACKLOG) == 0) {
        return fd;
    }
    int error = errno;
    (void)close(fd);
    errno = error;
    return -1;
}

static bool open_tcp(struct listen_socket *out, const struct address *address,
                     char error[LISTEN_TEXT_BYTES])
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *places;
    int failure = getaddrinfo(address->host, address->port, &hints, &places);
    if (failure != 0) {
        (void)snprintf(error, LISTEN_TEXT_BYTES, "%.60s: %s", address->host, gai_strerror(failure));
        return false;
    }
    for (const struct addrinfo *place = places; place != NULL && out->fd < 0;
         place = place->ai_next) {
        out->fd = open_at(place); /* "localhost" is two places, and not every machine has both */
    }
    if (out->fd < 0) {
        bool is_ipv6 = strchr(address->host, ':') != NULL;
        (void)snprintf(error, LISTEN_TEXT_BYTES, "cannot listen on %s%.60s%s:%s: %s",
                       is_ipv6 ? "[" : "", address->host, is_ipv6 ? "]" : "", address->port,
                       strerror(errno));
    }
    freeaddrinfo(places);
    return out->fd >= 0;
}

bool listen_open(struct listen_socket *out, const struct address *address, mode_t mode,
                 char error[LISTEN_TEXT_BYTES])
{
    *out = (struct listen_socket){.fd = -1};
    if (address->kind == ADDRESS_TCP) {
        return open_tcp(out, address, error);
    }
    memcpy(out->path, address->host, sizeof out->path);
    if (!listen_unix_open(out, mode)) {
        (void)snprintf(error, LISTEN_TEXT_BYTES, "cannot listen on unix:%.60s: %s", address->host,
                       strerror(errno));
        *out = (struct listen_socket){.fd = -1};
        return false;
    }
    return true;
}

static void print_unix(const struct sockaddr_un *name, socklen_t size, char url[LISTEN_TEXT_BYTES])
{
    int length = (int)(size - offsetof(struct sockaddr_un, sun_path));
    bool is_abstract = length > 0 && name->sun_path[0] == '\0';
    (void)snprintf(url, LISTEN_TEXT_BYTES, "unix:%s%.*s", is_abstract ? "@" : "",
                   is_abstract ? length - 1 : length, name->sun_path + is_abstract);
}

void listen_url(int socket, char url[LISTEN_TEXT_BYTES])
{
    union {
        struct sockaddr_storage any;
        struct sockaddr plain;
        struct sockaddr_un path;
    } bound = {.any = {.ss_family = AF_UNSPEC}};
    socklen_t size = sizeof bound;
    char host[64], port[8];
    if (getsockname(socket, &bound.plain, &size) == 0 && bound.plain.sa_family == AF_UNIX) {
        print_unix(&bound.path, size, url);
        return;
    }
    if (getnameinfo(&bound.plain, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        (void)snprintf(url, LISTEN_TEXT_BYTES, "an unknown address");
        return;
    }
    bool ipv6 = bound.plain.sa_family == AF_INET6;
    (void)snprintf(url, LISTEN_TEXT_BYTES, "http://%s%s%s:%s", ipv6 ? "[" : "", host,
                   ipv6 ? "]" : "", port);
}
