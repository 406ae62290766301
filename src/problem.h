/* SPDX-License-Identifier: MIT */
/* problem.h: everything that can be wrong with a request, as one table and one value.
 *
 * The readers (JSON, contest text) and the handlers fill a struct problem where they know what is
 * wrong; src/api renders it as application/problem+json (RFC 9457). openapi.yaml lists the same
 * table.
 */
#ifndef NIMSUM_PROBLEM_H
#define NIMSUM_PROBLEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* name, status, code on the wire, title, what it means (GET /problems/<code>) */
#define PROBLEM_TABLE(X)                                                                           \
    X(MALFORMED_JSON, 400, "malformed-json", "The body is not JSON",                               \
      "The body breaks RFC 8259 or nests too deep; line, column and offset name the first byte "   \
      "that no continuation can make valid.")                                                      \
    X(MALFORMED_TEXT, 400, "malformed-text", "The body is not contest text",                       \
      "A token is not plain digits, is missing, or stands after the end; line, column and offset " \
      "name it.")                                                                                  \
    X(BAD_REQUEST, 400, "bad-request", "The request breaks HTTP",                                  \
      "The message framing or a header field breaks RFC 9110 or RFC 9112; the connection closes.") \
    X(NOT_FOUND, 404, "not-found", "There is no such resource",                                    \
      "No route has this path; GET / lists them.")                                                 \
    X(METHOD_NOT_ALLOWED, 405, "method-not-allowed", "The resource has no such method",            \
      "The Allow header field lists the methods that this path takes.")                            \
    X(REQUEST_TIMEOUT, 408, "request-timeout", "The request came too slowly",                      \
      "The deadline for the header section or for the body passed.")                               \
    X(PRECONDITION_FAILED, 412, "precondition-failed", "The precondition does not hold",           \
      "If-Match names entity tags, and none of them is that of the reply that there is now.")      \
    X(BODY_TOO_LARGE, 413, "body-too-large", "The request is too large",                           \
      "The body, or the memory that this request needs, passes the limit named in limit.")         \
    X(UNSUPPORTED_MEDIA_TYPE, 415, "unsupported-media-type", "The body has an unsupported type",   \
      "Send application/json in UTF-8, or text/plain to /nim/ranges, without a content coding.")   \
    X(EXPECTATION_FAILED, 417, "expectation-failed", "The expectation cannot be met",              \
      "100-continue is the only expectation that is known.")                                       \
    X(UNKNOWN_KEY, 422, "unknown-key", "A key or parameter is not known",                          \
      "pointer names the key, or parameter the query parameter, that this operation does not "     \
      "take.")                                                                                     \
    X(DUPLICATE_KEY, 422, "duplicate-key", "A key or parameter stands twice",                      \
      "pointer names the key, or parameter the query parameter, that was given twice.")            \
    X(MISSING_KEY, 422, "missing-key", "A key or parameter is missing",                            \
      "pointer names the object that lacks the key named in key, or parameter the query "          \
      "parameter that is missing.")                                                                \
    X(WRONG_TYPE, 422, "wrong-type", "A value has the wrong type",                                 \
      "pointer, or parameter in a query, names a value that is not of the type asked for.")        \
    X(OUT_OF_RANGE, 422, "out-of-range", "A value is out of range",                                \
      "pointer, or parameter in a query, names a number, a range or a word outside what is "       \
      "allowed.")                                                                                  \
    X(TOO_FEW, 422, "too-few", "A list is too short",                                              \
      "pointer, or parameter in a query, names a list that must not be empty.")                    \
    X(TOO_MANY, 422, "too-many", "A limit on counts was passed",                                   \
      "pointer names the list that passes the limit named in limit.")                              \
    X(SEARCH_TOO_LARGE, 422, "search-too-large", "The search is too large",                        \
      "pointer names the board whose search passes the limit named in limit; the method theorem "  \
      "has no such limit.")                                                                        \
    X(CONFLICTING_KEYS, 422, "conflicting-keys", "Two keys exclude each other",                    \
      "Send one board or a batch, heaps or an array, not both; pointer names one of them.")        \
    X(UNKNOWN_ARRAY, 422, "unknown-array", "There is no such array",                               \
      "No array of the service has the name that array gives; GET /nim/arrays lists them.")        \
    X(ARRAY_CHANGED, 409, "array-changed", "The array has another version",                        \
      "version is not that of the array as it is now, which the member version tells.")            \
    X(OVERLOADED, 503, "overloaded", "The service is busy",                                        \
      "Other requests hold what this one needs; try again after Retry-After seconds.")             \
    X(INTERNAL, 500, "internal", "The service failed",                                             \
      "The service could not build its answer; the request itself may be fine.")                   \
    X(NOT_IMPLEMENTED, 501, "not-implemented", "The method or coding is not implemented",          \
      "The service knows the methods GET, HEAD, POST and OPTIONS and the transfer coding "         \
      "chunked.")

enum problem_code {
    PROBLEM_NONE,
#define PROBLEM_ENUM(name, status, code, title, meaning) PROBLEM_##name,
    PROBLEM_TABLE(PROBLEM_ENUM)
#undef PROBLEM_ENUM
        PROBLEM_COUNT
};

struct problem_kind {
    unsigned status; /* HTTP status */
    const char *code, *title, *meaning;
};

/* A place in the body: bytes from 0, lines from 1 (LF ends one), bytes within the line from 1. */
struct place {
    uint64_t offset, line, column;
};

enum { PROBLEM_VERSION_BYTES = 32 };
enum { PROBLEM_POINTER_BYTES = 256, PROBLEM_KEY_BYTES = 64, PROBLEM_DETAIL_BYTES = 320 };

/* One problem of one request. Only the members that are set are told. Text members may hold any
 * UTF-8, U+0000 included, so they carry their sizes. */
struct problem {
    enum problem_code code;
    bool has_place, has_pointer, has_parameter, has_key, has_limit, has_version;
    struct place place;
    size_t pointer_size, parameter_size, key_size, detail_size;
    char pointer[PROBLEM_POINTER_BYTES]; /* JSON Pointer, RFC 6901 */
    char parameter[PROBLEM_KEY_BYTES];   /* query parameter's name */
    char key[PROBLEM_KEY_BYTES];         /* the missing key */
    char detail[PROBLEM_DETAIL_BYTES];   /* one sentence for a person */
    uint64_t limit;                      /* the limit that was passed */
    char version[PROBLEM_VERSION_BYTES]; /* the array's present one */
};

/* The row of a code; PROBLEM_NONE < code < PROBLEM_COUNT. */
const struct problem_kind *problem_kind(enum problem_code code);

/* The code whose wire name is name[0..size), or PROBLEM_NONE. */
enum problem_code problem_find(const char *name, size_t size);

/* Set code and detail (printf form, cut at its maximum on a character's border) and clear the rest.
 * Returns false always, so that a reader can say: return problem_set(...). */
bool problem_set(struct problem *problem, enum problem_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, where the detail begins with what it is about, of less than PROBLEM_DETAIL_BYTES. */
bool problem_set_about(struct problem *problem, enum problem_code code, const char *about,
                       const char *format, va_list arguments) __attribute__((format(printf, 4, 0)));

void problem_at(struct problem *problem, struct place place);
void problem_limit(struct problem *problem, uint64_t limit);

/* Set version from its PROBLEM_VERSION_BYTES characters. */
void problem_version(struct problem *problem, const char *version);

/* Set pointer, parameter or key from text[0..size), cut at its maximum on a character's border. */
void problem_pointer(struct problem *problem, const char *text, size_t size);
void problem_parameter(struct problem *problem, const char *text, size_t size);
void problem_key(struct problem *problem, const char *text, size_t size);

/* The size of the longest beginning of text[0..size) that fits in maximum bytes and cuts no
 * character of UTF-8. */
size_t problem_fitting(const char *text, size_t size, size_t maximum);

#endif
