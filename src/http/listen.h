/* listen.h: the listening socket, which is ours and not libmicrohttpd's: exact errors, port 0, IPv4
 * and IPv6. */
#ifndef NIMSUM_HTTP_LISTEN_H
#define NIMSUM_HTTP_LISTEN_H

#include <stdbool.h>

enum { LISTEN_TEXT_BYTES = 128 };

/* Whether text has the form ADDR:PORT: "127.0.0.1:8080", "[::1]:0", "localhost:8080". */
bool listen_is_address(const char *text);

/* Listen on such an address; port 0 takes a free one. Returns a non-blocking socket, or -1 with one
 * sentence in error. */
int listen_open(const char *address, char error[LISTEN_TEXT_BYTES]);

/* The URL of the address that socket is bound to, "http://127.0.0.1:8080". */
void listen_url(int socket, char url[LISTEN_TEXT_BYTES]);

#endif
