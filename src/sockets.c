/* SPDX-License-Identifier: MIT */
/* sockets.c: options and passed sockets brought together. */
#include "sockets.h"

#include <stdio.h>
#include <string.h>

#include "system/inherit.h"

/* The socket for one option (name, for messages): the passed one where there is one; else the
 * address's, or none where that is NULL. */
static bool open_one(struct listen_socket *out, const struct listen_socket *passed,
                     const char *name, const char *text, mode_t mode)
{
    char error[LISTEN_TEXT_BYTES];
    struct address address;
    *out = *passed;
    if (passed->fd >= 0 || text == NULL) {
        return true;
    }
    if (!address_read(&address, text)) { /* config.c has read it before */
        (void)fprintf(stderr, "nimsumd: --%s: %.60s\n", name, text);
        return false;
    }
    if (address.kind == ADDRESS_INHERITED) {
        (void)fprintf(stderr,
                      "nimsumd: --%s is systemd, but no such socket was passed to this process "
                      "(LISTEN_PID, LISTEN_FDS)\n",
                      name);
        return false;
    }
    if (!listen_open(out, &address, mode, error)) {
        (void)fprintf(stderr, "nimsumd: %s\n", error);
        return false;
    }
    return true;
}

/* A passed socket would hang its clients if nobody took them, so it goes before an address; that
 * this address is not served must not pass in silence. */
static void warn(const struct listen_socket *passed, const char *name, const char *text,
                 const char *standard)
{
    if (passed->fd >= 0 && text != NULL && strcmp(text, "systemd") != 0 &&
        (standard == NULL || strcmp(text, standard) != 0)) {
        (void)fprintf(stderr, "nimsumd: warning: --%s %.60s is not used: a socket was passed\n",
                      name, text);
    }
}

bool sockets_open(struct sockets *sockets, const struct config *config)
{
    char error[LISTEN_TEXT_BYTES];
    struct inherited passed;
    mode_t mode = (mode_t)config->socket_mode;
    if (!inherit_sockets(&passed, error)) {
        (void)fprintf(stderr, "nimsumd: %s\n", error);
        return false;
    }
    warn(&passed.main, "listen", config->listen, CONFIG_LISTEN);
    warn(&passed.admin, "admin-listen", config->admin_listen, NULL);
    if (!open_one(&sockets->main, &passed.main, "listen", config->listen, mode)) {
        return false;
    }
    if (!open_one(&sockets->admin, &passed.admin, "admin-listen", config->admin_listen, mode)) {
        listen_remove(&sockets->main);
        return false;
    }
    return true;
}

static void announce(const char *what, int fd)
{
    char url[LISTEN_TEXT_BYTES];
    listen_url(fd, url);
    (void)printf("nimsumd %s %s\n", what, url);
}

void sockets_announce(const struct sockets *sockets)
{
    if (sockets->admin.fd >= 0) {
        announce("admin listening on", sockets->admin.fd);
    }
    announce("listening on", sockets->main.fd);
    (void)fflush(stdout);
}

void sockets_remove(const struct sockets *sockets)
{
    listen_remove(&sockets->main);
    listen_remove(&sockets->admin);
}
