/* SPDX-License-Identifier: MIT */
/* discard.c: receive the body, throw it away, answer with the bytes of a file: the least that any
 * server on this libmicrohttpd mode can cost.
 *
 *     bench_discard REPLY_FILE
 */
#include <stdio.h>
#include <stdlib.h>

#include "mhd.h"

enum { REPLY_BYTES = 1 << 16 };

int main(int argc, char **argv)
{
    static char reply[REPLY_BYTES];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        (void)fputs("usage: bench_discard REPLY_FILE\n", stderr);
        return 2;
    }
    size_t size = fread(reply, 1, sizeof reply, file);
    if (ferror(file) != 0 || fclose(file) != 0) {
        return 1;
    }
    return mhd_serve(&(struct service){.fixed_reply = reply, .fixed_size = size});
}
