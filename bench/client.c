/* SPDX-License-Identifier: MIT */
/* client.c: sockets, and just enough of reading a reply. */
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "instance.h"

enum { HEAD_BYTES = 4096 }; /* the longest head of a request or reply */

void die(const char *what)
{
    (void)fprintf(stderr, "bench_load: %s\n", what);
    exit(1);
}

uint64_t now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static struct bytes read_file(const char *path, size_t room_before)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        die(path);
    }
    long end = ftell(file);
    size_t size = end < 0 ? 0 : (size_t)end;
    rewind(file);
    struct bytes bytes = {must_allocate(room_before + size + 1), size};
    if (fread(bytes.data + room_before, 1, size, file) != size || fclose(file) != 0) {
        die(path);
    }
    return bytes;
}

struct exchange_plan plan_make(char *const *arguments)
{
    struct bytes body = read_file(arguments[3], HEAD_BYTES);
    char head[HEAD_BYTES];
    int size = snprintf(head, sizeof head,
                        "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %s\r\n"
                        "Content-Length: %zu\r\n\r\n",
                        arguments[1], arguments[2], body.size);
    if (size < 0 || size >= HEAD_BYTES) {
        die("the request's head is too long");
    }
    char *start = body.data + HEAD_BYTES - size;
    memcpy(start, head, (size_t)size);
    char path[HEAD_BYTES];
    (void)snprintf(path, sizeof path, "%s.reply", arguments[3]);
    return (struct exchange_plan){
        (int)strtol(arguments[0], NULL, 10), {start, (size_t)size + body.size}, read_file(path, 0)};
}

struct client client_connect(const struct exchange_plan *plan)
{
    struct client client = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
                            .capacity = HEAD_BYTES + plan->reply.size};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)plan->port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int on = 1;
    if (client.fd < 0 ||
        connect(client.fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(client.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
        perror("bench_load: connect");
        die("cannot connect");
    }
    client.buffer = must_allocate(client.capacity + 1);
    memset(client.buffer, 0, client.capacity + 1); /* no page faults while the clock runs */
    return client;
}

void client_send(const struct client *client, const struct exchange_plan *plan)
{
    for (size_t sent = 0; sent < plan->request.size;) {
        ssize_t taken = send(client->fd, plan->request.data + sent, plan->request.size - sent,
                             MSG_NOSIGNAL);
        if (taken < 0 && errno != EINTR) {
            die("the server closed the connection while the request was sent");
        }
        sent += taken > 0 ? (size_t)taken : 0;
    }
}

/* Once the head has arrived whole: its status must be 200. */
static void read_head(struct client *client)
{
    client->buffer[client->size] = '\0';
    char *end = strstr(client->buffer, "\r\n\r\n");
    if (end == NULL) {
        return;
    }
    end[2] = '\0';
    const char *length = strcasestr(client->buffer, "\r\nContent-Length:");
    if (strncmp(client->buffer, "HTTP/1.1 200 ", 13) != 0 || length == NULL) {
        (void)fprintf(stderr, "%s", client->buffer);
        die("a reply that is not 200 with a Content-Length");
    }
    client->head_size = (size_t)(end + 4 - client->buffer);
    client->body_size = strtoull(length + 17, NULL, 10);
}

bool client_receive(struct client *client, const struct exchange_plan *plan, bool wait)
{
    ssize_t got = recv(client->fd, client->buffer + client->size, client->capacity - client->size,
                       wait ? 0 : MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return false;
    }
    if (got <= 0) {
        die("the server closed the connection, or its reply is longer than the right one");
    }
    client->size += (size_t)got;
    if (client->head_size == 0) {
        read_head(client);
    }
    if (client->head_size == 0 || client->size < client->head_size + client->body_size) {
        return false;
    }
    /* A line feed at the end is a matter of taste: nimsumd sends one, not all peers do. */
    const char *body = client->buffer + client->head_size;
    size_t size = client->size - client->head_size, right = plan->reply.size;
    if ((size != right && !(size == right + 1 && body[right] == '\n')) ||
        memcmp(body, plan->reply.data, right) != 0) {
        die("a WRONG reply");
    }
    client->size = client->head_size = 0;
    return true;
}
