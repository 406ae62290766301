/* SPDX-License-Identifier: MIT */
/* parse.h: what the parsers under comparison have in common: the headline body's text in, its heaps
 * and queries out, as 32-bit numbers.
 */
#ifndef NIMSUM_BENCH_PARSE_H
#define NIMSUM_BENCH_PARSE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct parsed {
    uint32_t *heaps, *queries;
    size_t n, m; /* queries holds 2 * m numbers */
};

/* text holds size bytes and has PARSE_PADDING readable bytes after them (simdjson asks for that).
 * Ends the program where the text is not as expected. Whatever is allocated for the result is never
 * freed: each measurement is a process of its own. */
enum { PARSE_PADDING = 64 };
typedef struct parsed parse_function(const char *text, size_t size);

parse_function parse_scanner, parse_cjson, parse_yyjson, parse_simdjson;

#ifdef __cplusplus
}
#endif

#endif
