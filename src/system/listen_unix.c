/* SPDX-License-Identifier: MIT */
/* listen_unix.c: a listening unix socket: its file, its permissions, what an earlier process left.
 */
#include "system/listen_unix.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Close fd without losing errno. Returns false. */
static bool fail(int fd)
{
    int error = errno;
    (void)close(fd);
    errno = error;
    return false;
}

/* Lock the folder of path, so that of two processes that start at once and both find a stale socket
 * one cannot remove what the other has just made. Returns what to close, or -1. */
static int lock_folder(const char *path)
{
    char folder[ADDRESS_TEXT_BYTES];
    size_t size = (size_t)(strrchr(path, '/') - path);
    size = size == 0 ? 1 : size;
    memcpy(folder, path, size);
    folder[size] = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
        (void)fail(fd);
        return -1;
    }
    return fd;
}

static int unix_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

/* Make room at the path: nothing may be there but a socket on which nobody listens. */
static bool remove_stale(const char *path, const struct sockaddr_un *name, socklen_t size)
{
    struct stat file;
    if (lstat(path, &file) != 0) {
        return errno == ENOENT;
    }
    if (!S_ISSOCK(file.st_mode)) {
        errno = ENOTSOCK;
        return false;
    }
    int probe = unix_socket();
    if (probe < 0) {
        return false;
    }
    /* A full backlog is EAGAIN, so only this one error says that nobody is there. */
    bool refused = connect(probe, (const struct sockaddr *)name, size) != 0 &&
                   errno == ECONNREFUSED;
    (void)close(probe);
    if (!refused) {
        errno = EADDRINUSE;
        return false;
    }
    return unlink(path) == 0;
}

static bool bind_and_listen(struct listen_socket *out, const struct sockaddr_un *name,
                            socklen_t size, mode_t mode)
{
    struct stat file;
    mode_t before = umask(~mode & 0777); /* at no moment may it be open to more */
    bool bound = bind(out->fd, (const struct sockaddr *)name, size) == 0;
    int error = errno;
    (void)umask(before);
    errno = error;
    if (!bound || listen(out->fd, LISTEN_BACKLOG) != 0 || lstat(out->path, &file) != 0) {
        return false;
    }
    out->device = file.st_dev;
    out->inode = file.st_ino;
    return true;
}

bool listen_unix_open(struct listen_socket *out, mode_t mode)
{
    struct sockaddr_un name;
    socklen_t size = address_of_path(&name, out->path);
    out->fd = unix_socket();
    if (out->fd < 0) {
        return false;
    }
    int lock = lock_folder(out->path);
    if (lock < 0) {
        return fail(out->fd);
    }
    if (!remove_stale(out->path, &name, size) || !bind_and_listen(out, &name, size, mode)) {
        (void)fail(lock);
        return fail(out->fd);
    }
    (void)close(lock);
    return true;
}

void listen_remove(const struct listen_socket *listening)
{
    struct stat file;
    if (listening->path[0] != '\0' && lstat(listening->path, &file) == 0 &&
        file.st_dev == listening->device && file.st_ino == listening->inode) {
        (void)unlink(listening->path);
    }
}
