/* listen.c: from "ADDR:PORT" to a listening socket. */
#include "listen.h"

#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

/* Split address into host (without brackets) and port. */
static bool split(const char *address, char host[LISTEN_TEXT_BYTES], const char **port)
{
    const char *colon = strrchr(address, ':');
    if (colon == NULL || colon == address || colon[1] == '\0') {
        return false;
    }
    size_t size = (size_t)(colon - address);
    if (address[0] == '[' && colon[-1] == ']') {
        address++;
        size -= 2;
    } else if (memchr(address, ':', size) != NULL) {
        return false; /* an IPv6 address without brackets: where would its port begin? */
    }
    if (size == 0 || size >= LISTEN_TEXT_BYTES) {
        return false;
    }
    memcpy(host, address, size);
    host[size] = '\0';
    *port = colon + 1;
    return strspn(*port, "0123456789") == strlen(*port) && strlen(*port) <= 5 &&
           strtoul(*port, NULL, 10) <= 65535;
}

bool listen_is_address(const char *text)
{
    char host[LISTEN_TEXT_BYTES];
    const char *port;
    return split(text, host, &port);
}

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
        bind(fd, place->ai_addr, place->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) {
        return fd;
    }
    int error = errno;
    (void)close(fd);
    errno = error;
    return -1;
}

int listen_open(const char *address, char error[LISTEN_TEXT_BYTES])
{
    char host[LISTEN_TEXT_BYTES];
    const char *port;
    if (!split(address, host, &port)) {
        (void)snprintf(error, LISTEN_TEXT_BYTES, "\"%.60s\" is not ADDRESS:PORT", address);
        return -1;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *places;
    int failure = getaddrinfo(host, port, &hints, &places);
    if (failure != 0) {
        (void)snprintf(error, LISTEN_TEXT_BYTES, "%.60s: %s", address, gai_strerror(failure));
        return -1;
    }
    int fd = open_at(places);
    if (fd < 0) {
        (void)snprintf(error, LISTEN_TEXT_BYTES, "cannot listen on %.60s: %s", address,
                       strerror(errno));
    }
    freeaddrinfo(places);
    return fd;
}

void listen_url(int socket, char url[LISTEN_TEXT_BYTES])
{
    struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof bound;
    char host[64], port[8];
    if (getsockname(socket, (struct sockaddr *)&bound, &size) != 0 ||
        getnameinfo((struct sockaddr *)&bound, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        (void)snprintf(url, LISTEN_TEXT_BYTES, "an unknown address");
        return;
    }
    bool ipv6 = bound.ss_family == AF_INET6;
    (void)snprintf(url, LISTEN_TEXT_BYTES, "http://%s%s%s:%s", ipv6 ? "[" : "", host,
                   ipv6 ? "]" : "", port);
}
