/* SPDX-License-Identifier: MIT */
/* audit_syntax.h: the small grammars of a request's head (RFC 9110, RFC 9112, RFC 3986). Pure. */
#ifndef NIMSUM_HTTP_AUDIT_SYNTAX_H
#define NIMSUM_HTTP_AUDIT_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>

/* One digit or more. */
bool audit_is_digits(const char *text, size_t size);

/* A token (RFC 9110 section 5.6.2). */
bool audit_is_token(const char *text, size_t size);

/* A field value without control characters other than HTAB (RFC 9110 section 5.5). */
bool audit_is_field_value(const char *text, size_t size);

/* uri-host [":" port], not empty (RFC 3986 section 3.2.2): a name, an IPv4 address or an IP
 * literal. */
bool audit_is_host(const char *text, size_t size);

/* A request target's characters: printable ASCII that RFC 3986 allows, whole percent-encodings, no
 * %00. */
bool audit_is_target(const char *text);

/* How many bytes of text are a target's: all of them, or those before the first that is not. */
size_t audit_target_size(const char *text);

/* What we take as the id of a request: 1 to 128 letters, digits, ".", "_" and "-". */
bool audit_is_request_id(const char *text);

/* The 32 digits of the trace id in a traceparent field (W3C Trace Context, level 1), or NULL where
 * the field breaks its grammar or is all zeros. */
const char *audit_trace_id(const char *text);

/* A list of codings whose last is chunked. */
bool audit_ends_with_chunked(const char *text);

#endif
