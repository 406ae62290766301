/* SPDX-License-Identifier: MIT */
/* health_check.c: one GET of /readyz over a socket, of whose reply the first line is read. */
#include "health_check.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "system/address.h"

enum { SECONDS = 2, TARGET_BYTES = 512, STATUS_BYTES = 12 /* "HTTP/1.1 200" */ };

/* Whom to ask for what. */
struct target {
    struct address address;
    char authority[ADDRESS_TEXT_BYTES];
    char path[TARGET_BYTES];
};

/* What never comes back, a name server's answer too, must not outlast the check. */
static void time_out(int signal_number)
{
    static const char message[] = "nimsumd: health check: no answer within 2 seconds\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(1);
}

static int fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "nimsumd: health check: %.200s: %s\n", what, why);
    return 1;
}

static bool is_visible(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text <= ' ' || *text > '~') {
            return false;
        }
    }
    return true;
}

static bool read_url(struct target *target, const char *url)
{
    size_t size = strcspn(url, "/");
    const char *path = url[size] == '\0' || url[size + 1] == '\0' ? "/readyz" : url + size;
    const char *bracket = memchr(url, ']', size);
    bool has_port = memchr(bracket == NULL ? url : bracket, ':',
                           bracket == NULL ? size : size - (size_t)(bracket - url)) != NULL;
    int length = snprintf(target->authority, sizeof target->authority, "%.*s%s", (int)size, url,
                          has_port ? "" : ":80");
    return length < (int)sizeof target->authority &&
           snprintf(target->path, sizeof target->path, "%s", path) < TARGET_BYTES &&
           is_visible(target->authority) && is_visible(path) &&
           address_read(&target->address, target->authority) && target->address.kind == ADDRESS_TCP;
}

static bool read_target(struct target *target, const char *text)
{
    static const char scheme[] = "http://";
    if (strncmp(text, scheme, sizeof scheme - 1) == 0) {
        return read_url(target, text + sizeof scheme - 1);
    }
    if (!address_read(&target->address, text) || !is_visible(text)) {
        return false;
    }
    bool is_tcp = target->address.kind == ADDRESS_TCP;
    (void)snprintf(target->authority, sizeof target->authority, "%s", is_tcp ? text : "localhost");
    (void)snprintf(target->path, sizeof target->path, "/readyz");
    return true;
}

/* Connect to the first address that takes us. Returns the socket, or -1 with the reason in *why. */
static int connect_tcp(const struct address *address, const char **why)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *places;
    /* A service that listens everywhere listens here. */
    const char *host = strcmp(address->host, "0.0.0.0") == 0 ? "127.0.0.1"
                       : strcmp(address->host, "::") == 0    ? "::1"
                                                             : address->host;
    int failure = getaddrinfo(host, address->port, &hints, &places), fd = -1;
    if (failure != 0) {
        *why = gai_strerror(failure);
        return -1;
    }
    for (const struct addrinfo *place = places; place != NULL && fd < 0; place = place->ai_next) {
        fd = socket(place->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd >= 0 && connect(fd, place->ai_addr, place->ai_addrlen) != 0) {
            *why = strerror(errno);
            (void)close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(places);
    return fd;
}

static int connect_unix(const struct address *address, const char **why)
{
    struct sockaddr_un name;
    socklen_t size = address_of_path(&name, address->host);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&name, size) != 0) {
        *why = strerror(errno);
        (void)close(fd);
        fd = -1;
    }
    return fd;
}

/* Ask and read the first bytes of the reply, as text. False: the connection ended before. */
static bool ask(int fd, const struct target *target, char reply[STATUS_BYTES + 1])
{
    char request[TARGET_BYTES + ADDRESS_TEXT_BYTES + 64];
    int size = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", target->path,
                        target->authority);
    if (send(fd, request, (size_t)size, MSG_NOSIGNAL) != size) {
        return false;
    }
    memset(reply, 0, STATUS_BYTES + 1);
    return recv(fd, reply, STATUS_BYTES, MSG_WAITALL) == STATUS_BYTES;
}

int health_check_run(const struct config *config)
{
    /* The admin listener answers also when others are full. */
    const char *text = config->health_check[0] != '\0' ? config->health_check
                       : config->admin_listen != NULL  ? config->admin_listen
                                                       : config->listen;
    struct target target = {0};
    if (!read_target(&target, text)) {
        return fail(text, "not an address, nor http://HOST[:PORT][/PATH]");
    }
    if (target.address.kind == ADDRESS_INHERITED) {
        return fail(text, "only the service manager knows the address: name it");
    }
    if (target.address.kind == ADDRESS_TCP &&
        strspn(target.address.port, "0") == strlen(target.address.port)) {
        return fail(text, "only the running service knows the port: name it");
    }
    (void)signal(SIGALRM, time_out);
    (void)alarm(SECONDS);
    const char *why = "no socket";
    int fd = target.address.kind == ADDRESS_UNIX ? connect_unix(&target.address, &why)
                                                 : connect_tcp(&target.address, &why);
    if (fd < 0) {
        return fail(text, why);
    }
    char reply[STATUS_BYTES + 1];
    bool answered = ask(fd, &target, reply);
    (void)close(fd);
    if (!answered || strncmp(reply, "HTTP/1.", 7) != 0) {
        return fail(text, "no answer in HTTP");
    }
    if (strcmp(reply + 8, " 200") != 0) {
        char status[32];
        (void)snprintf(status, sizeof status, "status%.4s", reply + 8);
        return fail(text, status);
    }
    return 0;
}
