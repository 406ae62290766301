/* SPDX-License-Identifier: MIT */
/* address.c: from an option's text to an address, from a path to a socket's name. */
#include "system/address.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_tcp(struct address *address, const char *text)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL || colon == text) {
        return false;
    }
    size_t size = (size_t)(colon - text), digits = strspn(colon + 1, "0123456789");
    if (text[0] == '[' && colon[-1] == ']') {
        text++;
        size -= 2;
    } else if (memchr(text, ':', size) != NULL) {
        return false; /* an IPv6 address without brackets: where would its port begin? */
    }
    if (size == 0 || size >= sizeof address->host || digits == 0 || colon[1 + digits] != '\0' ||
        digits >= sizeof address->port || strtoul(colon + 1, NULL, 10) > 65535) {
        return false;
    }
    *address = (struct address){.kind = ADDRESS_TCP};
    memcpy(address->host, text, size);
    memcpy(address->port, colon + 1, digits);
    return true;
}

bool address_read(struct address *address, const char *text)
{
    static const char prefix[] = "unix:";
    if (strcmp(text, "systemd") == 0) {
        *address = (struct address){.kind = ADDRESS_INHERITED};
        return true;
    }
    if (strncmp(text, prefix, sizeof prefix - 1) != 0) {
        return read_tcp(address, text);
    }
    const char *path = text + sizeof prefix - 1;
    struct sockaddr_un name;
    size_t size = strlen(path);
    if (path[0] != '/' || path[size - 1] == '/' || address_of_path(&name, path) == 0) {
        return false;
    }
    *address = (struct address){.kind = ADDRESS_UNIX};
    memcpy(address->host, path, size + 1);
    return true;
}

socklen_t address_of_path(struct sockaddr_un *name, const char *path)
{
    size_t size = strlen(path);
    if (size == 0 || size >= sizeof name->sun_path) {
        return 0;
    }
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(name->sun_path, path, size);
    if (path[0] != '@') {
        return (socklen_t)sizeof *name;
    }
    name->sun_path[0] = '\0'; /* an abstract name ends where the address does */
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
}
